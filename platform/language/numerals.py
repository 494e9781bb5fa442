"""Numbers in digits, in Chinese characters and in English words. Patterns are bounded: no input makes them slow."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}
_SCALES = {"k": 1_000, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "hundred": 100, "千": 1_000,
           "百": 100} | _MYRIADS  # fmt: skip
_SMALL = {word: value for value, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen".split())}  # fmt: skip
_ROUND = {word: 10 * value for value, word in enumerate(
    "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)}  # fmt: skip

DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(?:\.\d{1,8})?"
CHINESE = r"[零〇一二两俩三四五六七八九十百千万亿]{1,14}(?:点[零〇一二三四五六七八九]{1,6})?"
_ONES = "|".join(sorted((*_SMALL, *_ROUND), key=len, reverse=True))
ENGLISH = rf"(?:{_ONES})(?:[- ](?:{_ONES}|hundred|thousand|million|and)){{0,5}}"
SCALE = r"(?:\s?(?:万|亿|million|billion|thousand|k(?![a-z])))"
ANY = rf"(?:(?<![\d.]){DIGITS}{SCALE}?|{CHINESE}|\b{ENGLISH}\b)"


def parse_number(text: str) -> Decimal | None:
    """ "1,250.5", "三十", "两百五", "半", "3.5万", "twenty-five"; None where it is no number."""
    plain = text.replace(",", "").strip().lower()
    if not plain:
        return None
    if plain[0].isdigit():
        return _scaled(plain)
    if plain == "半":
        return Decimal("0.5")
    if plain[0].isascii():
        return _english(plain)
    whole, point, decimals = plain.partition("点")
    number = _chinese(whole)
    if number is None or not point:
        return number
    if not decimals or any(character not in _DIGITS for character in decimals):
        return None
    return Decimal(f"{number}.{''.join(str(_DIGITS[character]) for character in decimals)}")


def written(number: Decimal) -> str:
    """One way to write an amount: no exponent, no trailing zeros."""
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text.lstrip("0") or "0"


def _scaled(plain: str) -> Decimal | None:
    end = len(plain)
    while end and not plain[end - 1].isdigit():
        end -= 1
    scale = plain[end:].strip()
    try:
        return Decimal(plain[:end]) * (_SCALES[scale] if scale else 1)
    except (InvalidOperation, KeyError):
        return None


def _english(plain: str) -> Decimal | None:
    total, section = 0, 0
    for word in plain.replace("-", " ").split():
        if word in _SMALL:
            section += _SMALL[word]
        elif word in _ROUND:
            section += _ROUND[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in ("thousand", "million"):
            total, section = total + (section or 1) * _SCALES[word], 0
        elif word != "and":
            return None
    return Decimal(total + section)


def _chinese(text: str) -> Decimal | None:
    if not text or any(c not in _DIGITS and c not in _TENS and c not in _MYRIADS for c in text):
        return None
    if all(character in _DIGITS for character in text):
        return Decimal("".join(str(_DIGITS[character]) for character in text))
    total, section, digit, last_unit = 0, 0, 0, 1
    for character in text:
        if character in _DIGITS:
            digit = _DIGITS[character]
            last_unit = 1 if digit == 0 else last_unit
        elif character in _TENS:
            section += (digit or 1) * _TENS[character]
            digit, last_unit = 0, _TENS[character]
        else:
            total = (total + section + digit) * _MYRIADS[character]
            section, digit, last_unit = 0, 0, _MYRIADS[character]
    return Decimal(total + section + digit * (last_unit // 10 if last_unit >= 100 else 1))  # 两百五 is 250
