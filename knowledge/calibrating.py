"""Correct the confidence by a tenant's own marks, version by version; each can be undone."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace

from audit.api import SYSTEM, Actor, record
from knowledge.calibrations import calibration_in_use
from knowledge.confidence.calibration import fit_shift, held_out, log_loss
from knowledge.confidence.model import shipped_version
from knowledge.errors import NothingToUndo
from knowledge.lab import list_tests, search_test
from knowledge.models import AskedQuestion, Calibration
from knowledge.thresholds import calibration_error
from knowledge.types import CalibrationFate, SearchResult, TestQuestionRow
from ports import get_port
from tenants.scope import tenant_scope

_ENOUGH = 40  # marks; with fewer the prior would win anyway
_OF_EACH = 8  # right ones, and wrong ones
_MORE = 1.2  # so many times the marks of the version before, until there is a new one
_MOST = 5000
_ANSWERED = ("answered", "hedged")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Marks:
    probabilities: tuple[float, ...]  # as the shipped model said them
    right: tuple[bool, ...]
    feedback: int
    tests: int


def recalibrate(tenant_id: uuid.UUID, *, again: bool = False) -> CalibrationFate:
    """Opens its own scopes: test questions are searched now. `again`: also where few marks have come since the last
    version. A version is made only if it does better on marks that it was not fitted on."""
    with tenant_scope(tenant_id):
        marks, tests, last = _feedback(), list_tests(), _last()
    marks = _with_tests(marks, [(test, search_test(tenant_id, test)) for test in tests])
    count, right = len(marks.right), sum(marks.right)
    if count < _ENOUGH or min(right, count - right) < _OF_EACH:
        return "too_few"
    if last is not None and not again and count < _MORE * (last.feedback + last.tests):
        return "few_new"
    kept = held_out(marks.probabilities, marks.right)
    if log_loss(kept, marks.right) >= log_loss(marks.probabilities, marks.right):
        return "no_better"
    with tenant_scope(tenant_id):
        _store(marks, kept)
    return "made"


def undo_calibration(*, actor_id: uuid.UUID | None = None) -> None:
    """The version before holds again, or none. Raises NothingToUndo."""
    row = calibration_in_use()
    if row is None:
        raise NothingToUndo
    row.undone_at = get_port("clock").now()
    row.save(update_fields=["undone_at"])
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb="knowledge.calibration.undone", subject=("calibration", str(row.id)), actor=actor, detail={})


def _last() -> Calibration | None:
    return Calibration.objects.filter(model=shipped_version()).order_by("-number").first()


def _feedback() -> _Marks:
    """Replies that somebody marked. What an older shipped model said is another number and does not count."""
    rows = AskedQuestion.objects.filter(
        good__isnull=False, outcome__in=_ANSWERED, fitted_by=shipped_version(), fitted__isnull=False
    ).order_by("-at", "id")[:_MOST]
    told = [(fitted or 0.0, bool(good)) for fitted, good in rows.values_list("fitted", "good")]
    return _Marks(
        probabilities=tuple(fitted for fitted, _ in told),
        right=tuple(good for _, good in told),
        feedback=len(told),
        tests=0,
    )


def _with_tests(marks: _Marks, tests: list[tuple[TestQuestionRow, SearchResult]]) -> _Marks:
    told = [(result.fitted, _is_right(test, result)) for test, result in tests if result.fitted is not None]
    return replace(
        marks,
        probabilities=marks.probabilities + tuple(fitted for fitted, _ in told),
        right=marks.right + tuple(right for _, right in told),
        tests=len(told),
    )


def _is_right(test: TestQuestionRow, result: SearchResult) -> bool:
    return test.document_id is not None and result.passages[0].document_id == test.document_id


def _store(marks: _Marks, kept: list[float]) -> None:
    shift = fit_shift(marks.probabilities, marks.right)
    newest = Calibration.objects.order_by("-number").first()
    row = Calibration(
        number=newest.number + 1 if newest else 1,
        model=shipped_version(),
        intercept=shift.intercept,
        slope=shift.slope,
        feedback=marks.feedback,
        tests=marks.tests,
        right=sum(marks.right),
        error_before=round(calibration_error(marks.probabilities, marks.right), 4),
        error_after=round(calibration_error(kept, marks.right), 4),
        made_at=get_port("clock").now(),
    )
    row.full_clean(exclude=["tenant"])
    row.save()
    record(
        verb="knowledge.calibration.made",
        subject=("calibration", str(row.id)),
        detail={"marks": len(marks.right), "error_before": row.error_before, "error_after": row.error_after},
    )
