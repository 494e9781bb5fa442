"""Literals: the parts of a sentence that have one right value. Equal meaning gives an equal `value`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from language.numerals import parse_number
from language.script import fold


class LiteralKind(StrEnum):
    CODE = "code"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    PERCENT = "percent"
    QUANTITY = "quantity"
    PHONE = "phone"
    EMAIL = "email"
    URL = "url"
    NUMBER = "number"
    RELATIVE_DAY = "relative_day"


@dataclass(frozen=True, kw_only=True, slots=True)
class Literal:
    """`text` stands at [start, end) of the folded text; `value` is canonical: "CNY 99", "2026-02-25", "P30D"."""

    kind: LiteralKind
    text: str
    start: int
    end: int
    value: str


_N = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[零〇一二两三四五六七八九十百千万亿半]+(?:点[零一二三四五六七八九]+)?"
_CURRENCY = {"$": "USD", "us$": "USD", "usd": "USD", "dollars": "USD", "dollar": "USD", "美元": "USD", "€": "EUR",
             "eur": "EUR", "euro": "EUR", "euros": "EUR", "欧元": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP",
             "英镑": "GBP", "¥": "CNY", "￥": "CNY", "rmb": "CNY", "cny": "CNY", "yuan": "CNY", "元": "CNY", "块": "CNY",
             "块钱": "CNY", "人民币": "CNY"}  # fmt: skip
_PERIOD = {"year": "Y", "years": "Y", "年": "Y", "month": "M", "months": "M", "个月": "M", "week": "W", "weeks": "W",
           "周": "W", "个星期": "W", "星期": "W", "day": "D", "days": "D", "天": "D", "日": "D", "working day": "WD",
           "working days": "WD", "business day": "WD", "business days": "WD", "个工作日": "WD", "工作日": "WD",
           "hour": "h", "hours": "h", "小时": "h", "个小时": "h", "minute": "m", "minutes": "m", "分钟": "m"}  # fmt: skip
_MONTHS = {name: number for number, names in enumerate(
    ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
     "september sept sep", "october oct", "november nov", "december dec"), start=1) for name in names.split()}  # fmt: skip
_WEEKDAYS = {"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6}
_DAYS = {"昨天": -1, "前天": -2, "今天": 0, "明天": 1, "后天": 2, "yesterday": -1, "today": 0, "tomorrow": 1}


def find_literals(text: str, *, now: datetime | None = None) -> tuple[Literal, ...]:
    """In order, not overlapping, longest kinds first. With `now`, relative days become dates."""
    folded = fold(text)
    taken: list[tuple[int, int]] = []
    found: list[Literal] = []
    for kind, pattern, value_of in _RULES:
        for match in pattern.finditer(folded):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            value = value_of(match, now)
            if value is None:
                continue
            taken.append((match.start(), match.end()))
            found.append(Literal(kind=kind, text=match.group(0), start=match.start(), end=match.end(), value=value))
    return tuple(sorted(found, key=lambda literal: literal.start))


def _plain(match: re.Match[str], now: datetime | None) -> str | None:
    return match.group(0)


def _code(match: re.Match[str], now: datetime | None) -> str | None:
    text = match.group(0)
    digits = sum(character.isdigit() for character in text)
    return text.upper() if digits >= 2 and (digits >= 5 or not text.isdigit()) else None


def _phone(match: re.Match[str], now: datetime | None) -> str | None:
    digits = re.sub(r"\D", "", match.group(0))
    return digits[-11:] if 7 <= len(digits) <= 15 else None


def _money(match: re.Match[str], now: datetime | None) -> str | None:
    groups = match.groupdict()
    amount, currency = parse_number(groups["n"]), _CURRENCY.get(groups["unit"].strip())
    if amount is None or currency is None:
        return None
    return f"{currency} {amount + int(groups.get('tenth') or 0) / 10:g}"  # 214块6 is 214.6


def _percent(match: re.Match[str], now: datetime | None) -> str | None:
    number = parse_number(match.group("n") or match.group("m"))
    return None if number is None else f"{number:g}%"


def _duration(match: re.Match[str], now: datetime | None) -> str | None:
    number = parse_number(match.group("n"))
    unit = _PERIOD.get(" ".join(match.group("unit").split()))
    if number is None or unit is None:
        return None
    return f"P{number * 7:g}D" if unit == "W" else f"P{number:g}{unit}"


def _date(match: re.Match[str], now: datetime | None) -> str | None:
    groups = match.groupdict()
    month = groups.get("m") or ""
    number = _MONTHS.get(month) or parse_number(month)
    day = parse_number(groups.get("d") or "")
    year = parse_number(groups["y"]) if groups.get("y") else None
    if number is None or day is None or not (1 <= number <= 12 and 1 <= day <= 31):
        return None
    return f"{int(year):04d}-{int(number):02d}-{int(day):02d}" if year else f"--{int(number):02d}-{int(day):02d}"


def _time(match: re.Match[str], now: datetime | None) -> str | None:
    hour, minute = int(match.group("h")), int(match.group("min") or 0)
    half = match.group("half") or ""
    if half.startswith("p") and hour < 12:
        hour += 12
    return f"T{hour:02d}:{minute:02d}" if hour < 25 and minute < 60 else None


def _relative(match: re.Match[str], now: datetime | None) -> str | None:
    word = match.group(0)
    if now is None:
        return word
    if word in _DAYS:
        return (now.date() + timedelta(days=_DAYS[word])).isoformat()
    return _weekday(word, now.date())


def _weekday(word: str, today: date) -> str:
    which, name = word.split()
    ahead = (_WEEKDAYS[name] - today.weekday()) % 7 or 7
    return (today + timedelta(days=ahead if which == "next" else ahead - 7)).isoformat()


def _quantity(match: re.Match[str], now: datetime | None) -> str | None:
    number = parse_number(match.group("n"))
    unit = {"克": "g", "千克": "kg", "公斤": "kg", "毫升": "ml", "升": "l", "厘米": "cm", "米": "m"}.get(
        match.group("unit"), match.group("unit")
    )
    return None if number is None else f"{number:g} {unit}"


def _number(match: re.Match[str], now: datetime | None) -> str | None:
    number = parse_number(match.group(0))
    return None if number is None else f"{number:g}"


_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(_PERIOD, key=len, reverse=True))
_SIGNS = r"us\$|\$|€|£|¥|usd|eur|rmb|gbp"
_MONEY_UNIT = "|".join(re.escape(u) for u in sorted(_CURRENCY, key=len, reverse=True) if len(u) > 1 or u in "元块€")
_Rule = tuple[LiteralKind, re.Pattern[str], Callable[[re.Match[str], datetime | None], str | None]]
_RULES: tuple[_Rule, ...] = (
    (LiteralKind.URL, re.compile(r"https?://[^\s<>\"'，。）)\]]+|www\.[^\s<>\"'，。）)\]]+"), _plain),
    (LiteralKind.EMAIL, re.compile(r"[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+"), _plain),
    (
        LiteralKind.DATE,
        re.compile(r"(?P<y>\d{4})\s?[-/年.]\s?(?P<m>\d{1,2})\s?[-/月.]\s?(?P<d>\d{1,2})(?:日|号|(?!\d))"),
        _date,
    ),
    (
        LiteralKind.DATE,
        re.compile(r"(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})月(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})(?:日|号)?"),
        _date,
    ),
    (
        LiteralKind.DATE,
        re.compile(rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m>{_MONTH})\b\.?(?:,?\s(?P<y>\d{{4}}))?"),
        _date,
    ),
    (
        LiteralKind.DATE,
        re.compile(rf"\b(?P<m>{_MONTH})\.?\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s(?P<y>\d{{4}}))?"),
        _date,
    ),
    (LiteralKind.TIME, re.compile(r"(?<!\d)(?P<h>\d{1,2})[:：](?P<min>\d{2})\s?(?P<half>[ap]\.?m)?"), _time),
    (LiteralKind.TIME, re.compile(r"(?<!\d)(?P<h>\d{1,2})(?P<min>)\s?(?P<half>[ap]\.?m)\b"), _time),
    (LiteralKind.PERCENT, re.compile(rf"(?P<n>{_N})\s?(?:%|percent)|百分之(?P<m>{_N})"), _percent),
    (LiteralKind.MONEY, re.compile(rf"(?P<unit>{_SIGNS})\s?(?P<n>{_N})"), _money),
    (LiteralKind.MONEY, re.compile(rf"(?P<n>{_N})\s?(?P<unit>{_MONEY_UNIT})(?P<tenth>\d)?(?![a-z])"), _money),
    (
        LiteralKind.PHONE,
        re.compile(r"(?<![\w-])(?:\+?\d{1,3}[ -])?(?:1[3-9]\d{9}|\(?\d{3,4}\)?[ -]\d{3,4}(?:[ -]\d{3,4})?)(?![\w-])"),
        _phone,
    ),
    (LiteralKind.CODE, re.compile(r"(?<![\w.])(?=[a-z0-9-]*\d)[a-z0-9]+(?:-[a-z0-9]+)*(?![\w%])", re.ASCII), _code),
    (LiteralKind.DURATION, re.compile(rf"(?P<n>{_N})\s?(?P<unit>{_UNIT})(?![a-z])"), _duration),
    (
        LiteralKind.QUANTITY,
        re.compile(rf"(?P<n>{_N})\s?(?P<unit>千克|公斤|毫升|厘米|克|升|米|kg|ml|cm|mm|km|gb|mb|g|l)(?![a-z])"),
        _quantity,
    ),
    (
        LiteralKind.RELATIVE_DAY,
        re.compile(
            r"昨天|前天|今天|明天|后天|\b(?:yesterday|today|tomorrow|(?:next|last) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b"
        ),
        _relative,
    ),
    (LiteralKind.NUMBER, re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w%])"), _number),
)
