"""Answer a turn again with today's settings and knowledge. Nobody else learns of it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from audit.api import Actor, record
from bots.errors import NotFound
from bots.markdown import render_html
from bots.models import AnswerRecord, Author, Message, Rerun, WorkState
from bots.open_turn import Turn, turn_of
from bots.push import silently
from bots.replaying.citations import citation_of
from bots.replaying.keep import columns_of
from bots.trace import Trace
from bots.turn import work_out
from bots.versions import settings_for
from jobs.api import Lease, enqueue, finishing, handles
from ports import get_port
from tenants.scope import tenant_scope

RERUN = "bots.rerun"


@dataclass(frozen=True, kw_only=True, slots=True)
class RerunView:
    """`result`: the columns of an answer's record, with text, html, outcome and version; empty until it is done."""

    id: uuid.UUID
    message_id: uuid.UUID  # the reply of then
    conversation_id: uuid.UUID
    state: str
    result: Mapping[str, object]
    created_at: datetime


def ask_again(*, message_id: uuid.UUID, actor: Actor) -> RerunView:
    """Inside a scope; a job does it. Raises NotFound for what is not a bot's answer to a message."""
    message = Message.objects.filter(id=message_id, author=Author.BOT, reply_to__isnull=False).first()
    if message is None:
        raise NotFound
    person = uuid.UUID(actor.id) if actor.kind == "person" else None
    row = Rerun.objects.create(message=message, person_id=person, created_at=get_port("clock").now())
    record(verb="answer.rerun", subject=("message", str(message_id)), actor=actor, detail={"rerun": str(row.id)})
    enqueue(kind=RERUN, dedup_key=str(row.id), payload={"rerun": str(row.id)})
    return get_rerun(row.id)


def get_rerun(rerun_id: uuid.UUID) -> RerunView:
    """Inside a scope. Raises NotFound."""
    row = Rerun.objects.select_related("message").filter(id=rerun_id).first()
    if row is None:
        raise NotFound
    return RerunView(
        id=row.id,
        message_id=row.message_id,
        conversation_id=row.message.conversation_id,
        state=row.state,
        result=row.result,
        created_at=row.created_at,
    )


def _fail(lease: Lease) -> None:
    Rerun.objects.filter(id=lease.payload["rerun"]).update(state=WorkState.FAILED)


@handles(RERUN, max_attempts=2, lease=timedelta(seconds=90), on_dead=_fail)
def rerun(lease: Lease) -> None:
    with tenant_scope(lease.tenant_id):
        turn = _turn(uuid.UUID(lease.payload["rerun"]))
    if turn is None:
        return  # erased meanwhile
    result = answer_silently(turn)
    with finishing(lease):
        Rerun.objects.filter(id=lease.payload["rerun"]).update(state=WorkState.DONE, result=result)


def answer_silently(turn: Turn) -> dict[str, object]:
    """The production turn without its end: nothing is stored, nobody is told. JSON-ready."""
    trace = Trace()
    with silently():
        worked = work_out(turn, trace)
    trace.mark("total")
    decision = worked.decision
    citations = [citation_of(item, reply=decision.text) for item in worked.cited]
    columns = columns_of(worked, turn=turn, trace=trace)
    return {name: columns[name] for name in columns if name not in ("given", "drafts")} | {
        "text": decision.text,
        "html": render_html(decision.text, citations=citations),
        "outcome": decision.outcome,
        "confidence": decision.confidence,
        "citations": citations,
        "version": turn.version.number,
    }


def _turn(rerun_id: uuid.UUID) -> Turn | None:
    """The turn as it was, at today's time and under today's settings."""
    row = Rerun.objects.select_related("message__reply_to__conversation__customer").filter(id=rerun_id).first()
    if row is None or row.message.reply_to is None:
        return None
    asked = row.message.reply_to
    given = AnswerRecord.objects.filter(message=row.message).values_list("given", flat=True).first() or {}
    turn = turn_of(asked, version=settings_for(asked.conversation))
    return replace(
        turn, at=get_port("clock").now(), state=dict(given.get("state") or {}), mode=str(given.get("mode") or "bot")
    )
