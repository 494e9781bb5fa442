# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Amounts: money, percentages, durations, quantities with a unit, bare numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from language.literal_types import Found, LiteralKind
from language.numerals import ANY, CHINESE, DIGITS, SCALE, parse_number, written

_CURRENCIES = {
    "USD": "us$ $ usd dollars dollar 美元 美金 bucks", "EUR": "€ eur euros euro 欧元", "GBP": "£ gbp pounds 英镑",
    "CNY": "¥ rmb cny yuan 元 块钱 块 人民币 元钱", "HKD": "hk$ hkd 港币 港元", "TWD": "nt$ twd 新台币 台币",
    "JPY": "jpy 日元 yen",
}  # fmt: skip
_CURRENCY = {name: code for code, names in _CURRENCIES.items() for name in names.split()}
_DURATIONS = {
    "Y": "years year yrs 年", "M": "months month 个月", "W": "weeks week 周 个星期 星期 个礼拜", "D": "days day 天 日",
    "BD": "business-days business-day working-days working-day 个工作日 工作日",
    "h": "hours hour hrs hr 个小时 小时 个钟头 钟头", "m": "minutes minute mins min 分钟", "s": "seconds second secs 秒 秒钟",
}  # fmt: skip
_PERIOD = {name.replace("-", " "): code for code, names in _DURATIONS.items() for name in names.split()}
_UNITS: dict[str, tuple[str, str]] = {
    "g": ("1", "g 克 grams gram"), "kg": ("1000 g", "kg 千克 公斤 kilograms kilos"), "jin": ("500 g", "斤"),
    "ml": ("1", "ml 毫升"), "l": ("1000 ml", "l 升 litres liters litre liter"), "mm": ("1", "mm 毫米"),
    "cm": ("10 mm", "cm 厘米 公分"), "m": ("1000 mm", "m 米 metres meters"), "km": ("1000000 mm", "km 公里 千米"),
    "inch": ("1", "inches inch 英寸 寸"), "lb": ("1", "lbs lb"), "oz": ("1", "oz ounces ounce"), "gb": ("1", "gb"),
    "mb": ("1", "mb"), "tb": ("1", "tb"), "w": ("1", "w watts 瓦"), "mah": ("1", "mah 毫安"), "deg": ("1", "°c ℃ 度"),
    "sqm": ("1", "平方米 平米"), "zhe": ("1", "折"), "times": ("1", "倍"), "years old": ("1", "岁"), "star": ("1", "星级 星"),
    "point": ("1", "分"),
}  # fmt: skip
_COUNTERS = "个 件 杯 袋 包 盒 瓶 只 张 台 次 人 位 名 种 家 间 层 楼 号 套 本 条 辆 座 席 届 集 部 支 颗 粒 双 份 单 笔 款 级 步 项 期".split()
_UNIT: dict[str, tuple[Decimal, str]] = {}
for _name, (_scale, _words) in _UNITS.items():
    _factor, _, _base = _scale.partition(" ")
    for _word in _words.split():
        _UNIT[_word] = (Decimal(_factor), _base or _name)


def _either(words: object) -> str:
    names = sorted((str(word) for word in words), key=len, reverse=True)  # type: ignore[attr-defined]  # any iterable
    return "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in names)


_SIGN = _either(
    [
        name
        for name in _CURRENCY
        if not name[0].isalpha() or name in ("usd", "eur", "gbp", "rmb", "cny", "us$", "hk$", "nt$")
    ]
)
_AFTER = _either([name for name in _CURRENCY if name not in ("$", "us$", "hk$", "nt$", "¥", "£")])
_RANGE = r"\s?(?:-|~|to|到|至|或|or)\s?"
_SIGNED = re.compile(
    rf"(?P<u>{_SIGN})\s?(?P<a>{DIGITS}{SCALE}?)(?:{_RANGE}(?:{_SIGN})?\s?(?P<b>{DIGITS}))?(?!\d)", re.I
)
_NAMED = re.compile(
    rf"(?P<a>{ANY})(?:{_RANGE}(?P<b>{ANY}))?\s?(?P<u>{_AFTER})(?P<t>[\d一二三四五六七八九](?:毛|角)?(?!\d))?(?![a-z])",
    re.I,
)
_PERCENT = re.compile(
    rf"(?P<a>{ANY})\s?(?:-|~|to|到|至)?\s?(?P<b>{ANY})?\s?(?:%|percent\b|per cent\b)|百分之(?P<z>{DIGITS}|{CHINESE})|(?P<c>[一二三四五六七八九])成(?![功为立员本长分])",
    re.I,
)
_DURATION = re.compile(
    rf"(?P<a>{ANY})(?:{_RANGE}(?P<b>{ANY}))?[\s-]?(?P<u>{_either(_PERIOD)})(?P<h>半)?(?![a-z])", re.I
)
_HALF = re.compile(
    r"半(?:个)?(?P<u>小时|天|年|个?月)|(?P<n>[\d一二两三四五六七八九十]{1,3})个半(?P<v>小时|月)|half an? (?P<w>hour|day|year)",
    re.I,
)
_A_PERIOD = re.compile(
    r"\b(?:within|for|in|after|takes?|least|most|lasts?|than|up to) an? (?P<u>week|month|year|fortnight|hour|day)\b",
    re.I,
)
_QUANTITY = re.compile(rf"(?P<a>{ANY})(?:{_RANGE}(?P<b>{ANY}))?[\s-]?(?P<u>{_either(_UNIT)})(?![a-z])", re.I)
_COUNT = re.compile(rf"(?P<a>{DIGITS}{SCALE}?|{CHINESE})多?(?P<u>{_either(_COUNTERS)})")
_NUMBER = re.compile(
    rf"(?<![\w.])(?:{DIGITS}{SCALE}?)|(?<=[\u4e00-\u9fff]){DIGITS}{SCALE}?|\b(?:no\.? |第)?{ANY}", re.I
)
_IDIOM = frozenset("一 万 千 百 十 零 亿 千万 万一 一一 百万 千百 三三两两 one zero".split())


