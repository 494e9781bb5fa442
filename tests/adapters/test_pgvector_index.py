"""A large tenant gets an index of its own, which finds what an exact search finds."""

from __future__ import annotations

import uuid

import numpy as np
import pytest

from adapters.pgvector_store import PgVectorStore
from ports.embedding import Vectors
from ports.vectors import VectorRow
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
SPACE = "test-space.32"


def clustered(number: int, *, seed: int) -> Vectors:
    """Like passages: many near a few topics."""
    random = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(40, 32))
    vectors = centres[random.integers(0, 40, number)] + 0.4 * random.normal(size=(number, 32))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def fill(store: PgVectorStore, tenant_id: uuid.UUID, number: int, seed: int) -> None:
    rows = [
        VectorRow(chunk_id=uuid.uuid4(), document_id=uuid.uuid4(), vector=vector)
        for vector in clustered(number, seed=seed)
    ]
    store.upsert(tenant_id=tenant_id, space=SPACE, rows=rows)


def test_the_index_finds_what_the_exact_search_finds(tenant: TenantView, other_tenant: TenantView) -> None:
    store = PgVectorStore(exact_up_to=1000)
    fill(store, tenant.id, 3000, seed=1)
    fill(store, other_tenant.id, 200, seed=2)
    questions = clustered(50, seed=3)

    def nearest(tenant_id: uuid.UUID) -> list[set[uuid.UUID]]:
        found = (store.search(tenant_id=tenant_id, space=SPACE, query=query, limit=10) for query in questions)
        return [{hit.chunk_id for hit in hits} for hits in found]

    exact, small = nearest(tenant.id), nearest(other_tenant.id)
    store.tune(tenant_id=tenant.id, space=SPACE)
    store.tune(tenant_id=other_tenant.id, space=SPACE)
    indexed = nearest(tenant.id)
    recall = np.mean([len(one & other) / 10 for one, other in zip(exact, indexed, strict=True)])
    assert recall >= 0.95
    assert nearest(other_tenant.id) == small
    assert store._indexed[next(iter(store._indexed))] is not None
    store.drop_tenant(tenant_id=tenant.id)
    store.tune(tenant_id=tenant.id, space=SPACE)
    assert nearest(tenant.id) == [set()] * 50


def test_the_switch_is_seen_in_the_plan(tenant: TenantView) -> None:
    from django.db import connection  # noqa: PLC0415  only this test looks at a plan

    from adapters import pgvector_store  # noqa: PLC0415
    from tenants.scope import tenant_scope  # noqa: PLC0415

    store = PgVectorStore(exact_up_to=1000)
    fill(store, tenant.id, 3000, seed=1)
    store.tune(tenant_id=tenant.id, space=SPACE)
    query = clustered(1, seed=3)[0]
    values = {
        "tenant": tenant.id, "space": SPACE, "any": True, "documents": [], "limit": 10,
        "query": pgvector_store._literal(query),
    }  # fmt: skip
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + pgvector_store._INDEXED.format(dimensions=32), values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "pv_hnsw_" in plan
