"""Which of the product's languages a text is written in."""

from __future__ import annotations

from typing import Literal

from language.script import has_han, to_simplified

Language = Literal["zh", "zh-Hant", "en"]


def detect_language(text: str) -> Language:
    """`zh` for any text with Chinese characters that carry it, `zh-Hant` where traditional ones prevail, else `en`."""
    han = [character for character in text if has_han(character)]
    latin = sum(character.isascii() and character.isalpha() for character in text)
    if not han or len(han) * 4 < latin:  # a Chinese name inside an English sentence leaves it English
        return "en"
    whole = "".join(han)
    simple = to_simplified(whole)
    changed = sum(a != b for a, b in zip(whole, simple, strict=False))
    return "zh-Hant" if changed >= max(1, len(han) // 12) else "zh"
