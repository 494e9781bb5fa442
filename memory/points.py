"""Standing decisions and open requests of a customer, and what staff promised."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extracting.reading import Reading
from memory.facts import Candidate
from memory.models import Point
from memory.types import BotTurn, CustomerMessage, FactKind
from memory.words import plain
from ports.ids import new_id

_PROMISE = re.compile(
    r"我(?:会|们会|来|这就|马上)|给您(?:补|退|寄|换|申请|安排)|\b(?:i|we)(?:'ll| will| am going to| are going to)\b",
    re.I,
)


def keep_points(*, message: CustomerMessage, reading: Reading, candidates: Sequence[Candidate]) -> None:
    """A new decision on a topic replaces the older one on it."""
    for candidate in candidates:
        kind = _kind(candidate)
        if kind is None:
            continue
        if kind == "chosen" and candidate.entity:
            Point.objects.filter(
                customer_id=message.customer_id, kind=kind, topic=candidate.entity, state="open", at__lt=message.at
            ).update(state="replaced")
        _store(message, kind=kind, topic=candidate.entity, text=candidate.text, span=(candidate.start, candidate.end))


def keep_promise(*, reply: BotTurn) -> None:
    if reply.author == "agent" and _PROMISE.search(plain(reply.text)):
        _store(reply, kind="promise", topic="", text=reply.text, span=(0, len(reply.text)))


def is_point(candidate: Candidate) -> bool:
    return _kind(candidate) is not None


def _kind(candidate: Candidate) -> str | None:
    if candidate.kind is FactKind.DECISION:
        return "ruled_out" if candidate.negative else "chosen"
    return "request" if candidate.attribute == "request" else None


def _store(turn: CustomerMessage | BotTurn, *, kind: str, topic: str, text: str, span: tuple[int, int]) -> None:
    row = Point(
        id=new_id(),
        customer_id=turn.customer_id,
        conversation_id=turn.conversation_id,
        episode_id=turn.message_id,
        kind=kind,
        topic=topic[:200],
        text=text,
        at=turn.at,
        only_here=turn.mode == "conversation",
        span_start=span[0],
        span_end=span[1],
    )
    Point.objects.bulk_create([row], ignore_conflicts=True)
