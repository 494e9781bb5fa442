"""A store of passage vectors. PostgreSQL holds the truth; a store can always be rebuilt from it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ports.embedding import Vectors


@dataclass(frozen=True, kw_only=True, slots=True)
class VectorRow:
    chunk_id: uuid.UUID
    document_id: uuid.UUID
    vector: Vectors  # float32, shape (dimensions,)


@dataclass(frozen=True, kw_only=True, slots=True)
class VectorHit:
    chunk_id: uuid.UUID
    similarity: float  # cosine, -1 to 1


class VectorStore(Protocol):
    name: str
    transactional: bool  # True: what it stores stands or falls with the caller's database transaction

    def upsert(self, *, tenant_id: uuid.UUID, space: str, rows: Sequence[VectorRow]) -> None: ...

    def delete(self, *, tenant_id: uuid.UUID, space: str, chunk_ids: Sequence[uuid.UUID]) -> None: ...

    def search(
        self,
        *,
        tenant_id: uuid.UUID,
        space: str,
        query: Vectors,
        limit: int,
        document_ids: Sequence[uuid.UUID] | None = None,
    ) -> list[VectorHit]:
        """Best first. `space` is the embedder's name. Raises StoreError."""

    def count(self, *, tenant_id: uuid.UUID, space: str) -> int: ...

    def drop_tenant(self, *, tenant_id: uuid.UUID) -> None: ...

    def tune(self, *, tenant_id: uuid.UUID, space: str) -> None:
        """Called now and then with no transaction open: the store may change how it searches this tenant."""
