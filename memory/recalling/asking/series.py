# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Questions about what was done or measured again and again, answered from dated points: how often, how much, on
average, the latest. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from language.moments import find_moments
from memory.words import plain, series_named

Wanted = Literal["count", "rate", "sum", "average", "latest", "first", "most", "least"]
_PATTERNS: tuple[tuple[Wanted, str], ...] = (
    ("average", r"平均|\baverage\b|\bon average\b|\bmean\b"),
    ("most", r"最多|最高|最重|最长|最远|\b(?:most|highest|heaviest|longest|furthest|maximum|best)\b"),
    ("least", r"最少|最低|最轻|最短|\b(?:least|lowest|lightest|shortest|minimum)\b"),
    (
        "rate",
        r"多久[^，,。]{0,4}一次|(?:每周|一周|每个?星期|每个?月)[^，,。]{0,6}几[次回]|频率|\bhow often\b|\btimes (?:a|per) (?:week|month)\b",
    ),
    (
        "count",
        r"几[次回趟]|多少[次回趟]|\bhow many times\b|\bhow many (?:runs|walks|swims|rides|workouts|payments|sessions)\b",
    ),
    ("sum", r"一共|总共|合计|加起来|\b(?:in total|altogether|in all|total|overall)\b"),
    ("first", r"最早|最初|一开始|第一次|\b(?:first|at the start|originally|begin)"),
    ("latest", r"最近|最新|上一?次|现在|目前|\b(?:latest|last|most recent|now|currently)\b"),
    ("sum", r"多少|多远|\bhow (?:much|far|many)\b"),
)  # the first that fits
_WANTED = tuple((name, re.compile(pattern, re.I)) for name, pattern in _PATTERNS)


STATES = frozenset({"weight", "pressure", "sugar", "temperature", "reading"})  # measured, never added up


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A dated point; `amount` in `unit`, or 1 with no unit for what was merely done. `said`: its words."""

    day: date
    amount: float
    unit: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesQuestion:
    """`series` is a name of data/series.txt; days from `since` to before `until`."""

    series: str
    wanted: Wanted
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesAnswer:
    """`value` is a number of times for count, times a week for rate, else an amount in `unit`."""

    wanted: Wanted
    value: float
    unit: str
    points: tuple[Point, ...]


def read_series_question(question: str, *, now: datetime) -> SeriesQuestion | None:
    """None when it asks for no aggregate of a series. `now` is the customer's local time."""
    flat = plain(question)
    named = sorted(series_named(flat))
    wanted = next((name for name, pattern in _WANTED if pattern.search(flat)), None)
    if not named or wanted is None:
        return None
    if wanted == "sum" and named[0] in STATES:
        return None  # how much it is, not how much in all
    since, until = _span(question, now)
    if wanted == "latest" and since is not None:  # "last month" is a time, not the last one
        wanted = "count" if re.search(r"次|times|often", flat, re.I) else "latest"
    return SeriesQuestion(series=named[0], wanted=wanted, since=since, until=until)


def _span(question: str, now: datetime) -> tuple[date | None, date | None]:
    week = re.search(
        r"(上|这|本)(?:一?个?)(?:周|星期|礼拜)(?![一二三四五六日天末])|\b(last|this) week\b", plain(question), re.I
    )
    if week:
        monday = now.date() - timedelta(days=now.weekday())
        start = monday - timedelta(days=7) if (week[1] or week[2]).lower() in ("上", "last") else monday
        return start, start + timedelta(days=7)
    moment = next(iter(find_moments(question, at=now)), None)
    if moment is None:
        return None, None
    if re.search(r"以来|\bsince\b", question, re.I):
        return moment.day, None
    return moment.day, _after(moment.day, moment.grain)


def _after(day: date, grain: str) -> date:
    if grain == "day":
        return day + timedelta(days=1)
    if grain == "year":
        return date(day.year + 1, 1, 1)
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def point_of(normal: str, said: str) -> Point:
    """From a fact's normalised value: "2026-03-04 5000 m", "2026-03-04 CNY 30", "2026-03-04 1"."""
    day, _, rest = normal.partition(" ")
    number = re.search(r"-?\d+(?:\.\d+)?", rest)
    unit = (rest[: number.start()] + rest[number.end() :]).strip() if number else rest.strip()
    return Point(day=date.fromisoformat(day), amount=float(number[0]) if number else 1.0, unit=unit, said=said)


def aggregate(question: SeriesQuestion, points: Sequence[Point]) -> SeriesAnswer | None:
    """None when no point falls into the time asked about."""
    kept = sorted((p for p in points if _within(question, p.day)), key=lambda p: p.day)
    if not kept:
        return None
    unit = max({p.unit for p in kept}, key=[p.unit for p in kept].count)
    same = [p for p in kept if p.unit == unit]
    amounts = [p.amount for p in same]
    value: dict[Wanted, float] = {
        "count": len(kept),
        "rate": len(kept) / _weeks(question, kept),
        "sum": sum(amounts),
        "average": sum(amounts) / len(amounts),
        "latest": same[-1].amount,
        "first": same[0].amount,
        "most": max(amounts),
        "least": min(amounts),
    }
    counted = kept if question.wanted in ("count", "rate") else same
    chosen = {"latest": same[-1:], "first": same[:1]}.get(question.wanted, counted)
    return SeriesAnswer(wanted=question.wanted, value=value[question.wanted], unit=unit, points=tuple(chosen))


def _within(question: SeriesQuestion, day: date) -> bool:
    return (question.since is None or day >= question.since) and (question.until is None or day < question.until)


def _weeks(question: SeriesQuestion, points: Sequence[Point]) -> float:
    """The weeks asked about; without a time, those between the first and the last point; at least one."""
    first = question.since or points[0].day
    last = question.until or points[-1].day + timedelta(days=1)
    return max(1.0, (last - first).days / 7)


def say(answer: SeriesAnswer, *, language: str) -> str:
    """One short sentence with the figure and the days it rests on."""
    chinese = language.startswith("zh")
    times = len(answer.points)
    if answer.wanted in ("count", "rate"):
        rate = f"{answer.value:.1f}".rstrip("0").rstrip(".")
        if answer.wanted == "rate":
            return f"共{times}次，平均每周{rate}次。" if chinese else f"{times} times, {rate} times a week on average."
        return f"{times}次（{_days(answer)}）。" if chinese else f"{times} time{'s' * (times != 1)} ({_days(answer)})."
    if answer.wanted in ("latest", "first"):
        point = answer.points[0]
        return f"{point.said}（{point.day.isoformat()}）。" if chinese else f"{point.said} ({point.day.isoformat()})."
    figure = _figure(answer)
    return f"{figure}（{times}次）。" if chinese else f"{figure} ({times} time{'s' * (times != 1)})."


def _days(answer: SeriesAnswer) -> str:
    days = [point.day.isoformat() for point in answer.points]
    return ", ".join(days if len(days) <= 6 else [*days[:3], "…", *days[-2:]])


_SCALES = {"mm": ((1_000_000, "km"), (1000, "m"), (10, "cm")), "g": ((1000, "kg"),), "ml": ((1000, "l"),)}


def _figure(answer: SeriesAnswer) -> str:
    value, unit = answer.value, answer.unit
    for factor, name in _SCALES.get(unit, ()):
        if abs(value) >= factor:
            value, unit = value / factor, name
            break
    number = f"{value:.2f}".rstrip("0").rstrip(".")
    return f"{unit} {number}".strip() if len(unit) == 3 and unit.isupper() else f"{number} {unit}".strip()
