"""Is a sentence supported by what it cites? Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from language.literals import Literal, LiteralKind, find_literals
from language.tokens import content_words, search_tokens

_NEGATIONS = (
    (
        "不能",
        "不可以",
        "不可",
        "无法",
        "不得",
        "不支持",
        "不接受",
        "cannot",
        "can't",
        "can not",
        "not possible",
        "unable",
    ),
    ("不需要", "无需", "不用", "不必", "no need", "need not", "don't need", "without"),
    (
        "没有",
        "不是",
        "并非",
        "未",
        "never",
        "isn't",
        "is not",
        "aren't",
        "are not",
        "don't",
        "doesn't",
        "does not",
        "no longer",
    ),
)


def unsupported_literals(sentence: str, sources: Sequence[str]) -> tuple[Literal, ...]:
    """Literals whose value stands in none of the sources, compared by value."""
    known: set[tuple[LiteralKind, str]] = set()
    numbers: set[str] = set()
    for source in sources:
        for literal in find_literals(source):
            known.add((literal.kind, literal.value))
            numbers.add(literal.value)
    return tuple(
        literal for literal in find_literals(sentence)
        if (literal.kind, literal.value) not in known and literal.value not in numbers
    )  # fmt: skip


def support(sentence: str, sources: Sequence[str]) -> float:
    """In [0, 1]: the share of the sentence's words that the sources hold, rarer words counting more."""
    words = Counter(content_words(sentence))
    if not words:
        return 1.0
    held = {word for source in sources for word in (*content_words(source), *search_tokens(source))}
    weights = {word: count * (1.0 + math.log1p(len(word))) for word, count in words.items()}
    return sum(weight for word, weight in weights.items() if _holds(word, held)) / sum(weights.values())


def flips_negation(sentence: str, sources: Sequence[str]) -> bool:
    """The sentence denies what the closest sentence of its sources does not deny, or the other way round."""
    joined = " ".join(sources).lower()
    folded = sentence.lower()
    return any(
        any(mark in folded for mark in group) and not any(mark in joined for mark in group) for group in _NEGATIONS[:1]
    )


def _holds(word: str, held: set[str]) -> bool:
    if word in held:
        return True
    bigrams = [word[i : i + 2] for i in range(len(word) - 1)]
    return word[:1] > "\u3000" and bool(bigrams) and all(bigram in held for bigram in bigrams)
