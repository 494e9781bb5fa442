"""A customer's memory in the order of its making, a page at a time. Inside an open tenant scope."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from accounts.models import Customer
from memory.browse import fact_views
from memory.errors import UnknownCustomer
from memory.models import Fact
from memory.types import FactStatus, FactView

_CURRENT = (FactStatus.ACTIVE.value, FactStatus.COLD.value)
_HIDDEN = (FactStatus.ERASED.value, FactStatus.QUARANTINED.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """`previous`: what it replaced; `general`: the entry that speaks for it; `sources`: how many it speaks for."""

    fact: FactView
    previous: FactView | None = None
    general: FactView | None = None
    sources: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Newest first. The counts are of all pages."""

    entries: tuple[TimelineEntry, ...]
    current: int
    past: int
    quarantined: int


def timeline_of(customer_id: UUID, *, past: bool = False, limit: int = 50, offset: int = 0) -> Timeline:
    """What holds, or with `past` all that is on record. Raises UnknownCustomer."""
    if not Customer.objects.filter(id=customer_id).exists():
        raise UnknownCustomer
    rows = Fact.objects.filter(customer_id=customer_id)
    counts = dict(rows.values_list("status").annotate(n=Count("id")))
    wanted = rows.exclude(status__in=_HIDDEN) if past else rows.filter(status__in=_CURRENT)
    page = list(wanted.order_by("-observed_at", "-id")[offset : offset + limit])
    current = sum(counts.get(status, 0) for status in _CURRENT)
    known = sum(number for status, number in counts.items() if status not in _HIDDEN)
    return Timeline(
        entries=_entries(page),
        current=current,
        past=known - current,
        quarantined=counts.get(FactStatus.QUARANTINED.value, 0),
    )


def entry_of(fact_id: UUID) -> TimelineEntry | None:
    return next(iter(_entries(list(Fact.objects.filter(id=fact_id).exclude(status="erased")))), None)


def mergeable_with(fact_id: UUID, *, limit: int = 40) -> tuple[FactView, ...]:
    """Other current facts of the same customer; those of the same attribute first, then the newest."""
    fact = Fact.objects.filter(id=fact_id, status__in=_CURRENT, merged_into=None).first()
    if fact is None:
        return ()
    rows = Fact.objects.filter(customer_id=fact.customer_id, status__in=_CURRENT, merged_into=None).exclude(id=fact_id)
    newest = list(rows.order_by("-observed_at", "-id")[:200])
    newest.sort(key=lambda row: (row.key != fact.key, row.attribute != fact.attribute))
    return fact_views(newest[:limit])


def _entries(rows: list[Fact]) -> tuple[TimelineEntry, ...]:
    views = {view.fact_id: view for view in fact_views(rows)}
    others = _others(view.replaces for view in views.values()) | _others(view.merged_into for view in views.values())
    behind = Fact.objects.filter(merged_into_id__in=list(views)).exclude(status="erased")
    sources = dict(behind.values_list("merged_into_id").annotate(n=Count("id")))
    return tuple(
        TimelineEntry(
            fact=view,
            previous=others.get(view.replaces) if view.replaces else None,
            general=others.get(view.merged_into) if view.merged_into else None,
            sources=sources.get(view.fact_id, 0),
        )
        for view in views.values()
    )


def _others(fact_ids: Iterable[UUID | None]) -> dict[UUID, FactView]:
    wanted = {fact_id for fact_id in fact_ids if fact_id is not None}
    rows = Fact.objects.filter(id__in=wanted).exclude(status="erased") if wanted else []
    return {view.fact_id: view for view in fact_views(list(rows))}
