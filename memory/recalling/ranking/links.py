"""How much lines speak of the same thing: by shared words, the rarer the more, and shared concepts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.extracting.reading import Reading
from memory.recalling.ranking.bm25 import inverse_frequencies

Floats = NDArray[np.float64]


class Links:
    """How much a line and each later one speak of the same thing, in [0, 1]."""

    def __init__(self, lines: Sequence[Reading]) -> None:
        self._lines = lines
        self._idf = inverse_frequencies([line.terms for line in lines])
        self._terms = _places([line.terms for line in lines])
        self._concepts = _places([line.concepts for line in lines])

    def of(self, i: int) -> Floats:
        """float64, shape (lines,); zero for the line itself and earlier ones."""
        out = np.zeros(len(self._lines))
        for term in set(self._lines[i].terms):
            out[self._terms[term]] += self._idf.get(term, 0.0) / 8
        for concept in self._lines[i].concepts:
            out[self._concepts[concept]] += 0.1
        out[: i + 1] = 0
        return np.minimum(out, 1.0)


def _places(documents: Sequence[Iterable[str]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, document in enumerate(documents):
        for word in set(document):
            places.setdefault(word, []).append(i)
    return places
