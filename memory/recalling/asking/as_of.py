# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Questions about what held earlier: "my old address", "where did I live in March", 之前的电话. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Protocol, TypeVar

from language.moments import find_moments
from memory.recalling.asking.question import read_question
from memory.words import plain

_PREVIOUS = re.compile(
    r"旧的?|老(?=地址|号码?|电话|手机|单位|公司)|(?:之前|以前|原来|原先|先前|上一个|前一个)的?|搬家?(?:之)?前|换[^，,。]{0,6}之?前|改[^，,。]{0,4}之?前"
    r"|\b(?:old|previous|former|earlier|last but one)\b|\bused to\b|\bbefore (?:i|we|the|that|my)\b[^?]*\b(?:mov|chang|switch|updat|swap)\w*",
    re.I,
)
_BEFORE = re.compile(r"(?:之|以)前|\bbefore\b|\buntil\b", re.I)
_NOW = re.compile(r"现在|目前|最新|如今|\b(?:now|currently|latest|these days)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """What held at `at`; without it, what held before what holds now."""

    at: datetime | None = None


class Version(Protocol):
    """A version of a fact; `normal` tells two values apart."""

    @property
    def normal(self) -> str: ...
    @property
    def observed_at(self) -> datetime: ...


V = TypeVar("V", bound=Version)


def read_as_of(question: str, *, now: datetime) -> AsOf | None:
    """None when it asks about now, or about no time. `now` is the customer's local time."""
    flat = plain(question)
    if _NOW.search(flat):
        return None
    past = [m for m in find_moments(question, at=now) if m.day <= now.date()]
    if past:
        return AsOf(at=_limit(past[0].day, past[0].grain, now, before=bool(_BEFORE.search(flat))))
    for month in sorted(read_question(question).months):
        day = date(now.year - (month > now.month), month, 1)
        return AsOf(at=_limit(day, "month", now, before=bool(_BEFORE.search(flat))))
    return AsOf() if _PREVIOUS.search(flat) else None


def _limit(day: date, grain: str, now: datetime, *, before: bool) -> datetime:
    """The end of the day, month or year that is named; its beginning, when the question says "before"."""
    if before:
        return datetime.combine(day, time.min, now.tzinfo)
    return min(now, datetime.combine(_next(day, grain), time.min, now.tzinfo) - timedelta(microseconds=1))


def _next(day: date, grain: str) -> date:
    if grain == "year":
        return date(day.year + 1, 1, 1)
    if grain == "month":
        return date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return day + timedelta(days=1)


def version_for(asked: AsOf, versions: Sequence[V]) -> V | None:
    """Of the versions of one fact, oldest first, the one asked for; None when there was never another value."""
    if len({v.normal for v in versions}) < 2:
        return None
    if asked.at is not None:
        told = [v for v in versions if v.observed_at <= asked.at]
        return told[-1] if told else None
    return next((v for v in reversed(versions) if v.normal != versions[-1].normal), None)
