"""The word classes of data/phrases.txt as patterns, and the levelled text that they are matched on."""

from __future__ import annotations

import re
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


@cache
def source(name: str) -> str:
    """The class as part of a pattern; longer phrases first."""
    for line in word_list("phrases"):
        head, _, words = line.partition(":")
        if head == name:
            wanted = sorted((w.strip() for w in words.split(",")), key=len, reverse=True)
            return "(?:" + "|".join(_part(word) for word in wanted) + ")"
    raise KeyError(name)


@cache
def phrase(name: str) -> re.Pattern[str]:
    return re.compile(source(name), re.IGNORECASE)


def _part(word: str) -> str:
    if not word.isascii():
        return re.escape(word)
    return rf"(?<![A-Za-z]){re.escape(word).replace(chr(92) + ' ', chr(92) + 's+')}(?![A-Za-z'])"
