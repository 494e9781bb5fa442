# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The rules of language/moments.py: a pattern for each way to name a date, and what it resolves to; here the English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from dateutil.relativedelta import relativedelta

from language.counting import english_number
from language.moment_chinese import chinese_rules
from language.moment_parts import Grain, Resolved, Resolver, compiled, in_past, monday_of, near_year

_EN_NUMBER = r"(?:\d{1,3}|a couple of|a couple|couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty)"
_YESTERDAY, _TOMORROW = r"(?:yesterday|yest|yday|yesterdy)", r"(?:tomorrow|tomorow|tomoz|tmrw|tmr|tmw)"
_DAYS = r"(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?"
_MONTH_NAMES = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WEEKDAY_KEYS = "mon tue wed thu fri sat sun".split()


def _month(name: str) -> int:
    return _MONTHS.index(name.lower()[:3]) + 1


def _en_date(m: re.Match[str], at: datetime) -> Resolved:
    month, day = _month(m["m"]), int(m["d"])
    if m["y"]:
        return date(int(m["y"]), month, day), "day", False
    return near_year(at, month, day, past=in_past(m)), "day", False


def _en_month(m: re.Match[str], at: datetime) -> Resolved:
    month = _month(m["m"])
    if m["y"]:
        return date(int(m["y"]), month, 1), "month", False
    return near_year(at, month, 1, past=in_past(m)), "month", True


def _en_day_name(m: re.Match[str], at: datetime) -> Resolved:
    word = " ".join(m[0].lower().split()).removeprefix("the ")
    for key, shift in (
        ("before yest", -2),
        ("before yday", -2),
        ("night before last", -2),
        ("after tom", 2),
        ("after tm", 2),
        ("yest", -1),
        ("yday", -1),
        ("last night", -1),
        ("tom", 1),
        ("tm", 1),
    ):
        if key in word:
            return at.date() + timedelta(days=shift), "day", True
    return at.date(), "day", True


def _shift(count: int, unit: str) -> timedelta | relativedelta:
    unit = unit.lower()
    if unit.startswith(("day", "night", "morning", "evening")):
        return timedelta(days=count)
    if unit.startswith("fortnight"):
        return timedelta(weeks=2 * count)
    if unit.startswith(("week", "wk")):
        return timedelta(weeks=count)
    return relativedelta(months=count) if unit.startswith("month") else relativedelta(years=count)


def _unit_grain(unit: str) -> Grain:
    return "year" if unit.lower().startswith("y") else "month" if unit.lower().startswith("month") else "day"


def _en_ago(m: re.Match[str], at: datetime) -> Resolved:
    return at.date() - _shift(english_number(m["n"]), m["u"]), _unit_grain(m["u"]), True


def _en_from(m: re.Match[str], at: datetime) -> Resolved:
    anchor = at.date()
    base = (m["base"] or "").lower()
    if "tomorrow" in base:
        anchor += timedelta(days=1)
    elif "yesterday" in base:
        anchor -= timedelta(days=1)
    elif base[:3] in _WEEKDAY_KEYS:
        anchor += timedelta(days=(_WEEKDAY_KEYS.index(base[:3]) - anchor.weekday()) % 7)
    return anchor + _shift(english_number(m["n"]), m["u"]), _unit_grain(m["u"]), True


def _en_in(m: re.Match[str], at: datetime) -> Resolved:
    return at.date() + _shift(english_number(m["n"]), m["u"]), _unit_grain(m["u"]), True


def _en_weekday(m: re.Match[str], at: datetime) -> Resolved:
    target = _WEEKDAY_KEYS.index(m["w"].lower()[:3])
    rel = " ".join((m["rel"] or "").lower().split())
    ahead = (target - at.weekday()) % 7
    if rel == "last" or "past" in rel:
        return at.date() - timedelta(days=(at.weekday() - target) % 7 or 7), "day", True
    if rel == "next":
        return monday_of(at.date()) + timedelta(days=7 + target), "day", True
    if not rel and (in_past(m) or m[0].lower().startswith("since")):
        return at.date() - timedelta(days=(at.weekday() - target) % 7), "day", True
    return at.date() + timedelta(days=ahead), "day", True


def _en_weekday_of_week(m: re.Match[str], at: datetime) -> Resolved:
    """Tuesday last week, next week Friday."""
    target = _WEEKDAY_KEYS.index((m["w"] or m["v"]).lower()[:3])
    sign = {"last": -1, "next": 1, "this": 0}[(m["rel"] or m["ler"]).lower()]
    return monday_of(at.date()) + timedelta(days=target + 7 * sign), "day", True