def amounts(text: str) -> Iterator[Found]:
    """Of aligned text, the surest kinds first; later ones may overlap earlier ones."""
    yield from _money(text)
    yield from _percents(text)
    yield from _durations(text)
    for match in _QUANTITY.finditer(text):
        factor, base = _UNIT[match["u"].lower()]
        yield from _each(match, LiteralKind.QUANTITY, lambda n, f=factor, b=base: f"{written(n * f)} {b}")
    for match in _COUNT.finditer(text):
        if match["a"] in ("一", "十", "百", "千", "万") and match["u"] in "个种次人位名家件条步项期级层份部":
            continue  # 一个, 一种, 一次: an article, not a count
        yield from _each(match, LiteralKind.QUANTITY, lambda n, u=match["u"]: f"{written(n)} {u}")
    for match in _NUMBER.finditer(text):
        bare = match.group().removeprefix("第").strip()
        if bare.lower() in _IDIOM or (len(bare) == 1 and not bare.isdigit()):
            continue
        number = parse_number(re.sub(r"^no\.? ", "", bare.lower()))
        if number is not None:
            yield Found(
                kind=LiteralKind.NUMBER,
                start=match.start(),
                end=match.end(),
                value=written(number),
                number=written(number),
            )


def _money(text: str) -> Iterator[Found]:
    for match in _SIGNED.finditer(text):
        sign = _CURRENCY[match["u"].lower()]
        yield from _each(match, LiteralKind.MONEY, lambda n, u=sign: f"{u} {written(n)}")
    for match in _NAMED.finditer(text):
        currency = _CURRENCY[match["u"].lower()]
        tenth = parse_number(match["t"].rstrip("毛角")) if match["t"] else None
        extra = (tenth or Decimal(0)) / 10  # 214块6 is 214.6
        yield from _each(match, LiteralKind.MONEY, lambda n, u=currency, x=extra: f"{u} {written(n + x)}", extra=extra)


def _percents(text: str) -> Iterator[Found]:
    for match in _PERCENT.finditer(text):
        if match["a"]:
            yield from _each(match, LiteralKind.PERCENT, lambda n: f"{written(n)}%")
            continue
        number = parse_number(match["z"] or match["c"])
        if number is not None:
            value = number if match["z"] else number * 10
            yield Found(
                kind=LiteralKind.PERCENT,
                start=match.start(),
                end=match.end(),
                value=f"{written(value)}%",
                number=written(value),
            )


def _durations(text: str) -> Iterator[Found]:
    for match in _HALF.finditer(text):
        unit = {"hour": "小时", "day": "天", "year": "年", "个月": "月"}.get(
            match["w"] or match["u"] or match["v"], match["u"] or match["v"]
        )
        whole = parse_number(match["n"]) if match["n"] else Decimal(0)
        code = {"小时": "h", "天": "D", "年": "Y", "月": "M"}[unit]
        yield Found(
            kind=LiteralKind.DURATION,
            start=match.start(),
            end=match.end(),
            value=_period((whole or Decimal(0)) + Decimal("0.5"), code),
        )
    for match in _DURATION.finditer(text):
        unit = _PERIOD[re.sub(r"[\s-]+", " ", match["u"].lower())]
        half = Decimal("0.5") if match["h"] else Decimal(0)
        if unit == "Y" and len(match["a"]) == 4 and match["a"].isdigit():
            continue  # 2026年 is a date
        yield from _each(match, LiteralKind.DURATION, lambda n, u=unit, h=half: _period(n + h, u))
    for match in _A_PERIOD.finditer(text):
        word = match["u"].lower()
        number = Decimal(2 if word == "fortnight" else 1)
        value = _period(number, _PERIOD["week" if word == "fortnight" else word])
        yield Found(
            kind=LiteralKind.DURATION, start=match.start("u"), end=match.end(), value=value, number=written(number)
        )


def _each(match: re.Match[str], kind: LiteralKind, value: object, *, extra: Decimal = Decimal(0)) -> Iterator[Found]:
    """One literal, or the two ends of a range."""
    first, second = (
        parse_number(match["a"]),
        parse_number(match["b"]) if "b" in match.groupdict() and match["b"] else None,
    )
    if first is None:
        return
    end = match.end() if second is None else match.end("a")
    yield Found(kind=kind, start=match.start(), end=end, value=value(first), number=written(first + extra))  # type: ignore[operator]  # a rule
    if second is not None:
        yield Found(kind=kind, start=match.start("b"), end=match.end(), value=value(second), number=written(second))  # type: ignore[operator]  # a rule


def _period(number: Decimal, unit: str) -> str:
    """ISO 8601-like, in one unit where two say the same: weeks in days, years in months, 24 hours in days."""
    if unit == "W":
        return f"P{written(number * 7)}D"
    if unit == "Y":
        return f"P{written(number * 12)}M"
    if unit == "m" and number >= 60 and number % 30 == 0:
        number, unit = number / 60, "h"
    if unit == "h" and number < 1:
        number, unit = number * 60, "m"
    if unit == "h" and number % 24 == 0 and number > 0:
        number, unit = number / 24, "D"
    if unit in ("h", "m", "s"):
        return f"PT{written(number)}{unit.upper()}"
    return f"P{written(number)}{unit}"
