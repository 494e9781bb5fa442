"""A person of the company says that a reply is wrong, and why; in the same step it becomes a test case."""

from __future__ import annotations

import uuid

from audit.api import Actor, record
from bots.errors import NotFound
from bots.models import Author, Case, Message, ReportReason, WrongReport
from bots.testing.cases import case_from_reply
from bots.testing.expect import Expected
from bots.testing.types import ReportView
from ports import get_port


def report_wrong(
    *, message_id: uuid.UUID, reason: ReportReason, actor: Actor, note: str = "", expected: Expected | None = None
) -> ReportView:
    """Inside a scope. `expected` makes the test case too. Raises NotFound for what is not a bot's reply."""
    message = Message.objects.filter(id=message_id, author=Author.BOT).first()
    if message is None:
        raise NotFound
    row = WrongReport.objects.create(
        message=message,
        reason=reason,
        note=note.strip()[:4_000],
        person_id=uuid.UUID(actor.id) if actor.kind == "person" else None,
        created_at=get_port("clock").now(),
    )
    record(verb="answer.reported", subject=("message", str(message_id)), actor=actor, detail={"reason": reason.value})
    if expected is not None:
        case_from_reply(message_id=message_id, expected=expected, actor=actor, note=note)
    return _view(row, case_id=_case_of(message_id))


def reports_of(message_id: uuid.UUID) -> tuple[ReportView, ...]:
    """Oldest first, inside a scope."""
    case = _case_of(message_id)
    rows = WrongReport.objects.filter(message_id=message_id).order_by("created_at")
    return tuple(_view(row, case_id=case) for row in rows)


def reported(conversation_id: uuid.UUID) -> frozenset[uuid.UUID]:
    """The replies of a conversation that somebody found wrong, inside a scope."""
    rows = WrongReport.objects.filter(message__conversation_id=conversation_id)
    return frozenset(rows.values_list("message_id", flat=True))


def _case_of(message_id: uuid.UUID) -> uuid.UUID | None:
    return Case.objects.filter(message_id=message_id).order_by("created_at").values_list("id", flat=True).first()


def _view(row: WrongReport, *, case_id: uuid.UUID | None) -> ReportView:
    return ReportView(
        id=row.id,
        message_id=row.message_id,
        reason=row.reason,
        note=row.note,
        person_id=row.person_id,
        created_at=row.created_at,
        case_id=case_id,
    )
