# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Dates, times of day and weekdays as they are written. What is relative to now is read by language.moments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.literal_types import Found, LiteralKind
from language.numerals import CHINESE, parse_number

_NAMES = ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
          "september sept sep", "october oct", "november nov", "december dec")  # fmt: skip
_MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:1[5-9]|20|21)\d{2}"
_ZH_DIGITS = r"[零〇一二三四五六七八九十]{1,3}"
_NUMERIC = re.compile(rf"(?<![\d.-])(?P<y>{_YEAR})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})(?![\d-])")
_AMERICAN = re.compile(rf"(?<![\d/])(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})/(?P<y>{_YEAR}|\d\d)(?![\d/])")
_CHINESE_DATE = re.compile(
    rf"(?:(?P<y>{_YEAR}|[零〇一二三四五六七八九]{{4}})\s?年\s?)?(?P<m>\d{{1,2}}|{_ZH_DIGITS})\s?月\s?"
    rf"(?:份|(?P<d>\d{{1,2}}|{_ZH_DIGITS})(?:\s?[日号]|(?![\d个])))?"
)
_CHINESE_YEAR = re.compile(rf"(?<!\d)(?P<y>{_YEAR}|[零〇一二三四五六七八九]{{4}})\s?年")
_DAY_ZH = re.compile(
    rf"(?<![\d.路街道楼第])(?P<d>\d{{1,2}}|{_ZH_DIGITS})(?:日(?!内|以内|之内|元|[均常])|号(?![线楼院门厅馆口机桌房店柜店]))"
)
_DAY_EN = re.compile(
    r"\b(?:on|by|until|till|before|after|from|since|to|through|is|not|and|or) the (?P<d>\d{1,2})(?:st|nd|rd|th)\b"
    r"(?=\s*(?:[.,;!?)\[]|$|(?:and|at|or|but|instead|not|as|if|because|of (?:this|next|the month))\b))", re.I
)  # fmt: skip
_DAY_MONTH = re.compile(
    rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m>{_MONTH})\b\.?(?:,?\s(?P<y>{_YEAR}))?", re.I
)
_MONTH_DAY = re.compile(
    rf"\b(?P<m>{_MONTH})\.?\s(?:the\s)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s(?P<y>{_YEAR}))?", re.I
)
_MONTH_YEAR = re.compile(rf"\b(?P<m>{_MONTH})\.?,?\s(?:of\s)?(?P<y>{_YEAR})\b", re.I)
_MONTH_ONLY = re.compile(r"\b(?P<m>January|February|April|June|July|August|September|October|November|December)\b"
                         r"|(?<=\b[Ii]n )(?P<n>March|May)\b|(?<=\b[Uu]ntil )(?P<o>March|May)\b")  # fmt: skip
_CLOCK = re.compile(r"(?<![\d:.])(?:(?P<z>凌晨|早上|清晨|早|上午|中午|下午|傍晚|晚上|晚|夜里)\s?)?(?P<h>\d{1,2}):(?P<m>\d{2})(?::\d{2})?"
                    r"(?:\s?(?P<p>[ap])\.?m\b\.?)?(?![\d:])", re.I)  # fmt: skip
