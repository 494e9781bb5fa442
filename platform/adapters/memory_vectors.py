"""The vector store's twin: vectors in this process's memory, exact."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import numpy as np

from ports.embedding import Vectors
from ports.errors import StoreError
from ports.vectors import VectorHit, VectorRow


class MemoryVectorStore:
    name = "memory"
    transactional = False

    def __init__(self) -> None:
        self._rows: dict[tuple[uuid.UUID, str], dict[uuid.UUID, VectorRow]] = {}
        self.down = False  # a test turns the store off

    def upsert(self, *, tenant_id: uuid.UUID, space: str, rows: Sequence[VectorRow]) -> None:
        self._awake()
        self._rows.setdefault((tenant_id, space), {}).update({row.chunk_id: row for row in rows})

    def delete(self, *, tenant_id: uuid.UUID, space: str, chunk_ids: Sequence[uuid.UUID]) -> None:
        self._awake()
        for chunk_id in chunk_ids:
            self._rows.get((tenant_id, space), {}).pop(chunk_id, None)

    def search(
        self,
        *,
        tenant_id: uuid.UUID,
        space: str,
        query: Vectors,
        limit: int,
        document_ids: Sequence[uuid.UUID] | None = None,
    ) -> list[VectorHit]:
        self._awake()
        wanted = None if document_ids is None else set(document_ids)
        rows = self._rows.get((tenant_id, space), {}).values()
        hits = [
            VectorHit(chunk_id=row.chunk_id, similarity=float(np.dot(row.vector, query)))
            for row in rows
            if wanted is None or row.document_id in wanted
        ]
        return sorted(hits, key=lambda hit: -hit.similarity)[:limit]

    def count(self, *, tenant_id: uuid.UUID, space: str) -> int:
        self._awake()
        return len(self._rows.get((tenant_id, space), {}))

    def drop_tenant(self, *, tenant_id: uuid.UUID) -> None:
        self._awake()
        for key in [key for key in self._rows if key[0] == tenant_id]:
            del self._rows[key]

    def tune(self, *, tenant_id: uuid.UUID, space: str) -> None:
        """Always exact."""

    def _awake(self) -> None:
        if self.down:
            raise StoreError("the store is turned off")
