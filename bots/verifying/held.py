"""Which words the sources hold, and whether a word is among them. Pure."""

from __future__ import annotations

from functools import lru_cache

from language.tokens import content_words, search_tokens


@lru_cache(maxsize=256)
def held_words(sources: tuple[str, ...]) -> frozenset[str]:
    """Words and Chinese bigrams that stand in any of the sources."""
    return frozenset(word for source in sources for word in (*content_words(source), *search_tokens(source)))


def holds(word: str, held: frozenset[str]) -> bool:
    """The word itself, a Chinese word by its bigrams, a longer English one by a common beginning."""
    if word in held:
        return True
    if word[:1] > "\u3000":
        return len(word) > 1 and all(word[i : i + 2] in held for i in range(len(word) - 1))
    return (
        len(word) > 4
        and word.isalpha()
        and word[: max(4, len(word) - (2 if len(word) < 8 else 3))] in _beginnings(held)
    )


@lru_cache(maxsize=256)
def _beginnings(held: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:size] for word in held if word.isascii() for size in range(4, len(word) + 1))