_CLOCK_EN = re.compile(r"(?<![\d:.])(?P<h>\d{1,2})(?:\s?(?:-|to)\s?(?P<b>\d{1,2}))?\s?(?P<p>[ap])\.?m\b\.?", re.I)
_CLOCK_ZH = re.compile(
    rf"(?P<z>凌晨|早上|清晨|早|上午|中午|下午|傍晚|晚上|晚|夜里)?(?<!\d)(?P<h>\d{{1,2}}|{CHINESE})\s?点钟?(?!半?[个儿评心])"
    rf"(?:(?P<half>半)|(?P<quarter>一刻)|(?P<m>\d{{1,2}}|{_ZH_DIGITS})分?)?"
)
_NOON = re.compile(r"\b(noon|midday|midnight)\b", re.I)
_DAYS_EN = {"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}
_WEEKDAY_EN = re.compile(r"\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:weekend)s?\b", re.I)
_WEEKDAY_ZH = re.compile(
    r"(?:周|星期|礼拜)([一二三四五六日天末])(?:(?:至|到|-|~)(?:周|星期|礼拜)?([一二三四五六日天]))?"
)
_ZH_DAYS = {character: number for number, character in enumerate("一二三四五六日", start=1)} | {"天": 7}


def dates(text: str) -> Iterator[Found]:
    for pattern in (_NUMERIC, _AMERICAN, _CHINESE_DATE, _MONTH_YEAR, _DAY_MONTH, _MONTH_DAY, _CHINESE_YEAR):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            if pattern is _CHINESE_DATE and not groups["d"] and text[match.end() : match.end() + 1] in ("内", "以"):
                continue
            value = _date(groups.get("y"), groups.get("m"), groups.get("d"))
            if value:
                yield _found(LiteralKind.DATE, match, value, number=value if len(value) == 4 else "")
    for pattern in (_DAY_ZH, _DAY_EN):
        yield from _days(pattern, text)
    for match in _MONTH_ONLY.finditer(text):
        name = (match["m"] or match["n"] or match["o"]).lower()
        yield _found(LiteralKind.DATE, match, f"--{_MONTHS[name]:02d}")


def _days(pattern: re.Pattern[str], text: str) -> Iterator[Found]:
    """A day of a month that is not said."""
    for match in pattern.finditer(text):
        day = parse_number(match["d"])
        if day is not None and 1 <= day <= 31:
            start = match.start() if pattern is _DAY_ZH else match.start("d")
            yield Found(
                kind=LiteralKind.DATE, start=start, end=match.end(), value=f"---{int(day):02d}", number=str(int(day))
            )


def times(text: str) -> Iterator[Found]:
    for match in _CLOCK.finditer(text):
        yield from _time(match, match["h"], match["m"], match["z"] or match["p"] or "")
    for match in _CLOCK_EN.finditer(text):
        yield from _time(match, match["h"], "0", match["p"] if match["b"] is None else "")
        if match["b"]:
            yield from _time(match, match["b"], "0", match["p"], start=match.start("b"))
    for match in _CLOCK_ZH.finditer(text):
        minute = "30" if match["half"] else "15" if match["quarter"] else match["m"] or "0"
        yield from _time(match, match["h"], minute, match["z"] or "")
    for match in _NOON.finditer(text):
        yield _found(LiteralKind.TIME, match, "T00:00" if match.group().lower() == "midnight" else "T12:00")


def weekdays(text: str) -> Iterator[Found]:
    """ "wd3" is any Wednesday."""
    for match in _WEEKDAY_EN.finditer(text):
        day = _DAYS_EN.get((match[1] or "").lower()[:3])
        yield _found(LiteralKind.RELATIVE_DAY, match, f"wd{day}" if day else "wd6-7")
    for match in _WEEKDAY_ZH.finditer(text):
        if match[1] == "末":
            yield _found(LiteralKind.RELATIVE_DAY, match, "wd6-7")
            continue
        yield Found(
            kind=LiteralKind.RELATIVE_DAY, start=match.start(), end=match.end(1), value=f"wd{_ZH_DAYS[match[1]]}"
        )
        if match[2]:
            day = _ZH_DAYS[match[2]]
            yield Found(kind=LiteralKind.RELATIVE_DAY, start=match.start(2), end=match.end(), value=f"wd{day}")


def _date(year: str | None, month: str | None, day: str | None) -> str:
    """ISO 8601, shortened where a part is missing; "" where it is no date."""
    m = (_MONTHS.get((month or "").lower()) or parse_number(month or "")) if month else None
    d = parse_number(day) if day else None
    y = parse_number(year) if year else None
    if y is not None and y < 100:
        y += 2000
    if (month and (m is None or not 1 <= m <= 12)) or (day and (d is None or not 1 <= d <= 31)):
        return ""
    head = f"{int(y):04d}" if y is not None else "-" if m is not None else ""
    return head + (f"-{int(m):02d}" if m is not None else "") + (f"-{int(d):02d}" if d is not None else "")


def _time(match: re.Match[str], hour: str, minute: str, half: str, *, start: int | None = None) -> Iterator[Found]:
    h, m = parse_number(hour), parse_number(minute)
    if h is None or m is None or h > 24 or m > 59:
        return
    late = half.lower() == "p" or half[:1] in ("下", "傍", "晚") or (half == "中午" and h < 6)
    early = half.lower() == "a" or half == "凌晨"
    h = h + 12 if late and h < 12 else h - 12 if early and h == 12 else h
    begin = match.start() if start is None else start
    yield Found(
        kind=LiteralKind.TIME,
        start=begin,
        end=match.end(),
        value=f"T{int(h) % 24:02d}:{int(m):02d}",
        number=str(int(h)),
    )


def _found(kind: LiteralKind, match: re.Match[str], value: str, *, number: str = "") -> Found:
    return Found(kind=kind, start=match.start(), end=match.end(), value=value, number=number)
