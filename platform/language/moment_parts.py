"""What the rules for dates in Chinese and in English share."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Literal

Grain = Literal["day", "month", "year"]
Resolved = tuple[date, Grain, bool] | None
Resolver = Callable[[re.Match[str], datetime], Resolved]

_PAST = re.compile(r"\b(since|was|were|did|had|got|came|went|been|last|\w+ed)\b", re.I)
_ZH_PAST = re.compile("[了过過]|的时候|那天|咗")


def in_past(m: re.Match[str]) -> bool:
    return bool(
        _PAST.search(m.string[max(0, m.start() - 40) : m.start()]) or _ZH_PAST.search(m.string[m.end() : m.end() + 12])
    )


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def near_year(at: datetime, month: int, day: int, *, past: bool = False) -> date:
    """The date without a year: the nearest one within two months, else the coming one, or the last one in talk"
    " of the past."""
    choices = [date(year, month, day) for year in (at.year - 1, at.year, at.year + 1)]
    nearest = min(choices, key=lambda d: abs((d - at.date()).days))
    if abs((nearest - at.date()).days) <= 60:
        return nearest
    return max(d for d in choices if d <= at.date()) if past else min(d for d in choices if d >= at.date())


def compiled(pattern: str, resolve: Resolver) -> tuple[re.Pattern[str], Resolver]:
    return re.compile(pattern, re.I), resolve
