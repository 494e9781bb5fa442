# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Dates as people say them, resolved against the moment they spoke: "上周三", "in 12 days", "the 13th of June".

Weeks begin on Monday. "上周三" is Wednesday of the week before, "下周六" Saturday of the week after; "last Thursday" is the
most recent Thursday before today, "next Thursday" that of the week after, "this Thursday" the coming one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from language.moment_parts import Grain, Resolved, Resolver
from language.moment_rules import RULES

__all__ = ["Grain", "Moment", "find_moments", "local_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A date expression at characters [start, end). `day` is the first day of the month or year for coarser grains.

    `relative`: it cannot be read without knowing when it was said."""

    start: int
    end: int
    text: str
    day: date
    grain: Grain = "day"
    relative: bool = True


def find_moments(text: str, *, at: datetime) -> tuple[Moment, ...]:
    """Every date expression of `text`, left to right, without overlaps. `at` is the speaker's local time."""
    found: list[Moment] = []
    taken = [False] * (len(text) + 1)
    for pattern, resolve in RULES:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            day = _safely(resolve, match, at)
            if day is None:
                continue
            resolved, grain, relative = day
            found.append(
                Moment(
                    start=match.start(),
                    end=match.end(),
                    text=match[0].strip(),
                    day=resolved,
                    grain=grain,
                    relative=relative,
                )
            )
            for i in range(match.start(), match.end()):
                taken[i] = True
    return tuple(sorted(found, key=lambda m: m.start))


def local_time(at: datetime, time_zone: str) -> datetime:
    """In the customer's zone: an IANA name, an offset such as +08:00, else UTC."""
    try:
        return at.astimezone(ZoneInfo(time_zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    try:
        return at.astimezone(datetime.strptime(time_zone.removeprefix("UTC"), "%z").tzinfo)
    except ValueError:
        return at


def _safely(resolve: Resolver, match: re.Match[str], at: datetime) -> Resolved:
    try:
        return resolve(match, at)
    except (ValueError, OverflowError):  # 30 February, year 0: not a date
        return None
