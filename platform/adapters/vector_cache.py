"""The vectors of recent texts, so that one question asked by several parts of a turn is embedded once."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np

from ports.embedding import Vectors

Embed = Callable[[Sequence[str]], Vectors]


class VectorCache:
    """Least recently used goes first. Keys are digests: no customer's words stay here after an erasure.

    An embedding depends on nothing but its text, so tenants may share it.
    """

    def __init__(self, *, capacity: int, dimensions: int) -> None:
        self._capacity = capacity
        self._dimensions = dimensions
        self._vectors: OrderedDict[bytes, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str], embed: Embed) -> Vectors:
        """float32, shape (len(texts), dimensions): from the cache, and through `embed` for what is missing."""
        keys = [hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() for text in texts]
        found = self._find(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            found.update(zip(missing, embed(list(missing.values())), strict=True))
            self._keep({key: found[key] for key in missing})
        vectors = np.empty((len(keys), self._dimensions), dtype=np.float32)
        for row, key in enumerate(keys):
            vectors[row] = found[key]
        return vectors

    def __len__(self) -> int:
        return len(self._vectors)

    def _find(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        with self._lock:
            found = {key: self._vectors[key] for key in keys if key in self._vectors}
            for key in found:
                self._vectors.move_to_end(key)
            return found

    def _keep(self, vectors: dict[bytes, Vectors]) -> None:
        with self._lock:
            for key, vector in vectors.items():
                self._vectors[key] = np.array(vector, dtype=np.float32)  # a copy: a view would hold its whole batch
            while len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)
