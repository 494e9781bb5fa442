"""What held of a customer at an earlier time. Inside an open tenant scope."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memory.browse import fact_views
from memory.facts import held_at
from memory.keep import statement
from memory.models import Fact
from memory.types import FactStatus, FactView


def facts_as_of(customer_id: UUID, at: datetime) -> tuple[FactView, ...]:
    """The facts that held at `at` (aware), by what had been said until then, newest first; nothing that was erased,
    marked wrong or quarantined since."""
    rows = list(Fact.objects.filter(customer_id=customer_id, observed_at__lte=at).exclude(origin="compaction"))
    then = held_at((statement(row) for row in rows), at)
    held = [row for row in rows if row.id in then]
    views = fact_views(sorted(held, key=lambda row: (row.observed_at, row.id), reverse=True))
    return tuple(replace(view, status=FactStatus.ACTIVE, replaced_by=None) for view in views)
