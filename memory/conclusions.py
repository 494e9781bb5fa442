"""What was last said on each topic of a customer's conversations: archived, and brought back when they return to it.

These are the bot's or an agent's words: never facts, and never injected unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from language.moments import local_time
from memory.masking import without_denied
from memory.models import Point
from memory.types import CustomerMessage
from ports.ids import new_id

_LONGEST = 400  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """`opening`: the line with which the topic began; `began`: the number of that turn in its conversation."""

    conversation_id: UUID
    began: int
    opening: str
    text: str
    at: datetime


def keep_conclusion(*, message: CustomerMessage, began: int, opening: str, text: str) -> None:
    """The topic that `message` belongs to stands so far with `text`; a later turn of the same topic replaces it."""
    if message.mode == "stateless" or not text.strip():
        return
    at = local_time(message.at, message.time_zone)
    said = {
        "topic": without_denied(opening, at=at, policy=message.policy)[:200],
        "text": without_denied(text, at=at, policy=message.policy)[:_LONGEST],
        "at": message.at,
        "episode_id": message.message_id,
    }
    row = Point.objects.filter(conversation_id=message.conversation_id, kind="conclusion", span_start=began)
    if row.update(**said):
        return
    Point.objects.create(
        id=new_id(),
        customer_id=message.customer_id,
        conversation_id=message.conversation_id,
        kind="conclusion",
        state="closed",
        only_here=message.mode == "conversation",
        span_start=began,
        **said,
    )


def conclusions_of(customer_id: UUID, *, besides: UUID | None = None, limit: int = 20) -> tuple[Conclusion, ...]:
    """Newest first, of all conversations but `besides`; without those of bots that forget with the conversation."""
    rows = Point.objects.filter(customer_id=customer_id, kind="conclusion", only_here=False)
    if besides is not None:
        rows = rows.exclude(conversation_id=besides)
    return tuple(
        Conclusion(
            conversation_id=row.conversation_id, began=row.span_start, opening=row.topic, text=row.text, at=row.at
        )
        for row in rows.order_by("-at", "-id")[:limit]
    )
