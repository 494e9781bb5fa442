"""The twin of the embedders: feature hashing (Weinberger et al. 2009) of words and CJK bigrams. No model, same call."""

from __future__ import annotations

import itertools
import re
import unicodedata
import zlib
from collections.abc import Sequence

import numpy as np

from ports.embedding import Vectors

_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")


class HashingEmbedder:
    """Texts that share words are near, others are orthogonal; equal texts are equal in every process."""

    def __init__(self, *, dimensions: int = 256) -> None:
        self.dimensions = dimensions
        self.name = f"hashing-{dimensions}"

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for feature in _features(text):
                code = zlib.crc32(feature.encode())
                vectors[row, code % self.dimensions] += 1.0 if code & 0x8000_0000 else -1.0
            if not vectors[row].any():
                vectors[row, 0] = 1.0
        normalised: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return normalised

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_documents(texts)


def _features(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text[:4000]).lower()
    words = _WORD.findall(folded)
    pairs = [a + b for a, b in itertools.pairwise(words) if a > "\u3400" and b > "\u3400"]
    return words + pairs
