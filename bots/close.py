"""Store the reply, its citations and why it is so, in one transaction behind the lease's fence."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from bots.accept import append, as_turn
from bots.drafting.courtesy import line
from bots.follow_topic import archive_topic
from bots.handover import queue_for_human
from bots.markdown import render_html
from bots.models import Author, Conversation, Message
from bots.open_turn import Turn
from bots.push import push_stored
from bots.replaying.citations import citation_of
from bots.replaying.keep import keep_record
from bots.stopping import why_unwanted
from bots.trace import Trace
from bots.worked import Worked
from jobs.api import Lease, finishing
from knowledge import api as knowledge
from knowledge.types import AnswerNote
from memory import api as memory
from ports import get_port
from tenants.scope import current_tenant_id


def close_turn(lease: Lease, *, turn: Turn, worked: Worked, trace: Trace) -> None:
    """Raises LeaseLost, and stores nothing, where another worker has taken the job over."""
    decision, cited = worked.decision, worked.cited
    citations = [citation_of(item, reply=decision.text) for item in cited]
    with finishing(lease):
        conversation = Conversation.objects.select_for_update().get(id=turn.conversation_id)
        if _stopped(conversation, turn):
            return
        message = append(
            conversation,
            author=Author.BOT,
            text=decision.text,
            html=render_html(decision.text, citations=citations),
            reply_to_id=turn.message.message_id,
            outcome=decision.outcome,
            confidence=decision.confidence,
            citations=citations,
            version_id=turn.version.id,
        )
        conversation.state = {**turn.state, **decision.state}
        conversation.save(update_fields=["state"])
        trace.mark("total")
        keep_record(message, turn=turn, worked=worked, trace=trace)
        _remember(turn, conversation, message, worked)
        _tell_knowledge(turn, worked, message)
        if decision.outcome == "handover":
            queue_for_human(conversation, reason=decision.reason)
    push_stored(turn.tenant_id, turn.conversation_id, seq=message.seq)


def close_stopped(lease: Lease, *, turn: Turn) -> None:
    """Nothing of a draft that was given up is kept."""
    with finishing(lease):
        _stopped(Conversation.objects.select_for_update().get(id=turn.conversation_id), turn)


def _stopped(conversation: Conversation, turn: Turn) -> bool:
    """Where a human answers now, the bot says nothing; where the customer cancelled, that it stopped."""
    why = why_unwanted(mode=conversation.mode, state=conversation.state, reply_to=turn.reply_to)
    if why == "cancelled":
        text = line("stopped", turn.language)
        message = append(
            conversation,
            author=Author.BOT,
            text=text,
            html=render_html(text, citations=[]),
            reply_to_id=turn.message.message_id,
            outcome="cancelled",
            confidence=0.0,
            version_id=turn.version.id,
        )
        tenant_id, conversation_id = turn.tenant_id, turn.conversation_id
        transaction.on_commit(lambda: push_stored(tenant_id, conversation_id, seq=message.seq))
    return bool(why)


def fail_visibly(lease: Lease, text_for: dict[str, str]) -> None:
    """The answer died after its last attempt: the customer sees that, not nothing. In the burying transaction."""
    row = Message.objects.select_related("conversation").filter(id=lease.payload["message"]).first()
    if row is None or Message.objects.filter(reply_to=row, author=Author.BOT).exists():
        return
    conversation = Conversation.objects.select_for_update().get(id=row.conversation_id)
    language = "zh" if any("\u4e00" <= character <= "\u9fff" for character in row.text) else "en"
    text = text_for[language]
    message = append(
        conversation,
        author=Author.BOT,
        text=text,
        html=render_html(text, citations=[]),
        reply_to_id=row.id,
        outcome="failed",
        confidence=0.0,
    )
    push_stored(current_tenant_id(), conversation.id, seq=message.seq)


_ANSWERS = ("answered", "hedged")


def _remember(turn: Turn, conversation: Conversation, message: Message, worked: Worked) -> None:
    if turn.settings.memory.mode != "stateless":
        reply = as_turn(conversation, message, settings=turn.settings.memory)
        memory.note_reply(reply=replace(reply, answers=worked.decision.outcome in _ANSWERS and bool(worked.cited)))
        memory.queue_write(message=turn.message)
        archive_topic(turn, worked.decision)
    if worked.found.recall is not None:
        used = [item.item_id for item in worked.cited if item.kind == "memory" and item.item_id is not None]
        memory.mark_used(reply_id=message.id, recall=worked.found.recall, used_ids=used)


_DOCUMENTS_LACKED = frozenset(
    {"below_threshold", "nothing_verified", "half_covered", "low_confidence_twice", "which_document"}
)


def _tell_knowledge(turn: Turn, worked: Worked, message: Message) -> None:
    found, decision = worked.found, worked.decision
    if not found.search.timings_ms:
        return  # knowledge was not asked
    chunks = [item.item_id for item in worked.cited if item.kind == "document" and item.item_id]
    if not chunks and decision.reason not in _DOCUMENTS_LACKED:
        return  # memory, a record or the program answered, or nothing was asked: no matter of the documents
    knowledge.note_answer(
        note=AnswerNote(
            reply_id=message.id,
            conversation_id=turn.conversation_id,
            bot_id=turn.bot_id,
            customer_id=turn.customer_id,
            question=worked.brief.question,
            language=turn.language,
            confidence=found.search.confidence,
            fitted=found.search.fitted,
            fitted_by=found.search.fitted_by,
            threshold=turn.settings.thresholds.retrieval,
            outcome=decision.outcome,
            cited_chunks=tuple(chunks),
            best_chunk=found.search.passages[0].chunk_id if found.search.passages else None,
            at=get_port("clock").now(),
        )
    )
