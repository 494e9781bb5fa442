"""Literals: the parts of a sentence that have one right value. Equal meaning gives an equal `value`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from language.amounts import amounts
from language.calendar_words import dates, times, weekdays
from language.identifiers import codes, identifiers, numbers_to_call
from language.literal_types import Found, Literal, LiteralKind
from language.moments import find_moments
from language.script import aligned

_SPAN = re.compile(
    r"\d|\b(?:in|within|ago|next \w+ days)\b|[天周月年期日时][前后内]|以[前后内]", re.IGNORECASE
)  # durations
_BARE = re.compile(
    r"(?:周|星期|礼拜)[一二三四五六日天末]|(?:on )?\w{3,6}days?|[一二三四五六七八九十两]+.*", re.IGNORECASE
)

_DATED = re.compile(
    r"\d|[月日号点年]|\b(?:noon|mid(?:day|night))\b|[A-Z]{4}|[A-Z]{2}-|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|Noon|NOON"
)
_COUNTED = re.compile(
    r"\d|[零〇一二两俩三四五六七八九十百千半]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|"
    r"\w{3,4}ty|zero|half|an? (?:week|month|year|day|hour|fortnight))\b|\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-",
    re.IGNORECASE,
)  # cheap signs that there is something to read

__all__ = ["Literal", "LiteralKind", "find_literals"]


@lru_cache(maxsize=2048)
def find_literals(text: str, *, now: datetime | None = None) -> tuple[Literal, ...]:
    """In order, not overlapping. With `now` (local time), relative days become dates; weekdays stay "wd3" without a week.

    About 0.3 ms for 200 characters; the time is linear in the length of the text.
    """
    plain = aligned(text)
    taken = bytearray(len(plain) + 1)
    found: list[Literal] = []
    for item in _readings(plain, now):
        if item.start < item.end and not any(taken[item.start : item.end]):
            taken[item.start : item.end] = b"\1" * (item.end - item.start)
            found.append(
                Literal(kind=item.kind, text=text[item.start : item.end], start=item.start, end=item.end,
                        value=item.value, number=item.number)
            )  # fmt: skip
    return tuple(sorted(found, key=lambda literal: literal.start))


def _readings(plain: str, now: datetime | None) -> Iterator[Found]:
    """The surest first: what an earlier reader takes, a later one does not see."""
    yield from identifiers(plain)
    if _DATED.search(plain):
        yield from dates(plain)
        yield from times(plain)
        yield from numbers_to_call(plain)
        yield from codes(plain)
    if now is not None:
        yield from _relative(plain, now)
    yield from weekdays(plain)
    if _COUNTED.search(plain):
        yield from amounts(plain)


def _relative(plain: str, now: datetime) -> Iterator[Found]:
    for moment in find_moments(plain, at=now):
        if moment.relative and not _SPAN.search(moment.text) and not _BARE.fullmatch(moment.text):
            value = moment.day.isoformat()[: {"day": 10, "month": 7, "year": 4}[moment.grain]]
            yield Found(kind=LiteralKind.RELATIVE_DAY, start=moment.start, end=moment.end, value=value)
