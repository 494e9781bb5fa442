# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Literals that name one thing: links, e-mail addresses, phone numbers, codes, street addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.literal_types import Found, LiteralKind

_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'，。；）)\]」】\u4e00-\u9fff]{1,400}"
    r"|(?<![\w@.-])[a-z0-9](?:[a-z0-9-]{0,40}\.){1,3}(?:com|cn|net|org|io|shop|co|example|test|edu|gov|info|me|app)"
    r"(?:/[\w./?%&=#~+-]{0,200})?(?![\w@-])",
    re.IGNORECASE | re.ASCII,
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}", re.IGNORECASE | re.ASCII)
_PHONE = re.compile(
    r"(?<![\w.#-])(?:\+\d{1,3}[ -]?)?(?:"
    r"1[3-9]\d[ -]?\d{4}[ -]?\d{4}"  # Chinese mobile
    r"|0\d{2,3}[ -]\d{7,8}(?:[ -]\d{1,4})?|\(0\d{2,3}\) ?\d{7,8}"  # Chinese landline
    r"|[48]00[ -]?\d{3,4}[ -]?\d{3,4}"
    r"|\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}"  # North American
    r"|(?<=\d )\d{2,4}(?:[ -]\d{2,4}){1,4}|(?<=\+)\d{6,14}"
    r")(?![\w-])",
    re.ASCII,
)
_HOTLINE = re.compile(
    r"(?:电话|热线|拨打|致电|call|phone|hotline|dial)\D{0,12}?(\d[\d -]{3,18}\d)(?![\w-])", re.IGNORECASE | re.ASCII
)
_CODE = re.compile(
    r"(?<![\w.@-])#?(?=[A-Za-z0-9_-]{0,40}\d)[A-Za-z0-9]{1,40}(?:[-_/][A-Za-z0-9]{1,40}){0,8}(?![\w@])", re.ASCII
)
_CAPITALS = re.compile(r"(?<![\w-])[A-Z]{2,12}(?:[-_][A-Z]{2,12}){1,4}(?![\w-])", re.ASCII)
_PROMO = re.compile(
    r"(?:code|coupon|voucher|券码?|优惠码|折扣码|兑换码)[\s:：是为]{0,6}[\"'“]?([A-Z]{4,20})(?![\w-])", re.ASCII
)
_PLAIN = re.compile(
    r"\d{1,4}(?:st|nd|rd|th|s|am|pm|[a-z]{1,3})?|\d{1,4}(?:[-/]\d{1,4}){1,2}|\d{1,6}|\d{1,4}(?:-[a-z]{2,12}){1,3}"
    r"|[a-z]{1,10}-?\d", re.ASCII)  # fmt: skip
_STREET = re.compile(
    r"(?<![\w.])\d{1,5}(?: [A-Z][a-z]{1,20}){1,3} (?:Street|St|Road|Rd|Avenue|Ave|Drive|Dr|Lane|Ln|Boulevard|Blvd|Way|Court|"
    r"Place|Square|Highway)\b(?:,? (?:Suite|Apt|Unit|Floor) ?#?\w{1,6})?"
)
_STREET_ZH = re.compile(
    r"[\u4e00-\u9fff]{1,3}(?:大街|大道|胡同|路|街|巷|弄)(?:[东南西北中]段)?(?:甲|乙)?\d{1,5}(?:-\d{1,4})?号?(?:院|楼)?"
    r"|\d{1,4}(?:幢|号楼|栋|座)(?:\d单元)?\d{2,5}(?:室|号)?"
)


def identifiers(text: str) -> Iterator[Found]:
    """Of aligned text (language.script.aligned), the surest kinds first; later ones may overlap earlier ones."""
    for match in _URL.finditer(text):
        address = match.group().rstrip(".,;:!?")
        yield Found(
            kind=LiteralKind.URL, start=match.start(), end=match.start() + len(address), value=_address(address)
        )
    for match in _EMAIL.finditer(text):
        address = match.group().rstrip(".")
        yield Found(
            kind=LiteralKind.EMAIL, start=match.start(), end=match.start() + len(address), value=address.lower()
        )
    for match in _STREET.finditer(text):
        yield _found(LiteralKind.ADDRESS, match, re.sub(r"[\s,]+", " ", match.group()).lower())
    for match in _STREET_ZH.finditer(text):
        yield _found(LiteralKind.ADDRESS, match, match.group().replace("号", ""))


def numbers_to_call(text: str) -> Iterator[Found]:
    for match in _PHONE.finditer(text):
        yield _found(LiteralKind.PHONE, match, _phone(match.group()))
    for match in _HOTLINE.finditer(text):
        yield Found(kind=LiteralKind.PHONE, start=match.start(1), end=match.end(1), value=_phone(match.group(1)))


def codes(text: str) -> Iterator[Found]:
    for match in _CODE.finditer(text):
        code = match.group().lstrip("#")
        marked = match.group().startswith("#")
        if not marked and (_PLAIN.fullmatch(code.lower() if len(code) > 3 else code) or _is_count(code)):
            continue
        yield _found(LiteralKind.CODE, match, code.upper(), number=code if code.isdigit() else "")
    for match in _CAPITALS.finditer(text):
        yield _found(LiteralKind.CODE, match, match.group())
    for match in _PROMO.finditer(text):
        yield Found(kind=LiteralKind.CODE, start=match.start(1), end=match.end(1), value=match.group(1))


def _found(kind: LiteralKind, match: re.Match[str], value: str, *, number: str = "") -> Found:
    return Found(kind=kind, start=match.start(), end=match.end(), value=value, number=number)


def _is_count(code: str) -> bool:
    """Up to six digits are read as a number, which equals itself written with separators."""
    return code.isdigit() and len(code) <= 6


def _address(address: str) -> str:
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", address.lower()).rstrip("/")


def _phone(written: str) -> str:
    """E.164 where the country is plain from the form, else the digits."""
    digits = re.sub(r"\D", "", written)
    if written.lstrip().startswith("+"):
        return f"+{digits}"
    if re.fullmatch(r"1[3-9]\d{9}", digits):
        return f"+86{digits}"
    if re.fullmatch(r"0\d{9,11}", digits):
        return f"+86{digits[1:]}"
    if re.fullmatch(r"861[3-9]\d{9}", digits):
        return f"+{digits}"
    return f"+1{digits}" if re.fullmatch(r"[2-9]\d{9}", digits) and digits[:3] not in ("400", "800") else digits
