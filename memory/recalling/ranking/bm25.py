"""Okapi BM25 over a handful of lines (Robertson and Zaragoza, 2009)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def bm25(
    query: Sequence[str], documents: Sequence[Sequence[str]], idf: Mapping[str, float], k: float = 1.2, b: float = 0.5
) -> Floats:
    """Okapi BM25 of each document, with the given inverse document frequencies."""
    mean = sum(map(len, documents)) / max(1, len(documents)) or 1
    out = np.zeros(len(documents))
    wanted = set(query)
    for i, document in enumerate(documents):
        counts = Counter(t for t in document if t in wanted)
        norm = k * (1 - b + b * len(document) / mean)
        out[i] = sum(idf.get(t, 0) * n * (k + 1) / (n + norm) for t, n in counts.items())
    return out


BACKGROUND = 20


def inverse_frequencies(documents: Sequence[Sequence[str] | frozenset[str]]) -> dict[str, float]:
    counts = Counter(t for document in documents for t in set(document))
    total = len(documents) + BACKGROUND  # with few lines every word would seem common
    return {t: math.log(1 + (total - n + 0.5) / (n + 0.5)) for t, n in counts.items()}


def coverage(query: Sequence[str], document: Sequence[str], idf: Mapping[str, float]) -> float:
    unseen = max(idf.values(), default=1.0)
    total = sum(idf.get(t, unseen) for t in set(query))
    return sum(idf.get(t, 0) for t in set(query) & set(document)) / total if total else 0.0