def _en_weekday_gone(m: re.Match[str], at: datetime) -> Resolved:
    """Sunday just gone; two Fridays ago."""
    target = _WEEKDAY_KEYS.index(m["w"].lower()[:3])
    latest = at.date() - timedelta(days=(at.weekday() - target) % 7 or 7)
    return latest - timedelta(weeks=english_number(m["n"]) - 1 if m["n"] else 0), "day", True


def _en_weekday_week(m: re.Match[str], at: datetime) -> Resolved:
    """Friday week: the one after the coming Friday."""
    target = _WEEKDAY_KEYS.index(m["w"].lower()[:3])
    return at.date() + timedelta(days=((target - at.weekday()) % 7 or 7) + 7), "day", True


def _en_relative_unit(m: re.Match[str], at: datetime) -> Resolved:
    sign = {"last": -1, "next": 1, "this": 0}[m["rel"].lower()]
    unit = m["u"].lower()
    if unit == "month":
        first = at.date().replace(day=1) + relativedelta(months=sign)
        return (first.replace(day=int(m["d"])), "day", True) if m["d"] else (first, "month", True)
    if unit == "year":
        return date(at.year + sign, 1, 1), "year", True
    return None


def _en_ordinal(m: re.Match[str], at: datetime) -> Resolved:
    day = int(m["d"])
    choices = [at.date().replace(day=1) + relativedelta(months=k) for k in (-1, 0, 1)]
    days = [first + timedelta(days=day - 1) for first in choices]
    kept = [d for d, first in zip(days, choices, strict=True) if d.month == first.month]
    past = in_past(m)
    ordered = [d for d in kept if (d <= at.date()) == past]
    return (min(ordered, key=lambda d: abs((d - at.date()).days)), "day", True) if ordered else None


def _english_rules() -> Iterator[tuple[re.Pattern[str], Resolver]]:
    n, month_name = _EN_NUMBER, _MONTH_NAMES
    yield compiled(
        rf"\b(?P<n>{n})\s*(?P<u>days?|nights?|weeks?|wks?|fortnights?|months?|years?)\s+(?:from|after)\s+"
        rf"(?P<base>now|today|tomorrow|yesterday|this {_DAYS}|{_DAYS})\b",
        _en_from,
    )
    yield compiled(rf"\b(?P<n>a)\s+(?P<u>week|fortnight)\s+(?:on\s+)?(?P<base>today|tomorrow|{_DAYS})\b", _en_from)
    yield compiled(
        rf"\b(?:(?P<w>{_DAYS})s? (?:of )?(?P<rel>last|next|this) week|(?P<ler>last|next|this) week(?:'s)?,? (?:on )?(?P<v>{_DAYS}))\b",
        _en_weekday_of_week,
    )
    yield compiled(
        rf"\b(?:(?P<n>{n})\s+)?(?P<w>{_DAYS})s?\s+(?:(?:\w+ )?just gone|gone|(?<=s )ago)\b", _en_weekday_gone
    )
    yield compiled(rf"\b(?:on\s+)?(?P<w>{_DAYS})\s+week\b", _en_weekday_week)
    yield compiled(
        rf"\b(?P<n>{n})\s*(?P<u>days?|nights?|mornings?|evenings?|weeks?|wks?|fortnights?|months?|years?"
        rf"|yrs?)\s+(?:ago|back|before now)\b(?:\s+today)?",
        _en_ago,
    )
    yield compiled(
        rf"\b(?:in|within)\s+(?P<n>{n})\s+(?P<u>days?|weeks?|fortnights?|months?|years?)\b(?:'? time)?", _en_in
    )
    yield compiled(
        rf"\b(?:the\s+)?(?:(?:day|night) before {_YESTERDAY}|day after {_TOMORROW}|night before last|{_YESTERDAY}|{_TOMORROW}"
        r"|today|tonight|last night|this morning|this evening|this afternoon|this arvo)\b",
        _en_day_name,
    )
    yield compiled(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{month_name})\b\.?,?(?:\s+(?P<y>20\d\d))?", _en_date
    )
    yield compiled(
        rf"\b(?P<m>{month_name})\.?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:\d|%)(?:,?\s+(?P<y>20\d\d))?",
        _en_date,
    )
    yield compiled(
        r"\b(?:the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+of\s+)?(?P<rel>last|next|this) (?P<u>month|year)\b",
        _en_relative_unit,
    )
    yield compiled(
        rf"\b(?:(?P<rel>last|next|this coming|this past|coming|past|this)\s+|on\s+"
        rf"|since\s+)?(?P<w>{_DAYS})\b(?![-/]?\d|[-/][a-z])",
        _en_weekday,
    )
    yield compiled(rf"\b(?P<m>{month_name})\b\.?(?:\s+(?P<y>20\d\d))?", _en_month)
    yield compiled(r"\bthe\s+(?P<d>\d{1,2})(?:st|nd|rd|th)\b", _en_ordinal)


RULES = (*chinese_rules(), *_english_rules())
