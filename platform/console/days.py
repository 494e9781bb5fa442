"""Counts by day as bars. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, kw_only=True, slots=True)
class Day:
    date: date
    count: int
    height: int  # per cent of the busiest day

    @property
    def top(self) -> int:
        return 100 - self.height


def last_days(counts: Sequence[tuple[str, int]], *, today: date, days: int = 14) -> tuple[Day, ...]:
    """One for each of the last days, also for those without a count; nothing at all where all are 0."""
    known = dict(counts)
    busiest = max(known.values(), default=0)
    if not busiest:
        return ()
    dates = [today - timedelta(days=back) for back in reversed(range(days))]
    return tuple(
        Day(date=day, count=count, height=round(100 * count / busiest))
        for day in dates
        for count in [known.get(day.isoformat(), 0)]
    )
