"""Standing decisions and open requests of a customer, and what staff promised."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.sentences import split_sentences
from memory.facts import Candidate
from memory.models import Point
from memory.types import BotTurn, CustomerMessage, FactKind
from memory.words import plain
from ports.ids import new_id

_PROMISE = re.compile(
    r"我们?(?:会|来|这就|马上|一定|今天|明天|稍后)|[给帮为]您(?:补|退|寄|换|申请|安排|处理|跟进|查|留|登记|发)|保证|答应您"
    r"|\b(?:i|we|our team|a colleague)(?:'ll| will| am going to| are going to| promise)\b"
    r"|\byou(?:'ll| will) (?:get|receive|have|hear)\b",
    re.I,
)


def keep_points(*, message: CustomerMessage, candidates: Sequence[Candidate]) -> None:
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
    """Each sentence in which an agent promises something, but does not merely ask whether to."""
    place = 0
    for sentence in split_sentences(reply.text) if reply.author == "agent" else ():
        start = max(place, reply.text.find(sentence, place))
        place = start + len(sentence)
        if _PROMISE.search(plain(sentence)) and not sentence.rstrip().endswith(("?", "？")):
            _store(reply, kind="promise", topic="", text=sentence.strip(), span=(start, place))


def promises(text: str) -> bool:
    """Something is promised in it, and so not done yet."""
    return _PROMISE.search(plain(text)) is not None


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
