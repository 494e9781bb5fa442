"""Ways to name a date in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from dateutil.relativedelta import relativedelta

from language.counting import chinese_number
from language.moment_parts import Resolved, Resolver, compiled, in_past, monday_of, near_year

_NUMBER = r"(?:\d{1,4}|[零〇一二三四五六七八九十廿两兩俩百]{1,4})"
_WEEKDAYS = {c: i for i, c in enumerate("一二三四五六")} | {"日": 6, "天": 6, "末": 5}


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
    return near_year(at, chinese_number(m["m"]), chinese_number(m["d"]), past=in_past(m)), "day", False


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
        return monday_of(at.date()) + timedelta(days=weekday + shift), "day", True
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


def chinese_rules() -> Iterator[tuple[re.Pattern[str], Resolver]]:
    day_end = "[日号號]"
    yield compiled(r"(?<!\d)(?P<y>20\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)", _iso)
    yield compiled(rf"(?P<y>\d{{4}}|\d\d)年(?P<m>{_NUMBER})月(?:(?P<d>{_NUMBER}){day_end}?)?", _zh_full)
    yield compiled(
        rf"(?P<rel>[前去今明后後])年(?:(?P<m>{_NUMBER})月份?(?:(?P<d>{_NUMBER}){day_end}?)?)?", _zh_named_year
    )
    yield compiled(rf"(?P<m>{_NUMBER})月(?P<d>{_NUMBER}){day_end}?(?![\d个個])", _zh_month_day)
    yield compiled(
        rf"(?P<rel>上上|下下|上|下|这|這|本)(?:个|個)?月(?:份)?(?:的)?(?:(?P<d>{_NUMBER}){day_end})?",
        _zh_relative_month,
    )
    yield compiled(
        r"(?P<rel>大前|大后|大後|前|昨|尋|寻|今|明|聽|听|后|後)(?:天|日|晚|早|儿|兒|夜)(?!常|后|後|子)", _zh_day_name
    )
    yield compiled(
        r"(?<!每)(?P<rel>上上|下下|上|下|这|這|本|呢)?(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?P<w>[一二三四五六日天末])(?![个個年])",
        _zh_weekday,
    )
    yield compiled(
        rf"(?P<n>{_NUMBER}|半)(?:个|個|多)?(?P<u>天|日|晚|夜|周|週|星期|礼拜|禮拜|月|年)(?:多)?(?P<dir>之前|以前|前|之后|之後|以后|以後|后|後)",
        _zh_offset,
    )
    yield compiled(
        rf"(?:再过|再過|过|過|还有|還有)(?P<n>{_NUMBER})(?:个|個)?(?P<u>天|日|周|週|星期|礼拜|禮拜)", _zh_ahead
    )
