"""Which correction of the confidence a tenant has."""

from __future__ import annotations

from knowledge.confidence.calibration import UNSHIFTED, Shift
from knowledge.confidence.model import shipped_version
from knowledge.models import Calibration
from knowledge.types import CalibrationRow


def current_shift() -> Shift:
    """Inside the tenant's scope."""
    rows = Calibration.objects.filter(model=shipped_version(), undone_at=None).order_by("-number")
    line = rows.values_list("intercept", "slope").first()
    return Shift(intercept=line[0], slope=line[1]) if line else UNSHIFTED


def calibration_in_use() -> Calibration | None:
    """The newest that is not undone, fitted over the model that is shipped now."""
    return Calibration.objects.filter(model=shipped_version(), undone_at=None).order_by("-number").first()


def list_calibrations() -> tuple[CalibrationRow, ...]:
    """Newest first."""
    used = calibration_in_use()
    return tuple(
        CalibrationRow(
            number=row.number,
            feedback=row.feedback,
            tests=row.tests,
            right=row.right,
            error_before=row.error_before,
            error_after=row.error_after,
            made_at=row.made_at,
            undone_at=row.undone_at,
            in_use=used is not None and row.id == used.id,
        )
        for row in Calibration.objects.order_by("-number")
    )
