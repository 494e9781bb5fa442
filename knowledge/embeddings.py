"""Embeddings kept by the hash of their text: the truth from which any vector store is rebuilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from knowledge.models import Embedding
from ports.embedding import Vectors

_STORED = np.dtype("<f2")  # half precision: the same recall at half the size


def known_hashes(space: str, hashes: Sequence[str]) -> set[str]:
    rows = Embedding.objects.filter(space=space, text_hash__in=list(hashes))
    return set(rows.values_list("text_hash", flat=True))


def store_embeddings(space: str, vectors: Mapping[str, Vectors]) -> None:
    rows = [
        Embedding(space=space, text_hash=text_hash, vector=vector.astype(_STORED).tobytes())
        for text_hash, vector in vectors.items()
    ]
    Embedding.objects.bulk_create(rows, ignore_conflicts=True)


def read_embeddings(space: str, hashes: Sequence[str]) -> dict[str, Vectors]:
    """float32, L2-normalised, by hash; what is not known is left out."""
    rows = Embedding.objects.filter(space=space, text_hash__in=list(hashes)).values_list("text_hash", "vector")
    return {text_hash: unpacked(bytes(vector)) for text_hash, vector in rows}


def unpacked(packed: bytes) -> Vectors:
    """float32, L2-normalised."""
    vector = np.frombuffer(packed, dtype=_STORED).astype(np.float32)
    return vector / max(float(np.linalg.norm(vector)), 1e-9)
