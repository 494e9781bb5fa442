"""Passage vectors in PostgreSQL itself, by pgvector: exact search, or through an index of the tenant's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from django.db import Error, connection

from ports.embedding import Vectors
from ports.errors import StoreError
from ports.ids import new_id
from ports.vectors import VectorHit, VectorRow
from tenants.scope import tenant_scope

_UPSERT = """
INSERT INTO adapters_passagevector (id, tenant_id, space, chunk_id, document_id, vector)
SELECT r.id, %(tenant)s, %(space)s, r.chunk_id, r.document_id, r.vector
FROM unnest(%(ids)s::uuid[], %(chunks)s::uuid[], %(documents)s::uuid[], %(vectors)s::vector[])
     AS r(id, chunk_id, document_id, vector)
ON CONFLICT (tenant_id, space, chunk_id) DO UPDATE SET vector = excluded.vector, document_id = excluded.document_id
"""
_DELETE = "DELETE FROM adapters_passagevector WHERE tenant_id = %s AND space = %s AND chunk_id = ANY(%s)"
# The tenant is named beside row-level security: the policy alone hides it from the planner (39 times slower). Adding 0
# to the distance keeps any index out of an exact search.
_EXACT = """
SELECT chunk_id, 1 - (vector <=> %(query)s::vector) FROM adapters_passagevector
WHERE tenant_id = %(tenant)s AND space = %(space)s AND (%(any)s OR document_id = ANY(%(documents)s::uuid[]))
ORDER BY (vector <=> %(query)s::vector) + 0 LIMIT %(limit)s
"""
_COUNT = "SELECT count(*) FROM adapters_passagevector WHERE tenant_id = %s AND space = %s"
_DROP = "DELETE FROM adapters_passagevector WHERE tenant_id = %s"


class PgVectorStore:
    name = "pgvector"
    transactional = True  # what it stores stands or falls with the caller's transaction

    def upsert(self, *, tenant_id: uuid.UUID, space: str, rows: Sequence[VectorRow]) -> None:
        if not rows:
            return
        values = {
            "tenant": tenant_id,
            "space": space,
            "ids": [new_id() for _ in rows],
            "chunks": [row.chunk_id for row in rows],
            "documents": [row.document_id for row in rows],
            "vectors": [_literal(row.vector) for row in rows],
        }
        with _store_errors(), tenant_scope(tenant_id), connection.cursor() as cursor:
            cursor.execute(_UPSERT, values)

    def delete(self, *, tenant_id: uuid.UUID, space: str, chunk_ids: Sequence[uuid.UUID]) -> None:
        with _store_errors(), tenant_scope(tenant_id), connection.cursor() as cursor:
            cursor.execute(_DELETE, [tenant_id, space, list(chunk_ids)])

    def search(
        self,
        *,
        tenant_id: uuid.UUID,
        space: str,
        query: Vectors,
        limit: int,
        document_ids: Sequence[uuid.UUID] | None = None,
    ) -> list[VectorHit]:
        values = {
            "tenant": tenant_id,
            "space": space,
            "query": _literal(query),
            "limit": limit,
            "any": document_ids is None,
            "documents": list(document_ids or ()),
        }
        with _store_errors(), tenant_scope(tenant_id), connection.cursor() as cursor:
            cursor.execute(_EXACT, values)
            return [VectorHit(chunk_id=chunk_id, similarity=float(near)) for chunk_id, near in cursor.fetchall()]

    def count(self, *, tenant_id: uuid.UUID, space: str) -> int:
        with _store_errors(), tenant_scope(tenant_id), connection.cursor() as cursor:
            cursor.execute(_COUNT, [tenant_id, space])
            return int(cursor.fetchone()[0])

    def drop_tenant(self, *, tenant_id: uuid.UUID) -> None:
        with _store_errors(), tenant_scope(tenant_id), connection.cursor() as cursor:
            cursor.execute(_DROP, [tenant_id])


@contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except Error as error:
        raise StoreError(f"pgvector: {type(error).__name__}") from error


def _literal(vector: Vectors) -> str:
    return "[" + ",".join(f"{value:.7g}" for value in np.asarray(vector, dtype=np.float32).tolist()) + "]"
