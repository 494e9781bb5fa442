"""One contract for every vector store."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import numpy as np
import pytest

from adapters.memory_vectors import MemoryVectorStore
from adapters.pgvector_store import PgVectorStore
from adapters.weaviate_store import WeaviateStore
from ports.embedding import Vectors
from ports.errors import StoreError
from ports.vectors import VectorRow, VectorStore
from tenants.types import TenantView
from tests.vector_stores import real_weaviate

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
SPACE = "test-space.8"
DOCUMENTS = [uuid.uuid4() for _ in range(3)]


@pytest.fixture(params=["pgvector", "memory", "weaviate"])
def store(request: pytest.FixtureRequest, tenant: TenantView, other_tenant: TenantView) -> Iterator[VectorStore]:
    if request.param == "weaviate":
        with real_weaviate([tenant.id, other_tenant.id]) as made:
            yield made
    else:
        yield PgVectorStore() if request.param == "pgvector" else MemoryVectorStore()


def unit(*values: float) -> Vectors:
    vector = np.array([*values, *[0.0] * (8 - len(values))], dtype=np.float32)
    return vector / np.linalg.norm(vector)


def rows() -> list[VectorRow]:
    vectors = [unit(1, 0), unit(0.9, 0.1), unit(0, 1)]
    return [
        VectorRow(chunk_id=uuid.uuid4(), document_id=document, vector=vector)
        for document, vector in zip(DOCUMENTS, vectors, strict=True)
    ]


def test_the_nearest_come_first_with_their_cosine(store: VectorStore, tenant: TenantView) -> None:
    stored = rows()
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=stored)
    hits = store.search(tenant_id=tenant.id, space=SPACE, query=unit(1, 0), limit=2)
    assert [hit.chunk_id for hit in hits] == [stored[0].chunk_id, stored[1].chunk_id]
    assert hits[0].similarity == pytest.approx(1.0, abs=1e-4)


def test_a_second_upsert_replaces(store: VectorStore, tenant: TenantView) -> None:
    stored = rows()
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=stored)
    moved = VectorRow(chunk_id=stored[2].chunk_id, document_id=DOCUMENTS[2], vector=unit(1, 0))
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=[moved])
    assert store.count(tenant_id=tenant.id, space=SPACE) == 3
    hits = store.search(tenant_id=tenant.id, space=SPACE, query=unit(1, 0), limit=2)
    assert {hit.chunk_id for hit in hits} == {stored[0].chunk_id, stored[2].chunk_id}


def test_only_the_documents_asked_for_are_searched(store: VectorStore, tenant: TenantView) -> None:
    stored = rows()
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=stored)
    hits = store.search(tenant_id=tenant.id, space=SPACE, query=unit(1, 0), limit=9, document_ids=[DOCUMENTS[2]])
    assert [hit.chunk_id for hit in hits] == [stored[2].chunk_id]
    assert store.search(tenant_id=tenant.id, space=SPACE, query=unit(1, 0), limit=9, document_ids=[]) == []


def test_a_tenant_sees_only_its_own(store: VectorStore, tenant: TenantView, other_tenant: TenantView) -> None:
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=rows())
    assert store.search(tenant_id=other_tenant.id, space=SPACE, query=unit(1, 0), limit=9) == []
    assert store.count(tenant_id=other_tenant.id, space=SPACE) == 0


def test_two_spaces_do_not_mix(store: VectorStore, tenant: TenantView) -> None:
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=rows())
    assert store.search(tenant_id=tenant.id, space="another", query=unit(1, 0), limit=9) == []


def test_what_is_deleted_is_gone(store: VectorStore, tenant: TenantView) -> None:
    stored = rows()
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=stored)
    store.delete(tenant_id=tenant.id, space=SPACE, chunk_ids=[stored[0].chunk_id, uuid.uuid4()])
    hits = store.search(tenant_id=tenant.id, space=SPACE, query=unit(1, 0), limit=9)
    assert [hit.chunk_id for hit in hits] == [stored[1].chunk_id, stored[2].chunk_id]


def test_a_dropped_tenant_leaves_the_others(store: VectorStore, tenant: TenantView, other_tenant: TenantView) -> None:
    store.upsert(tenant_id=tenant.id, space=SPACE, rows=rows())
    store.upsert(tenant_id=other_tenant.id, space=SPACE, rows=rows())
    store.drop_tenant(tenant_id=tenant.id)
    assert store.count(tenant_id=tenant.id, space=SPACE) == 0
    assert store.count(tenant_id=other_tenant.id, space=SPACE) == 3


def test_a_server_that_is_not_there_is_a_store_error(tenant: TenantView) -> None:
    store = WeaviateStore(url="http://127.0.0.1:1", grpc_port=2)
    with pytest.raises(StoreError):
        store.count(tenant_id=tenant.id, space=SPACE)
