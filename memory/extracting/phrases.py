"""The word classes of data/phrases.txt as patterns, and the levelled text that they are matched on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from language.script import aligned
from memory.words import CANTONESE, same_length_variants, word_list


@lru_cache(maxsize=8192)
def level(text: str) -> str:
    """Simplified characters and Mandarin words, one character for one: a place in it is the same place in the text."""
    if CANTONESE.search(text):
        pattern, table = same_length_variants()
        text = pattern.sub(lambda m: table[m[0]], text)
    return aligned(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Class:
    pattern: re.Pattern[str]
    words: frozenset[str]  # that an English phrase of it begins with
    characters: frozenset[str]  # that a Chinese one begins with


def find(name: str, flat: str) -> re.Match[str] | None:
    """The first phrase of a class in a levelled text. Most clauses have none, which their words tell at once."""
    known = _class(name)
    words, characters = _signs(flat)
    if known.words.isdisjoint(words) and known.characters.isdisjoint(characters):
        return None
    return known.pattern.search(flat)


@lru_cache(maxsize=4096)
def _signs(flat: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(_WORD.findall(flat.lower())), frozenset(flat)


_WORD = re.compile(r"[a-z]+")


@cache
def _class(name: str) -> _Class:
    words = _words(name)
    return _Class(
        pattern=re.compile(source(name), re.IGNORECASE),
        words=frozenset(_WORD.findall(word)[0] for word in words if word.isascii()),
        characters=frozenset(word[0] for word in words if not word.isascii()),
    )


@cache
def source(name: str) -> str:
    """The class as part of a pattern; longer phrases first."""
    return "(?:" + "|".join(_part(word) for word in sorted(_words(name), key=len, reverse=True)) + ")"


def _words(name: str) -> list[str]:
    for line in word_list("phrases"):
        head, _, words = line.partition(":")
        if head == name:
            return [word.strip() for word in words.split(",")]
    raise KeyError(name)


def phrase(name: str) -> re.Pattern[str]:
    return _class(name).pattern


def _part(word: str) -> str:
    if not word.isascii():
        return re.escape(word)
    return rf"(?<![A-Za-z]){re.escape(word).replace(chr(92) + ' ', chr(92) + 's+')}(?![A-Za-z'])"
