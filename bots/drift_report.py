"""Drift over the turns of a conversation or of a bot: read from the records, inside a scope."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from bots.models import AnswerRecord, DriftEvent

_TURNS = 100  # replies of a bot that a chart shows
_EVENTS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class DriftTurn:
    """One reply: how many sentences were drafted, and how many breaches were put right or withheld."""

    message_id: uuid.UUID
    conversation_id: uuid.UUID
    seq: int
    at: datetime
    sentences: int
    mended: int
    withheld: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DriftEventView:
    message_id: uuid.UUID
    conversation_id: uuid.UUID
    seq: int
    at: datetime
    rule: str
    detail: str
    sentence: str
    mended: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DriftReport:
    """`turns` oldest first; `rules` by count; `events` newest first."""

    turns: tuple[DriftTurn, ...]
    rules: tuple[tuple[str, int], ...]
    events: tuple[DriftEventView, ...]

    @property
    def within(self) -> int:
        """Replies in which every sentence kept every rule as it was drafted."""
        return sum(not (turn.mended or turn.withheld) for turn in self.turns)


def drift_of_conversation(conversation_id: uuid.UUID) -> DriftReport:
    return _report(AnswerRecord.objects.filter(message__conversation_id=conversation_id))


def drift_of_bot(bot_id: uuid.UUID) -> DriftReport:
    """The last replies to customers; trials of a draft are left out."""
    records = AnswerRecord.objects.filter(message__conversation__bot_id=bot_id)
    return _report(records.exclude(message__conversation__channel="test"))


def _report(replies: QuerySet[AnswerRecord]) -> DriftReport:
    records = replies.select_related("message")
    rows = list(records.only("anchors", "message").order_by("-message__created_at", "-message__seq")[:_TURNS])[::-1]
    events = DriftEvent.objects.select_related("message").filter(message__in=[row.message_id for row in rows])
    found = list(events.order_by("-at", "id"))
    counts = Counter((event.message_id, event.mended) for event in found)
    return DriftReport(
        turns=tuple(_turn(row, counts) for row in rows),
        rules=tuple(Counter(event.rule for event in found).most_common()),
        events=tuple(_event(row) for row in found[:_EVENTS]),
    )


def _turn(row: AnswerRecord, counts: Counter[tuple[uuid.UUID, bool]]) -> DriftTurn:
    return DriftTurn(
        message_id=row.message_id,
        conversation_id=row.message.conversation_id,
        seq=row.message.seq,
        at=row.message.created_at,
        sentences=int(row.anchors.get("sentences", 0)),
        mended=counts[row.message_id, True],
        withheld=counts[row.message_id, False],
    )


def _event(row: DriftEvent) -> DriftEventView:
    return DriftEventView(
        message_id=row.message_id,
        conversation_id=row.message.conversation_id,
        seq=row.message.seq,
        at=row.at,
        rule=row.rule,
        detail=row.detail,
        sentence=row.sentence,
        mended=row.mended,
    )
