"""Numbers in digits and in Chinese characters."""

from __future__ import annotations

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}


def parse_number(text: str) -> float | None:
    """ "1,250.5", "三十", "两百五", "半", "3.5万"; None where it is no number."""
    plain = text.replace(",", "").replace(" ", "")
    if not plain:
        return None
    if plain[-1] in _MYRIADS and plain[:-1].replace(".", "", 1).isdigit():
        return float(plain[:-1]) * _MYRIADS[plain[-1]]
    if plain.replace(".", "", 1).isascii() and plain.replace(".", "", 1).isdigit():
        return float(plain)
    if plain == "半":
        return 0.5
    whole, point, decimals = plain.partition("点")
    number = _chinese(whole)
    if number is None or not point:
        return number
    if not decimals or any(character not in _DIGITS for character in decimals):
        return None
    return number + float("0." + "".join(str(_DIGITS[character]) for character in decimals))


def _chinese(text: str) -> float | None:
    if not text or any(
        character not in _DIGITS and character not in _TENS and character not in _MYRIADS for character in text
    ):
        return None
    if all(character in _DIGITS for character in text):
        return float("".join(str(_DIGITS[character]) for character in text))
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
    return float(total + section + digit * (last_unit // 10 if last_unit >= 100 else 1))  # 两百五 is 250
