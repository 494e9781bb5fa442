"""Indexing goes on behind a document that cannot be indexed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.db import connection

from adapters.hashing_embedder import HashingEmbedder
from knowledge import api
from knowledge.types import DocumentRow, SearchQuery
from ports import port_scope
from ports.embedding import Vectors
from ports.errors import EmbeddingError
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]


class PickyEmbedder(HashingEmbedder):
    """Refuses every batch that holds the word."""

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if any("poison" in text for text in texts):
            raise EmbeddingError("status 400: input rejected")
        return super().embed_documents(texts)


@pytest.fixture
def rows(tenant: TenantView) -> Callable[[], dict[str, DocumentRow]]:
    def read() -> dict[str, DocumentRow]:
        with tenant_scope(tenant.id):
            return {row.title: row for row in api.list_documents().rows}

    return read


def _pauses_end(tenant: TenantView) -> None:
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("UPDATE jobs_job SET available_at = clock_timestamp() WHERE state = 'due'")


def test_a_good_document_goes_live_while_a_failing_one_before_it_waits(
    tenant: TenantView, index: Index, ask: Ask, rows: Callable[[], dict[str, DocumentRow]]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Bad", text="A poison line.")
        api.add_text(title="Good", text="Parcels take three days.")
    with port_scope(embedder=PickyEmbedder()):
        index()
    assert (rows()["Good"].state, rows()["Bad"].state) == ("live", "waiting")
    assert rows()["Bad"].error.splitlines()[1] == "EmbeddingError: status 400: input rejected"
    assert api.search(ask("how long do parcels take")).passages[0].text == "Parcels take three days."


def test_after_its_last_attempt_a_document_has_failed_and_still_says_why(
    tenant: TenantView, index: Index, rows: Callable[[], dict[str, DocumentRow]]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Bad", text="A poison line.")
    with port_scope(embedder=PickyEmbedder()):
        for _ in range(6):
            index()
            _pauses_end(tenant)
    assert rows()["Bad"].state == "failed"
    assert rows()["Bad"].error.splitlines() == [
        "Indexing failed several times. Index the document again.",
        "EmbeddingError: status 400: input rejected",
    ]


def test_a_newer_revision_is_not_undone_by_the_retry_of_the_one_that_failed(
    tenant: TenantView, index: Index, ask: Ask, rows: Callable[[], dict[str, DocumentRow]]
) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Parcels", text="Parcels take three days, poison.")
    with port_scope(embedder=PickyEmbedder()):
        index()
        with tenant_scope(tenant.id):
            api.update_document(document_id, text="Parcels take five days.")
        index()
    _pauses_end(tenant)
    index()  # the embedder takes all again: the first would succeed now
    assert (rows()["Parcels"].state, rows()["Parcels"].error) == ("live", "")
    assert [p.text for p in api.search(ask("how long do parcels take")).passages] == ["Parcels take five days."]
