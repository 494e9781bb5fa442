"""Keep the figures of a run, and read them again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluation.models import EvaluationRun
from ports import get_port


class UnknownRun(LookupError):
    """There is no such run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunView:
    """`before`: the figures of the run of the same suite and files before this one, {} where it is the first."""

    run_id: uuid.UUID
    suite: str
    files: tuple[str, ...]
    chat: str
    figures: Mapping[str, object]
    seconds: float
    at: datetime
    before: Mapping[str, object]


def keep_run(
    *, suite: str, files: Sequence[str], chat: str, figures: Mapping[str, object], seconds: float
) -> uuid.UUID:
    row = EvaluationRun.objects.create(
        suite=suite,
        files=list(files),
        chat=chat,
        figures=[[name, value] for name, value in figures.items()],
        seconds=seconds,
        at=get_port("clock").now(),
    )
    return row.id


def list_runs(*, suite: str = "", limit: int = 50) -> tuple[RunView, ...]:
    """Newest first."""
    rows = EvaluationRun.objects.filter(suite=suite) if suite else EvaluationRun.objects.all()
    return tuple(_view(row) for row in rows.order_by("-at", "-id")[:limit])


def latest_runs() -> tuple[RunView, ...]:
    """The last of each suite, by the suite's name."""
    return tuple(_view(row) for row in EvaluationRun.objects.order_by("suite", "-at", "-id").distinct("suite"))


def get_run(run_id: uuid.UUID) -> RunView:
    """Raises UnknownRun."""
    row = EvaluationRun.objects.filter(id=run_id).first()
    if row is None:
        raise UnknownRun(run_id)
    return _view(row)


def _view(row: EvaluationRun) -> RunView:
    earlier = EvaluationRun.objects.filter(suite=row.suite, files=row.files, at__lt=row.at).order_by("-at").first()
    return RunView(
        run_id=row.id,
        suite=row.suite,
        files=tuple(row.files),
        chat=row.chat,
        figures=_figures(row),
        seconds=row.seconds,
        at=row.at,
        before=_figures(earlier) if earlier else {},
    )


def _figures(row: EvaluationRun) -> dict[str, object]:
    return dict(row.figures)
