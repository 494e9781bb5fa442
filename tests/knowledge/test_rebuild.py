from __future__ import annotations

from collections.abc import Callable

import pytest

from adapters.hashing_embedder import HashingEmbedder
from adapters.memory_vectors import MemoryVectorStore
from jobs.api import enqueue
from knowledge import api
from knowledge.types import SearchQuery
from ports import get_port, port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_another_store_is_filled_from_what_postgres_keeps(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Fees", text="Shipping costs 4 euros.")
        gone = api.add_text(title="Jobs", text="We look for a roaster.")
    index()
    with tenant_scope(tenant.id):
        api.remove_document(gone)
    store = MemoryVectorStore()
    with port_scope(vectors=store):
        assert api.rebuild_vectors(tenant.id) == (1, 0)
        result = api.search(ask("what does shipping cost"))
    assert store.count(tenant_id=tenant.id, space=get_port("embedder").name) == 1
    assert (result.degraded, result.passages[0].text) == ("", "Shipping costs 4 euros.")


def test_a_store_outside_the_database_follows_changes(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    store, space = MemoryVectorStore(), get_port("embedder").name
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


def test_another_embedder_is_caught_up_with_in_the_background(
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
