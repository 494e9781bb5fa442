from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence

import pytest

from adapters.former_embedders import FormerEmbedders
from adapters.hashing_embedder import HashingEmbedder
from adapters.memory_vectors import MemoryVectorStore
from jobs.api import enqueue
from knowledge import api
from knowledge.spaces import forget_serving
from knowledge.types import SearchQuery
from ports import get_port, port_scope
from ports.embedding import Vectors
from ports.errors import EmbeddingError
from ports.vectors import VectorStore
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.vector_stores import real_weaviate

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


@pytest.fixture(params=["memory", "weaviate"])
def outside(request: pytest.FixtureRequest, tenant: TenantView) -> Iterator[VectorStore]:
    """A store that does not stand or fall with the database's transaction."""
    if request.param == "memory":
        yield MemoryVectorStore()
    else:
        with real_weaviate([tenant.id]) as store:
            yield store


def test_another_store_is_filled_from_what_postgres_keeps(
    outside: VectorStore, tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Fees", text="Shipping costs 4 euros.")
        gone = api.add_text(title="Jobs", text="We look for a roaster.")
    index()
    with tenant_scope(tenant.id):
        api.remove_document(gone)
    with port_scope(vectors=outside):
        assert api.rebuild_vectors(tenant.id) == (1, 0)
        result = api.search(ask("what does shipping cost"))
    assert outside.count(tenant_id=tenant.id, space=get_port("embedder").name) == 1
    assert (result.degraded, result.passages[0].text) == ("", "Shipping costs 4 euros.")


def test_a_store_outside_the_database_follows_changes(
    outside: VectorStore, tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    store, space = outside, get_port("embedder").name
    with port_scope(vectors=store):
        with tenant_scope(tenant.id):
            document_id = api.add_text(title="Fees", text="Shipping costs 4 euros.")
        index()
        with tenant_scope(tenant.id):
            api.update_document(document_id, text="Shipping costs 5 euros.")
        index()
        assert store.count(tenant_id=tenant.id, space=space) == 1
        assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 5 euros."
        with tenant_scope(tenant.id):
            api.remove_document(document_id)
        index()
        assert store.count(tenant_id=tenant.id, space=space) == 0


def test_without_the_old_embedder_words_serve_until_the_new_one_is_done(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Fees", text="Shipping costs 4 euros.")
    index()
    with port_scope(embedder=HashingEmbedder(dimensions=64)):
        meanwhile = api.search(ask("what does shipping cost"))
        assert (meanwhile.degraded, meanwhile.passages[0].text) == ("words_only", "Shipping costs 4 euros.")
        with tenant_scope(tenant.id):
            enqueue(kind="knowledge.tune", dedup_key="now", payload={})
        index()
        assert api.search(ask("what does shipping cost")).degraded == ""


class Counting(HashingEmbedder):
    """Another space; counts what it embeds, and can be stopped half-way."""

    def __init__(self) -> None:
        super().__init__(dimensions=64)
        self.embedded: list[str] = []
        self.patience = 1000

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if len(self.embedded) >= self.patience:
            raise EmbeddingError("stopped")
        self.embedded += texts
        return super().embed_documents(texts)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return super().embed_documents(texts)


OLD = FormerEmbedders(embedders={"hashing-256": {"BACKEND": "adapters.hashing_embedder.HashingEmbedder"}})


def change(tenant: TenantView) -> None:
    forget_serving(tenant.id)  # as a restart with another setting does
    with tenant_scope(tenant.id):
        enqueue(kind="knowledge.tune", dedup_key=str(uuid.uuid4()), payload={})


def fill(tenant: TenantView, count: int) -> None:
    with tenant_scope(tenant.id):
        for number in range(count):
            api.add_text(title=f"Note {number}", text=f"Parcel number {number} weighs {number} kilos.")
        api.add_text(title="Fees", text="Shipping costs 4 euros.")


def test_the_old_index_serves_until_the_new_one_is_done(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    fill(tenant, 20)
    index()
    before = api.search(ask("what does shipping cost"))
    new = Counting()
    new.patience = 16
    with port_scope(embedder=new, former_embedders=OLD):
        change(tenant)
        index()
        with tenant_scope(tenant.id):
            move = api.index_move()
        assert move is not None
        assert (move.space, move.target, move.done, move.total) == ("hashing-256", "hashing-64", 16, 21)
        meanwhile = api.search(ask("what does shipping cost"))
        assert (meanwhile.degraded, meanwhile.passages[0].vector_score) == ("", before.passages[0].vector_score)


def test_the_new_index_takes_over_and_what_came_meanwhile_is_in_both(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    fill(tenant, 2)
    index()
    new, store = Counting(), get_port("vectors")
    with port_scope(embedder=new, former_embedders=OLD):
        forget_serving(tenant.id)
        with tenant_scope(tenant.id):
            api.add_text(title="Hours", text="We open at ten.")
        index()
        meanwhile = api.search(ask("we open at ten"))
        assert (meanwhile.degraded, meanwhile.passages[0].title) == ("", "Hours")
        assert store.count(tenant_id=tenant.id, space="hashing-256") == 4
        change(tenant)
        index()
        result = api.search(ask("what does shipping cost"))
        assert (result.degraded, result.passages[0].text) == ("", "Shipping costs 4 euros.")
        assert sorted(new.embedded).count("Hours\nWe open at ten.") == 1
        counts = [store.count(tenant_id=tenant.id, space=space) for space in ("hashing-256", "hashing-64")]
        assert counts == [0, 4]
        with tenant_scope(tenant.id):
            assert api.index_move() is None


def test_going_back_embeds_nothing_again(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    fill(tenant, 2)
    index()
    with port_scope(embedder=HashingEmbedder(dimensions=64), former_embedders=OLD):
        change(tenant)
        index()
    embedder = Counting()
    embedder.name, embedder.dimensions, embedder.patience = "hashing-256", 256, 0
    with port_scope(embedder=embedder):
        change(tenant)
        index()
        assert get_port("vectors").count(tenant_id=tenant.id, space="hashing-256") == 3
        assert api.search(ask("what does shipping cost")).degraded == ""
