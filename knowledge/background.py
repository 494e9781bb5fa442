"""A sample of the tenant's passage vectors, kept in the process: what a cosine is told against."""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path

import numpy as np
from django.db import connection

from knowledge.confidence.features import Background
from knowledge.embeddings import unpacked
from knowledge.spaces import embedder_of
from ports import get_port
from ports.embedding import Vectors

_SAMPLE = 256
_TENANTS = 200  # samples kept, a few hundred kilobytes each
_ENOUGH = 40  # with fewer passages of its own, a tenant is told against everyday sentences as well
_NEUTRAL = Path(__file__).with_name("neutral.txt")

# A sample by the hash of the text is the same for every process and steady while documents come and go.
_READ = "SELECT vector FROM knowledge_embedding WHERE tenant_id = %s AND space = %s ORDER BY text_hash LIMIT %s"


class BackgroundSamples:
    """Least recently used goes first. A sample is read again when the passages have changed by a tenth."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[uuid.UUID, str], tuple[int, Vectors]] = OrderedDict()
        self._lock = threading.Lock()

    def sample(self, tenant_id: uuid.UUID, space: str, chunks: int) -> Vectors:
        """float32, shape (at most 256, dimensions). Inside the tenant's scope."""
        key = (tenant_id, space)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and abs(kept[0] - chunks) <= kept[0] // 10:
                self._kept.move_to_end(key)
                return kept[1]
        vectors = _read(tenant_id, space)
        with self._lock:
            self._kept[key] = (chunks, vectors)
            while len(self._kept) > _TENANTS:
                self._kept.popitem(last=False)
        return vectors


def measure(question: Vectors, sample: Vectors, space: str) -> Background | None:
    """None without any passage. `space` names the embedder that made both."""
    if not len(sample):
        return None
    everyday = _neutral(space)
    told = sample if len(sample) >= _ENOUGH else np.vstack([sample, everyday])
    cosines, common = told @ question, everyday @ question
    return Background(
        mean=float(cosines.mean()),
        deviation=float(cosines.std()),
        everyday_mean=float(common.mean()),
        everyday_deviation=float(common.std()),
        everyday_nearest=float(common.max()),
    )


def warm_up() -> None:
    """Embed the everyday sentences now and not during the first customer's turn."""
    _neutral(get_port("embedder").name)


@lru_cache(maxsize=4)
def _neutral(space: str) -> Vectors:
    """Everyday sentences of both languages: three passages alone give nothing to be near or far from."""
    embedder = embedder_of(space) or get_port("embedder")
    return embedder.embed_documents(_NEUTRAL.read_text(encoding="utf-8").splitlines())


def _read(tenant_id: uuid.UUID, space: str) -> Vectors:
    with connection.cursor() as cursor:
        cursor.execute(_READ, [tenant_id, space, _SAMPLE])
        rows = [unpacked(bytes(row[0])) for row in cursor.fetchall()]
    return np.stack(rows) if rows else np.empty((0, 0), dtype=np.float32)
