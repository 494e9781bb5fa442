"""What is never touched goes to cold storage, and comes back when it is; what has a term expires."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from memory.models import Fact
from memory.types import FactKind, FactStatus

# How long a fact of a kind stays warm without being used. Who somebody is outlasts what they were about to do.
WARM: dict[FactKind, timedelta] = {
    FactKind.EVENT: timedelta(days=400),
    FactKind.STATUS: timedelta(days=400),
    FactKind.DECISION: timedelta(days=540),
    FactKind.PREFERENCE: timedelta(days=730),
    FactKind.FACT: timedelta(days=1095),
    FactKind.CONTACT: timedelta(days=1825),
}
_LONGER_PER_USE = 0.5  # each use lengthens the time by half


@dataclass(frozen=True, slots=True, kw_only=True)
class Age:
    fact_id: UUID
    kind: FactKind
    touched_at: datetime
    use_count: int
    pinned: bool
    valid_until: datetime | None


def cooled(ages: Iterable[Age], *, now: datetime) -> dict[UUID, FactStatus]:
    """Which facts change their status now, and to what. Pure."""
    out: dict[UUID, FactStatus] = {}
    for age in ages:
        if age.valid_until is not None and age.valid_until <= now:
            out[age.fact_id] = FactStatus.EXPIRED
        elif not age.pinned and now - age.touched_at > WARM[age.kind] * (1 + _LONGER_PER_USE * age.use_count):
            out[age.fact_id] = FactStatus.COLD
    return out


def cool_down(*, now: datetime) -> int:
    """All customers of the open scope's tenant; the number of facts put away."""
    rows = {row.id: row for row in Fact.objects.filter(status=FactStatus.ACTIVE.value)}
    changes = cooled((_age(row) for row in rows.values()), now=now)
    for fact_id, status in changes.items():
        rows[fact_id].status_before, rows[fact_id].status = FactStatus.ACTIVE.value, status.value
    Fact.objects.bulk_update([rows[i] for i in changes], ["status", "status_before"])
    return len(changes)


def warm_up(*, fact_ids: Iterable[UUID], now: datetime) -> int:
    """Touched again: out of cold storage."""
    return Fact.objects.filter(id__in=list(fact_ids), status=FactStatus.COLD.value).update(
        status=FactStatus.ACTIVE.value, touched_at=now
    )


def _age(row: Fact) -> Age:
    return Age(
        fact_id=row.id,
        kind=FactKind(row.kind),
        touched_at=row.touched_at,
        use_count=row.use_count,
        pinned=row.pinned,
        valid_until=row.valid_until,
    )
