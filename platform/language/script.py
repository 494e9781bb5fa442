"""Forms of writing: one folded form in which the same words meet, whatever their width, case or script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from opencc import OpenCC

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−－"), "-")
_QUOTES = {ord(mark): "'" for mark in "‘’‛′"} | {ord(mark): '"' for mark in "“”„″"}
_INVISIBLE = dict.fromkeys(
    [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_SPACE = re.compile(r"\s+")


def has_han(text: str) -> bool:
    return _HAN.search(text) is not None


def count_han(text: str) -> int:
    return len(_HAN.findall(text))


def to_simplified(text: str) -> str:
    """By phrase, where the text holds a traditional character at all: looking for one is far cheaper."""
    return _to_simplified().convert(text) if text.translate(_SIMPLE) != text else text


def to_traditional(text: str) -> str:
    """By phrase, with Taiwan's forms: 头发 and 发票 get different characters."""
    return _to_traditional().convert(text) if has_han(text) else text


def aligned(text: str) -> str:
    """As `fold`, for finding things at their place: of the same length, case kept, one character for one."""
    return text.translate(_ALIGNED)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """For comparison only: NFKC, lower case, simplified characters, one kind of dash and quote, nothing invisible."""
    folded = unicodedata.normalize("NFKC", text).lower().translate(_DASHES).translate(_QUOTES).translate(_INVISIBLE)
    return _SPACE.sub(" ", to_simplified(folded)).strip()


class _Aligned(dict[int, int]):
    """A translation table that fills itself, character by character."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        plain = unicodedata.normalize("NFKC", character)
        if len(plain) == 1 and plain != character:
            code_plain = ord(plain)
        elif code in _DASHES or code in _QUOTES:
            code_plain = ord({**_DASHES, **_QUOTES}[code])
        elif character.isdecimal() and not character.isascii():
            code_plain = ord(str(unicodedata.decimal(character)))
        else:
            code_plain = ord(simple) if has_han(character) and len(simple := to_simplified(character)) == 1 else code
        self[code] = code_plain
        return code_plain


class _Simple(dict[int, int]):
    """Simplified characters, one for one; fills itself."""

    def __missing__(self, code: int) -> int:
        plain = _to_simplified().convert(chr(code)) if has_han(chr(code)) else chr(code)
        self[code] = ord(plain) if len(plain) == 1 else code
        return self[code]


_ALIGNED = _Aligned()
_SIMPLE = _Simple()


@lru_cache(maxsize=1)
def _to_simplified() -> OpenCC:
    return _loaded("t2s")


@lru_cache(maxsize=1)
def _to_traditional() -> OpenCC:
    return _loaded("s2twp")


def _loaded(name: str) -> OpenCC:
    """It reads its dictionaries at the first conversion, which must not happen in two threads at once."""
    made = OpenCC(name)
    made.convert("转")
    return made
