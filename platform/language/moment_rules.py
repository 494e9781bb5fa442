# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The rules of language/moments.py: a pattern for each way to name a date, and what it resolves to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Literal

from dateutil.relativedelta import relativedelta

from language.counting import chinese_number, english_number

Grain = Literal["day", "month", "year"]
Resolved = tuple[date, Grain, bool] | None
Resolver = Callable[[re.Match[str], datetime], Resolved]


_NUMBER = r"(?:\d{1,4}|[零〇一二三四五六七八九十廿两兩俩百]{1,4})"
_WEEKDAYS = {c: i for i, c in enumerate("一二三四五六")} | {"日": 6, "天": 6, "末": 5}
_EN_NUMBER = r"(?:\d{1,3}|a couple of|a couple|couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty)"
_DAYS = r"(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?"
_MONTH_NAMES = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WEEKDAY_KEYS = "mon tue wed thu fri sat sun".split()
_PAST = re.compile(r"\b(since|was|were|did|had|got|came|went|been|last|\w+ed)\b", re.I)
_ZH_PAST = re.compile("[了过過]|的时候|那天|咗")


def _in_past(m: re.Match[str]) -> bool:
    return bool(
        _PAST.search(m.string[max(0, m.start() - 40) : m.start()]) or _ZH_PAST.search(m.string[m.end() : m.end() + 12])
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _near_year(at: datetime, month: int, day: int, *, past: bool = False) -> date:
    """The date without a year: the nearest one within two months, else the coming one, or the last one in talk"
    " of the past."""
    choices = [date(year, month, day) for year in (at.year - 1, at.year, at.year + 1)]
    nearest = min(choices, key=lambda d: abs((d - at.date()).days))
    if abs((nearest - at.date()).days) <= 60:
        return nearest
    return max(d for d in choices if d <= at.date()) if past else min(d for d in choices if d >= at.date())


def _zh_full(m: re.Match[str], at: datetime) -> Resolved:
    year = int(m["y"])
    year = year + 2000 if year < 100 else year
    return (
        date(year, chinese_number(m["m"]), chinese_number(m["d"]) if m["d"] else 1),
        "day" if m["d"] else "month",
        False,
    )


def _zh_named_year(m: re.Match[str], at: datetime) -> Resolved:
    year = at.year + {"前": -2, "去": -1, "上": -1, "今": 0, "本": 0, "明": 1, "后": 2, "後": 2}[m["rel"]]
    if not m["m"]:
        return date(year, 1, 1), "year", True
    return (
        date(year, chinese_number(m["m"]), chinese_number(m["d"]) if m["d"] else 1),
        "day" if m["d"] else "month",
        True,
    )


def _zh_month_day(m: re.Match[str], at: datetime) -> Resolved:
    return _near_year(at, chinese_number(m["m"]), chinese_number(m["d"]), past=_in_past(m)), "day", False


def _zh_relative_month(m: re.Match[str], at: datetime) -> Resolved:
    shift = {"上上": -2, "上": -1, "这": 0, "這": 0, "本": 0, "今": 0, "下": 1, "下下": 2}[m["rel"]]
    first = at.date().replace(day=1) + relativedelta(months=shift)
    if m["d"]:
        return first.replace(day=chinese_number(m["d"])), "day", True
    return first, "month", True


def _zh_day_name(m: re.Match[str], at: datetime) -> Resolved:
    names = {"大前": -3, "前": -2, "昨": -1, "尋": -1, "寻": -1, "今": 0, "明": 1, "听": 1, "聽": 1, "后": 2, "後": 2}
    names |= {"大后": 3, "大後": 3}
    return at.date() + timedelta(days=names[m["rel"]]), "day", True


def _zh_weekday(m: re.Match[str], at: datetime) -> Resolved:
    weekday = _WEEKDAYS[m["w"]]
    rel = m["rel"]
    if rel:
        shift = {"上上": -14, "上": -7, "这": 0, "這": 0, "本": 0, "今": 0, "呢": 0, "下": 7, "下下": 14}[rel]
        return _monday(at.date()) + timedelta(days=weekday + shift), "day", True
    return at.date() + timedelta(days=(weekday - at.weekday()) % 7), "day", True


def _zh_offset(m: re.Match[str], at: datetime) -> Resolved:
    half = m["n"].startswith("半")
    count = 0 if half else chinese_number(m["n"])
    direction = -1 if m["dir"].endswith("前") else 1
    unit = m["u"]
    if unit in "天日晚夜":
        return at.date() + timedelta(days=direction * count), "day", True
    if unit in ("周", "週", "星期", "礼拜", "禮拜"):
        return at.date() + timedelta(weeks=direction * count), "day", True
    if unit == "月":
        delta = timedelta(days=15) if half else relativedelta(months=count)
        return at.date() + direction * delta, "day" if half else "month", True
    return (at.date() + direction * (relativedelta(months=6) if half else relativedelta(years=count))), "month", True


def _zh_ahead(m: re.Match[str], at: datetime) -> Resolved:
    days = chinese_number(m["n"]) * (1 if m["u"] in "天日" else 7)
    return at.date() + timedelta(days=days), "day", True


def _iso(m: re.Match[str], at: datetime) -> Resolved:
    return date(int(m["y"]), int(m["m"]), int(m["d"])), "day", False


def _month(name: str) -> int:
    return _MONTHS.index(name.lower()[:3]) + 1


def _en_date(m: re.Match[str], at: datetime) -> Resolved:
    month, day = _month(m["m"]), int(m["d"])
    if m["y"]:
        return date(int(m["y"]), month, day), "day", False
    return _near_year(at, month, day, past=_in_past(m)), "day", False


def _en_month(m: re.Match[str], at: datetime) -> Resolved:
    month = _month(m["m"])
    if m["y"]:
        return date(int(m["y"]), month, 1), "month", False
    return _near_year(at, month, 1, past=_in_past(m)), "month", True


def _en_day_name(m: re.Match[str], at: datetime) -> Resolved:
    word = " ".join(m[0].lower().split()).removeprefix("the ")
    for key, shift in (
        ("before yesterday", -2),
        ("after tomorrow", 2),
        ("yesterday", -1),
        ("last night", -1),
        ("tomorrow", 1),
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
        return _monday(at.date()) + timedelta(days=7 + target), "day", True
    if not rel and (_in_past(m) or m[0].lower().startswith("since")):
        return at.date() - timedelta(days=(at.weekday() - target) % 7), "day", True
    return at.date() + timedelta(days=ahead), "day", True


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
    past = _in_past(m)
    ordered = [d for d in kept if (d <= at.date()) == past]
    return (min(ordered, key=lambda d: abs((d - at.date()).days)), "day", True) if ordered else None


def _compile(pattern: str, resolve: Resolver) -> tuple[re.Pattern[str], Resolver]:
    return re.compile(pattern, re.I), resolve


def _chinese_rules() -> Iterator[tuple[re.Pattern[str], Resolver]]:
    day_end = "[日号號]"
    yield _compile(r"(?<!\d)(?P<y>20\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)", _iso)
    yield _compile(rf"(?P<y>\d{{4}}|\d\d)年(?P<m>{_NUMBER})月(?:(?P<d>{_NUMBER}){day_end}?)?", _zh_full)
    yield _compile(
        rf"(?P<rel>[前去今明后後])年(?:(?P<m>{_NUMBER})月份?(?:(?P<d>{_NUMBER}){day_end}?)?)?", _zh_named_year
    )
    yield _compile(rf"(?P<m>{_NUMBER})月(?P<d>{_NUMBER}){day_end}?(?![\d个個])", _zh_month_day)
    yield _compile(
        rf"(?P<rel>上上|下下|上|下|这|這|本)(?:个|個)?月(?:份)?(?:的)?(?:(?P<d>{_NUMBER}){day_end})?",
        _zh_relative_month,
    )
    yield _compile(r"(?P<rel>大前|大后|大後|前|昨|尋|寻|今|明|聽|听|后|後)(?:天|日|晚|早)(?!常|后|後)", _zh_day_name)
    yield _compile(
        r"(?<!每)(?P<rel>上上|下下|上|下|这|這|本|呢)?(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?P<w>[一二三四五六日天末])(?![个個年])",
        _zh_weekday,
    )
    yield _compile(
        rf"(?P<n>{_NUMBER}|半)(?:个|個|多)?(?P<u>天|日|晚|夜|周|週|星期|礼拜|禮拜|月|年)(?:多)?(?P<dir>之前|以前|前|之后|之後|以后|以後|后|後)",
        _zh_offset,
    )
    yield _compile(
        rf"(?:再过|再過|过|過|还有|還有)(?P<n>{_NUMBER})(?:个|個)?(?P<u>天|日|周|週|星期|礼拜|禮拜)", _zh_ahead
    )


def _english_rules() -> Iterator[tuple[re.Pattern[str], Resolver]]:
    n, month_name = _EN_NUMBER, _MONTH_NAMES
    yield _compile(
        rf"\b(?P<n>{n})\s*(?P<u>days?|nights?|weeks?|wks?|fortnights?|months?|years?)\s+(?:from|after)\s+"
        rf"(?P<base>now|today|tomorrow|yesterday|this {_DAYS}|{_DAYS})\b",
        _en_from,
    )
    yield _compile(rf"\b(?P<n>a)\s+(?P<u>week|fortnight)\s+(?:on\s+)?(?P<base>today|tomorrow|{_DAYS})\b", _en_from)
    yield _compile(
        rf"\b(?P<n>{n})\s*(?P<u>days?|nights?|mornings?|evenings?|weeks?|wks?|fortnights?|months?|years?"
        rf"|yrs?)\s+(?:ago|back|before now)\b(?:\s+today)?",
        _en_ago,
    )
    yield _compile(
        rf"\b(?:in|within)\s+(?P<n>{n})\s+(?P<u>days?|weeks?|fortnights?|months?|years?)\b(?:'? time)?", _en_in
    )
    yield _compile(
        r"\b(?:the\s+)?(?:day before yesterday|day after tomorrow|yesterday|tomorrow|today|tonight|last night"
        r"|this morning|this evening|this afternoon)\b",
        _en_day_name,
    )
    yield _compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{month_name})\b\.?,?(?:\s+(?P<y>20\d\d))?", _en_date
    )
    yield _compile(
        rf"\b(?P<m>{month_name})\.?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:\d|%)(?:,?\s+(?P<y>20\d\d))?",
        _en_date,
    )
    yield _compile(
        r"\b(?:the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+of\s+)?(?P<rel>last|next|this) (?P<u>month|year)\b",
        _en_relative_unit,
    )
    yield _compile(
        rf"\b(?:(?P<rel>last|next|this coming|this past|coming|past|this)\s+|on\s+"
        rf"|since\s+)?(?P<w>{_DAYS})\b(?![-/]?\d|[-/][a-z])",
        _en_weekday,
    )
    yield _compile(rf"\b(?P<m>{month_name})\b\.?(?:\s+(?P<y>20\d\d))?", _en_month)
    yield _compile(r"\bthe\s+(?P<d>\d{1,2})(?:st|nd|rd|th)\b", _en_ordinal)


RULES = (*_chinese_rules(), *_english_rules())
