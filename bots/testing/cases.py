"""Test cases: write, make from a reply, change, remove, list."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import OuterRef, Subquery

from audit.api import Actor, record
from bots.errors import EmptyMessage, NotFound
from bots.models import AnswerRecord, Author, Bot, Case, CaseResult, Message
from bots.testing.expect import Expected
from bots.testing.types import CaseView
from ports import get_port

_CONTEXT = 16  # turns before the question, where the record does not say


def list_cases(bot_id: uuid.UUID) -> tuple[CaseView, ...]:
    """Newest first, inside a scope, each with how it went last."""
    last = CaseResult.objects.filter(case_id=OuterRef("id")).order_by("-run__created_at")
    rows = Case.objects.filter(bot_id=bot_id).annotate(last=Subquery(last.values("passed")[:1]))
    return tuple(case_view(row, passed=row.last) for row in rows.select_related("message").order_by("-created_at"))


def get_case(bot_id: uuid.UUID, case_id: uuid.UUID) -> CaseView:
    """Inside a scope. Raises NotFound."""
    return case_view(_row(bot_id, case_id))


def add_case(
    *,
    bot_id: uuid.UUID,
    question: str,
    expected: Expected,
    actor: Actor,
    context: Sequence[tuple[str, str]] = (),
    note: str = "",
) -> CaseView:
    """Inside a scope. Raises NotFound or EmptyMessage."""
    if not Bot.objects.filter(id=bot_id).exists():
        raise NotFound
    return _keep(Case(bot_id=bot_id), question=question, context=context, expected=expected, note=note, actor=actor)


def case_from_reply(*, message_id: uuid.UUID, expected: Expected, actor: Actor, note: str = "") -> CaseView:
    """The question, what was said before it, and in whose name. Raises NotFound for what is not a bot's answer."""
    reply = Message.objects.select_related("reply_to", "conversation").filter(id=message_id, author=Author.BOT).first()
    if reply is None or reply.reply_to is None:
        raise NotFound
    case = Case(bot_id=reply.conversation.bot_id, customer_id=reply.conversation.customer_id, message=reply)
    return _keep(case, question=reply.reply_to.text, context=_before(reply), expected=expected, note=note, actor=actor)


def change_case(
    *,
    bot_id: uuid.UUID,
    case_id: uuid.UUID,
    question: str,
    context: Sequence[tuple[str, str]],
    expected: Expected,
    actor: Actor,
    note: str = "",
) -> CaseView:
    """Inside a scope. Raises NotFound or EmptyMessage."""
    row = _row(bot_id, case_id)
    return _keep(row, question=question, context=context, expected=expected, note=note, actor=actor, verb="changed")


def remove_case(*, bot_id: uuid.UUID, case_id: uuid.UUID, actor: Actor) -> None:
    """Inside a scope. Raises NotFound."""
    _row(bot_id, case_id).delete()
    record(verb="bot.case.removed", subject=("bot", str(bot_id)), actor=actor, detail={"case": str(case_id)})


def case_view(row: Case, *, passed: bool | None = None) -> CaseView:
    """Wants `message` selected with the row."""
    return CaseView(
        id=row.id,
        bot_id=row.bot_id,
        question=row.question,
        context=tuple((str(turn["author"]), str(turn["text"])) for turn in row.context),
        expected=expected_of(row),
        note=row.note,
        message_id=row.message_id,
        conversation_id=row.message.conversation_id if row.message is not None else None,
        created_at=row.created_at,
        passed=passed,
    )


def expected_of(row: Case) -> Expected:
    return Expected(
        contains=tuple(row.contains), lacks=tuple(row.lacks), outcome=row.outcome, document_id=row.document_id
    )


def _keep(
    row: Case,
    *,
    question: str,
    context: Sequence[tuple[str, str]],
    expected: Expected,
    note: str,
    actor: Actor,
    verb: str = "added",
) -> CaseView:
    row.question = question.strip()[:8_000]
    if not row.question:
        raise EmptyMessage
    row.context = [{"author": author, "text": text} for author, text in context]
    row.contains, row.lacks = list(expected.contains), list(expected.lacks)
    row.outcome, row.document_id, row.note = expected.outcome, expected.document_id, note[:500]
    if row._state.adding:
        row.created_at = get_port("clock").now()
        row.created_by = uuid.UUID(actor.id) if actor.kind == "person" else None
    row.save()
    record(verb=f"bot.case.{verb}", subject=("bot", str(row.bot_id)), actor=actor, detail={"case": str(row.id)})
    return case_view(row)


def _before(reply: Message) -> list[tuple[str, str]]:
    """As many turns as the bot was given then."""
    assert reply.reply_to is not None
    given = AnswerRecord.objects.filter(message=reply).values_list("given", flat=True).first() or {}
    recent = given.get("brief", {}).get("recent")
    if isinstance(recent, list):
        return [(str(turn["author"]), str(turn["text"])) for turn in recent]
    rows = Message.objects.filter(conversation_id=reply.conversation_id, seq__lt=reply.reply_to.seq).order_by("-seq")
    return [(row.author, row.text) for row in reversed(rows[:_CONTEXT])]


def _row(bot_id: uuid.UUID, case_id: uuid.UUID) -> Case:
    row = Case.objects.select_related("message").filter(id=case_id, bot_id=bot_id).first()
    if row is None:
        raise NotFound
    return row
