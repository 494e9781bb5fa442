"""Small numbers written as words, in Chinese and English."""

from __future__ import annotations

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2, "俩": 2, "廿": 20}
_WORDS = {
    w: i
    for i, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()
    )
} | {"a": 1, "an": 1, "couple": 2, "a couple": 2, "a couple of": 2, "couple of": 2, "fifteen": 15, "twenty": 20}


def chinese_number(text: str) -> int:
    """The value of 三十, 十二, 两百, 廿一 or of digits; raises ValueError."""
    if text.isdigit():
        return int(text)
    total, current = 0, 0
    for char in text:
        if char in "十百":
            total += (current or 1) * (10 if char == "十" else 100)
            current = 0
        elif char in _DIGITS:
            current = current * 10 + _DIGITS[char] if char != "廿" else 20
        else:
            raise ValueError(text)
    return total + current


def english_number(text: str) -> int:
    word = " ".join(text.lower().split())
    return int(word) if word.isdigit() else _WORDS[word]
