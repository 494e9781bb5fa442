# ruff: noqa: E501  a word list
"""How far a sentence is carried by its evidence: a fitted probability. Pure, without a model.

Coverage as in token-overlap groundedness (BEGIN, Dziri et al. 2022, arXiv:2105.00071), joined with n-gram overlap and
talk about oneself in one logistic regression. The weights were fitted by `evaluation.support_fit`, each data set
with its weight; the figure is the probability that a person would call the sentence supported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from bots.verifying.clauses import CLAUSE_FEATURES, clause_features
from bots.verifying.held import held_words, holds
from language.literals import find_literals
from language.script import fold
from language.tokens import content_words

FEATURES = (
    "coverage",
    "weighted",
    "all_words",
    "pairs",
    "triples",
    "missing",
    "oneself",
    "question",
    "whole",
    "length",
    "no_words",
    *CLAUSE_FEATURES,
)
_WEIGHTS = (
    -1.28, 4.17, 1.78, 0.01, 2.82, -0.68, -1.85, -3.94, 1.42, -0.83, -0.01,
    0.57, -0.12, -0.77, -0.85, 3.45, 0.15, -0.16, -0.3,
)  # fmt: skip
_BIAS = -5.49
_NEUTRAL = frozenset("办理 进行 提供 另 另付 需要 需 须 每 每晚 前 后 以前 以后 的话 如果 如需 可 可以 会 将 均 都 则 即可 为 是 点 左右 要求 情况 下 上 内 "
                     "ago please tell whether ask let know since because therefore note such also still take made make need go way case happen get".split())  # fmt: skip
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u4dbf\u4e00-\u9fff]")
_ONESELF = frozenset("i i'm i've i'd i'll my mine me myself 我".split())


def support(sentence: str, sources: Sequence[str]) -> float:
    """Probability in [0, 1] that the sources say what the sentence says."""
    if not content_words(sentence) and not _WORD.search(fold(sentence)):
        return 1.0
    score = _BIAS + sum(weight * value for weight, value in zip(_WEIGHTS, features(sentence, sources), strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


def coverage(text: str, sources: Sequence[str]) -> float:
    """Share of the words of `text` that the sources hold, longer words counting more; in [0, 1]."""
    return features(text, sources)[1]


def all_held(text: str, sources: Sequence[str], *, least: int = 2) -> bool:
    """Every word but one in five stands in the sources, values apart, and there are enough of them to say something."""
    words = [word for word in content_words(spelled_out(without_literals(text))) if word not in _NEUTRAL]
    held = held_words(tuple(sources))
    missing = sum(not holds(word, held) for word in words)
    oneself = any(word in _ONESELF for word in _WORD.findall(fold(text)))
    enough = least - 1 if find_literals(text) else least
    return len(words) >= enough and missing * 5 <= len(words) and not oneself and "?" not in text and "？" not in text


def features(sentence: str, sources: Sequence[str]) -> tuple[float, ...]:
    """float, in the order of FEATURES, each about 0 to 1."""
    by_clause = clause_features(sentence, sources)
    sentence, sources = spelled_out(sentence), [spelled_out(source) for source in sources]
    words = content_words(sentence)
    held = held_words(tuple(sources))
    hits = [holds(word, held) for word in words]
    weights = [1.0 + math.log1p(len(word)) for word in words]
    plain = _WORD.findall(fold(sentence)) or [""]
    sequences = [_WORD.findall(fold(source)) for source in sources]
    one, two, three = (_overlap(plain, sequences, size) for size in (1, 2, 3))
    missing = len(hits) - sum(hits)
    coverage = sum(hits) / len(hits) if hits else one
    return (
        coverage,
        sum(weight for weight, hit in zip(weights, hits, strict=True) if hit) / sum(weights) if words else one,
        one,
        two,
        three,
        min(missing, 6) / 3,
        min(sum(word in _ONESELF for word in plain), 3) / 2,
        float("?" in sentence or "？" in sentence),
        float(missing == 0),
        min(len(plain), 60) / 30,
        float(not words),
        *by_clause,
    )


_SHORTENED = re.compile(r"['’](?:ll|re|ve|m|d)\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b([a-z]+)n['’]t\b|\b(can)not\b", re.IGNORECASE)


def spelled_out(text: str) -> str:
    """ "can't" and "cannot" as "can not"; what is left of a word needs only to be the same on both sides."""
    return _CONTRACTED.sub(lambda match: f"{match.group(1) or match.group(2)} not", _SHORTENED.sub("", text))


def without_literals(text: str) -> str:
    """The text with spaces for its literals: these are compared by value."""
    for literal in reversed(find_literals(text)):
        text = f"{text[: literal.start]} {text[literal.end :]}"
    return text


def _overlap(words: Sequence[str], sequences: Sequence[Sequence[str]], size: int) -> float:
    """Share of the n-grams of `words` that stand in the sequences; a text too short for one falls back to words."""
    size = min(size, len(words))
    known = {tuple(sequence[i : i + size]) for sequence in sequences for i in range(len(sequence) - size + 1)}
    grams = [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]
    return sum(gram in known for gram in grams) / len(grams)
