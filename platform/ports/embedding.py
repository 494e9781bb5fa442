"""Sentence embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    name: str  # names the space: vectors of two names are never compared
    dimensions: int

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """float32, shape (len(texts), dimensions), L2-normalised. Raises EmbeddingError."""

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As embed_documents, with what the model wants before a question."""


class FormerEmbedders(Protocol):
    """Embedders other than the present one, whose vectors serve until the present one has made its own."""

    def named(self, space: str) -> Embedder | None: ...
