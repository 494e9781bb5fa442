"""What replies tell knowledge: which question, how sure, which passages were cited, and what the customer thought."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from knowledge.models import AskedQuestion, Chunk, PassageCitation
from knowledge.types import AnswerNote


def note_answer(note: AnswerNote) -> None:
    """Inside the transaction that stores the reply. Safe to repeat."""
    AskedQuestion.objects.get_or_create(
        reply_id=note.reply_id,
        defaults={
            "conversation_id": note.conversation_id,
            "bot_id": note.bot_id,
            "customer_id": note.customer_id,
            "question": note.question[:2000].replace("\x00", ""),
            "language": note.language,
            "confidence": note.confidence,
            "fitted": note.fitted,
            "fitted_by": note.fitted_by,
            "threshold": note.threshold,
            "outcome": note.outcome,
            "best_chunk_id": note.best_chunk,
            "at": note.at,
        },
    )
    known = Chunk.objects.filter(id__in=note.cited_chunks).values_list("id", flat=True)
    PassageCitation.objects.bulk_create(
        [
            PassageCitation(chunk_id=chunk_id, reply_id=note.reply_id, conversation_id=note.conversation_id, at=note.at)
            for chunk_id in known
        ],
        ignore_conflicts=True,
    )


def note_rating(*, reply_id: uuid.UUID, good: bool) -> None:
    """A customer's thumb on a reply."""
    AskedQuestion.objects.filter(reply_id=reply_id).update(good=good)


def move_customer(*, known_id: uuid.UUID, anonymous_id: uuid.UUID) -> int:
    """The questions of somebody who turned out to be a known customer; the number moved."""
    return AskedQuestion.objects.filter(customer_id=anonymous_id).update(customer_id=known_id)


def forget_customer(customer_id: uuid.UUID) -> int:
    """A customer's questions, for an erasure; the number removed."""
    replies: Sequence[uuid.UUID] = list(
        AskedQuestion.objects.filter(customer_id=customer_id).values_list("reply_id", flat=True)
    )
    PassageCitation.objects.filter(reply_id__in=replies).delete()
    removed, _ = AskedQuestion.objects.filter(customer_id=customer_id).delete()
    return removed
