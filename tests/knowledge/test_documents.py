from __future__ import annotations

from collections.abc import Callable

import pytest

from adapters.hashing_embedder import HashingEmbedder
from knowledge import api, indexing
from knowledge.chunking import chunk_markdown
from knowledge.errors import DocumentNotFound, EmptyDocument, PassageNotFound
from knowledge.models import Chunk
from knowledge.types import SearchQuery
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]

OLD = "# Fees\n\nShipping costs 4 euros.\n\n# Speed\n\nParcels take three days."
NEW = "# Fees\n\nShipping costs 5 euros.\n\n# Speed\n\nParcels take three days."


class CountingEmbedder(HashingEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed_documents(self, texts):  # type: ignore[no-untyped-def]
        self.texts += texts
        return super().embed_documents(texts)


def test_a_new_revision_replaces_the_old_text_in_search(tenant: TenantView, index: Index, ask: Ask) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
    index()
    with tenant_scope(tenant.id):
        api.update_document(document_id, text=NEW)
    index()
    found = [passage.text for passage in api.search(ask("what does shipping cost")).passages]
    assert "Shipping costs 5 euros." in found
    assert "Shipping costs 4 euros." not in found


def test_an_old_citation_still_opens_what_it_cited(tenant: TenantView, index: Index, ask: Ask) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
    index()
    cited = api.search(ask("what does shipping cost")).passages[0]
    with tenant_scope(tenant.id):
        api.update_document(document_id, text=NEW)
    index()
    with tenant_scope(tenant.id):
        view = api.passage(cited.chunk_id)
    assert view.text == "Shipping costs 4 euros."
    assert not view.current
    assert view.replaced_at is not None


def test_unchanged_text_makes_no_chunk_and_no_embedding(tenant: TenantView, index: Index) -> None:
    embedder = CountingEmbedder()
    with port_scope(embedder=embedder):
        with tenant_scope(tenant.id):
            document_id = api.add_text(title="Shipping", text=OLD)
        index()
        with tenant_scope(tenant.id):
            before = set(Chunk.objects.values_list("id", flat=True))
            api.update_document(document_id, text=OLD)
            api.reindex()
        embedder.texts.clear()
        index()
        with tenant_scope(tenant.id):
            assert set(Chunk.objects.values_list("id", flat=True)) == before
    assert embedder.texts == []


def test_only_the_changed_passage_is_embedded_again(tenant: TenantView, index: Index) -> None:
    embedder = CountingEmbedder()
    with port_scope(embedder=embedder):
        with tenant_scope(tenant.id):
            document_id = api.add_text(title="Shipping", text=OLD)
        index()
        embedder.texts.clear()
        with tenant_scope(tenant.id):
            api.update_document(document_id, text=NEW)
        index()
    assert embedder.texts == ["Shipping > Fees\nShipping costs 5 euros."]


def test_a_roll_back_makes_the_old_text_live_again(tenant: TenantView, index: Index, ask: Ask) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
    index()
    with tenant_scope(tenant.id):
        first = api.document(document_id).revisions[0]
        api.update_document(document_id, text=NEW)
    index()
    with tenant_scope(tenant.id):
        api.roll_back(document_id, revision_id=first.revision_id)
    index()
    assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 4 euros."
    with tenant_scope(tenant.id):
        assert [revision.origin for revision in api.document(document_id).revisions] == ["rollback", "edit", "upload"]


def test_a_difference_shows_the_changed_line_beside_the_old_one(tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
        api.update_document(document_id, text=NEW)
        new, old = api.document(document_id).revisions
        lines = api.diff(document_id, before=old.revision_id, after=new.revision_id)
    changed = [(line.before, line.after) for line in lines if line.kind == "changed"]
    assert changed == [("Shipping costs 4 euros.", "Shipping costs 5 euros.")]
    assert (new.added, new.removed) == (1, 1)


def test_a_removed_document_is_out_of_search_and_its_citation_opens(tenant: TenantView, index: Index, ask: Ask) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
    index()
    cited = api.search(ask("parcels days")).passages[0]
    with tenant_scope(tenant.id):
        api.remove_document(document_id)
        assert not api.passage(cited.chunk_id).current
        assert api.list_documents().rows == ()
    assert api.search(ask("parcels days")).passages == ()


def test_progress_and_state_follow_the_index(tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
        assert api.document(document_id).row.state == "waiting"
    index()
    with tenant_scope(tenant.id):
        row = api.document(document_id).row
    assert (row.state, row.chunks, row.embedded, row.revision_number) == ("live", 2, 2, 1)


def test_empty_text_is_refused(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        with pytest.raises(EmptyDocument, match="no text"):
            api.add_text(title="Nothing", text=" \n\x00")
        with pytest.raises(EmptyDocument):
            api.add_pair(question="What?", answer="  ")


def test_another_tenants_document_is_as_if_absent(tenant: TenantView, other_tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Shipping", text=OLD)
    index()
    with tenant_scope(tenant.id):
        chunk_id = api.document(document_id).chunks[0].chunk_id
    with tenant_scope(other_tenant.id):
        with pytest.raises(DocumentNotFound):
            api.document(document_id)
        with pytest.raises(PassageNotFound):
            api.passage(chunk_id)


def test_a_document_without_a_passage_fails_at_once_and_holds_up_no_other(
    tenant: TenantView, index: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "chunk_markdown", lambda text: () if "nothing" in text else chunk_markdown(text))
    with tenant_scope(tenant.id):
        empty = api.add_text(title="Empty", text="nothing")
        other = api.add_text(title="Fees", text="Shipping costs 4 euros.")
    index()
    with tenant_scope(tenant.id):
        assert [api.document(one).row.state for one in (empty, other)] == ["failed", "live"]
        assert "no text" in api.document(empty).row.error
