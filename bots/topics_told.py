"""Where the topic of a conversation changed: what was archived of the old one, and which came back."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bots.models import AnswerRecord, Author, Message
from bots.verifying.markers import strip_markers
from language.script import fold

_OPEN = ("not_found", "clarify", "failed")  # outcomes that leave a question open


@dataclass(frozen=True, kw_only=True, slots=True)
class TopicShift:
    """Stands before the customer's message `seq`. `title` names the new topic, or the one that `returned`."""

    seq: int
    title: str
    old_title: str
    conclusion: str  # of the old topic: the last that was said on it
    open_points: tuple[str, ...]
    returned: bool
    returned_conclusion: str


def topic_shifts(conversation_id: uuid.UUID) -> Mapping[int, TopicShift]:
    """By the seq of the message with which the topic changed, inside a scope."""
    rows = AnswerRecord.objects.filter(message__conversation_id=conversation_id, route__topic_shift=True)
    found = rows.select_related("message__reply_to").only("route", "memory", "message").order_by("message__seq")
    shifts = [_shift(row) for row in found if row.message.reply_to is not None]
    return {shift.seq: shift for shift in shifts}


def _shift(row: AnswerRecord) -> TopicShift:
    asked = row.message.reply_to
    assert asked is not None
    old, back = _topic(row.route.get("archived")), _topic(row.route.get("returned_to"))
    return TopicShift(
        seq=asked.seq,
        title=_title(str(back.get("opening") or asked.text)),
        old_title=_title(str(old.get("opening") or "")),
        conclusion=strip_markers(str(old.get("conclusion") or "")),
        open_points=(*_questions(row, asked.seq, old), *_points(row.memory.get("decisions"), old)),
        returned=bool(back),
        returned_conclusion=strip_markers(str(back.get("conclusion") or "")),
    )


def _questions(row: AnswerRecord, before: int, old: Mapping[str, object]) -> tuple[str, ...]:
    """What the customer asked within the old topic and got no answer to."""
    told = Message.objects.filter(conversation_id=row.message.conversation_id, author=Author.CUSTOMER, seq__lt=before)
    began = int(str(old.get("began") or 1))
    first = told.order_by("seq").values_list("seq", flat=True)[began - 1 : began]
    unanswered = Message.objects.filter(
        conversation_id=row.message.conversation_id,
        author=Author.BOT,
        outcome__in=_OPEN,
        reply_to__seq__gte=next(iter(first), 1),
        reply_to__seq__lt=before,
    ).order_by("seq")
    return tuple(unanswered.values_list("reply_to__text", flat=True)[:5])


def _points(decisions: object, old: Mapping[str, object]) -> tuple[str, ...]:
    """Requests and promises that share a word with the old topic."""
    words = old.get("words")
    known = [fold(str(word)) for word in words] if isinstance(words, list) else []
    return tuple(
        str(point["text"])
        for point in _rows(decisions)
        if point.get("kind") in ("request", "promise") and any(word in fold(str(point["text"])) for word in known)
    )


def _rows(value: object) -> Iterable[Mapping[str, object]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def _topic(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _title(opening: str) -> str:
    line = " ".join(opening.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
