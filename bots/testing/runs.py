"""Runs of all test cases of a bot, against its draft or what is live: begin one, read them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db.models import Count, Q

from audit.api import Actor, record
from bots.errors import NoCases, NoDraft, NotFound
from bots.models import Bot, BotVersion, Case, CaseResult, CaseRun, VersionState
from bots.testing.cases import case_view
from bots.testing.expect import Failure
from bots.testing.types import ResultView, RunView
from jobs.api import enqueue
from ports import get_port

RUN = "bots.cases"


def start_run(*, bot_id: uuid.UUID, draft: bool, actor: Actor) -> RunView:
    """Inside a scope; a job does it. Raises NotFound, NoDraft or NoCases."""
    state = VersionState.DRAFT if draft else VersionState.PUBLISHED
    if not Bot.objects.filter(id=bot_id).exists():
        raise NotFound
    version = BotVersion.objects.filter(bot_id=bot_id, state=state).first()
    if version is None:
        raise NoDraft if draft else NotFound
    total = Case.objects.filter(bot_id=bot_id).count()
    if not total:
        raise NoCases
    run = CaseRun.objects.create(
        bot_id=bot_id,
        version=version,
        number=version.number,
        settings=version.settings,
        draft=draft,
        total=total,
        person_id=uuid.UUID(actor.id) if actor.kind == "person" else None,
        created_at=get_port("clock").now(),
    )
    detail = {"run": str(run.id), "version": version.number, "cases": total}
    record(verb="bot.cases.run", subject=("bot", str(bot_id)), actor=actor, detail=detail)
    enqueue(kind=RUN, dedup_key=str(run.id), partition=f"cases:{bot_id}", payload={"run": str(run.id)})
    return get_run(run.id)


def list_runs(bot_id: uuid.UUID, *, limit: int = 20) -> tuple[RunView, ...]:
    """Newest first, inside a scope."""
    return _views(CaseRun.objects.filter(bot_id=bot_id).order_by("-created_at")[:limit])


def get_run(run_id: uuid.UUID) -> RunView:
    """Inside a scope. Raises NotFound."""
    row = CaseRun.objects.filter(id=run_id).first()
    if row is None:
        raise NotFound
    return _views([row])[0]


def results_of(run_id: uuid.UUID) -> tuple[ResultView, ...]:
    """Inside a scope, what failed first."""
    rows = CaseResult.objects.select_related("case__message").filter(run_id=run_id)
    return tuple(
        ResultView(
            case=case_view(row.case, passed=row.passed),
            passed=row.passed,
            failures=tuple(Failure(**failure) for failure in row.failures),
            reply=row.reply,
            outcome=row.outcome,
            ms=row.ms,
        )
        for row in rows.order_by("passed", "case__created_at")
    )


def _views(rows: Iterable[CaseRun]) -> tuple[RunView, ...]:
    found = list(rows)
    results = CaseResult.objects.filter(run__in=[row.id for row in found]).values("run_id")
    counted = results.annotate(done=Count("id"), passed=Count("id", filter=Q(passed=True)))
    counts = {row["run_id"]: (row["done"], row["passed"]) for row in counted}
    return tuple(_view(row, *counts.get(row.id, (0, 0))) for row in found)


def _view(row: CaseRun, done: int, passed: int) -> RunView:
    return RunView(
        id=row.id,
        bot_id=row.bot_id,
        number=row.number,
        draft=row.draft,
        state=row.state,
        total=row.total,
        done=done,
        passed=passed,
        created_at=row.created_at,
        finished_at=row.finished_at,
    )
