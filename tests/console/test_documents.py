"""Documents through the console: what is taken, what is refused and why."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.models import IndexSpace
from knowledge.types import DocumentRow
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def _documents(tenant: TenantView) -> tuple[DocumentRow, ...]:
    with tenant_scope(tenant.id):
        return tuple(knowledge.list_documents().rows)


def _paste(screen: Client, tenant: TenantView, text: str = "Bags may come back within 30 days.") -> DocumentRow:
    screen.post("/console/documents/text/", {"title": "Returns", "text": text, "language": "en"})
    run_until_idle()
    return _documents(tenant)[0]


def test_a_pasted_text_is_found_by_a_test_search(screen: Client, tenant: TenantView) -> None:
    _paste(screen, tenant)
    page = screen.get("/console/documents/search/", {"question": "How many days may bags come back?"})
    assert page.context["result"].passages[0].text == "Bags may come back within 30 days."


def test_a_document_that_could_not_be_indexed_says_why_and_is_tried_again_by_a_button(
    screen: Client, tenant: TenantView, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("knowledge.indexing.chunk_markdown", lambda text: 1 / 0)
        row = _paste(screen, tenant)
    address = f"/console/documents/{row.document_id}/"
    page = screen.get(address).content.decode()
    assert "Indexing failed and is tried again by itself." in page
    assert "ZeroDivisionError: division by zero" in page
    assert f'action="{address}try-again/"' in page
    assert "Waits for another try" in screen.get("/console/documents/").content.decode()
    screen.post(f"{address}try-again/")
    run_until_idle()
    assert [(row.state, row.error) for row in _documents(tenant)] == [("live", "")]


def test_a_question_and_answer_pair_is_a_document(screen: Client, tenant: TenantView) -> None:
    sent = {"question": "Do you grind?", "answer": "Yes, for free.", "language": ""}
    screen.post("/console/documents/pair/", sent)
    assert [(row.kind, row.title) for row in _documents(tenant)] == [("pair", "Do you grind?")]


@pytest.mark.parametrize("text", ["", "   \n  "])
def test_an_empty_text_is_refused(screen: Client, tenant: TenantView, text: str) -> None:
    page = screen.post("/console/documents/text/", {"title": "Returns", "text": text})
    assert page.status_code == 200
    assert page.context["form"].errors["text"]
    assert _documents(tenant) == ()


def test_files_are_taken_one_by_one_and_each_refusal_says_why(screen: Client, tenant: TenantView) -> None:
    files = [
        SimpleUploadedFile("hours.md", b"# Hours\n\nOpen from 8 to 19."),
        SimpleUploadedFile("退货.txt", "未拆封的咖啡豆三十天内可以退货。".encode("gbk")),
        SimpleUploadedFile("empty.md", b""),
        SimpleUploadedFile("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(64)),
    ]
    page = screen.post("/console/documents/upload/", {"files": files}, follow=True)
    run_until_idle()
    said = [str(message) for message in page.context["messages"]]
    assert "empty.md: the file is empty." in said
    assert any(text.startswith("photo.png: ") for text in said)
    assert sorted(row.title for row in _documents(tenant)) == ["Hours", "退货.txt"]


def test_an_edit_makes_a_revision_and_the_old_one_can_be_compared(screen: Client, tenant: TenantView) -> None:
    row = _paste(screen, tenant)
    path = f"/console/documents/{row.document_id}/"
    screen.post(f"{path}edit/", {"title": "Returns", "text": "Bags may come back within 45 days."})
    run_until_idle()
    revisions = screen.get(path).context["document"].revisions
    new, old = (revision.revision_id for revision in sorted(revisions, key=lambda one: -one.number))
    page = screen.get(f"{path}diff/", {"before": old, "after": new}).content.decode()
    assert "<del>Bags may come back within <mark>30</mark> days.</del>" in page
    assert "<ins>Bags may come back within <mark>45</mark> days.</ins>" in page


def test_a_text_may_be_put_off_to_a_day_and_thrown_away(screen: Client, tenant: TenantView) -> None:
    row = _paste(screen, tenant)
    path = f"/console/documents/{row.document_id}/"
    sent = {"title": "Returns", "text": "Bags may come back within 45 days.", "goes_live_at": "2090-01-01T09:00"}
    screen.post(f"{path}edit/", {**sent, "overrides": "on"})
    page = screen.get(path)
    (coming,) = (scheduled for scheduled, _blocks in page.context["scheduled"])
    assert (page.context["document"].text, page.context["document"].row.overrides) == (
        "Bags may come back within 30 days.", True,
    )  # fmt: skip
    assert "<ins>Bags may come back within <mark>45</mark> days.</ins>" in page.content.decode()
    screen.post(f"{path}scheduled/", {"scheduled": str(coming.scheduled_id)})
    assert screen.get(path).context["scheduled"] == []


def test_the_answer_of_a_pair_is_edited_without_its_question(screen: Client, tenant: TenantView) -> None:
    screen.post("/console/documents/pair/", {"question": "Do you grind?", "answer": "Yes, for free."})
    path = f"/console/documents/{_documents(tenant)[0].document_id}/"
    form = screen.get(f"{path}edit/").context["form"]
    assert (form.initial["question"], form.initial["answer"]) == ("Do you grind?", "Yes, for free.")
    screen.post(f"{path}edit/", {"question": "Do you grind?", "answer": "Yes.", "language": "zh"})
    shown = screen.get(path).context["document"]
    assert (shown.revisions[0].number, shown.row.language) == (2, "zh")


def test_a_cited_passage_opens_after_its_document_changed(screen: Client, tenant: TenantView) -> None:
    row = _paste(screen, tenant)
    path = f"/console/documents/{row.document_id}/"
    cited = screen.get(path).context["document"].chunks[0].chunk_id
    screen.post(f"{path}edit/", {"title": "Returns", "text": "Bags may come back within 45 days."})
    run_until_idle()
    page = screen.get(f"/console/passages/{cited}/").content.decode()
    assert "within 30 days" in page
    assert "Replaced since" in page


def test_a_removed_document_is_out_of_search_at_once(screen: Client, tenant: TenantView) -> None:
    row = _paste(screen, tenant)
    screen.post(f"/console/documents/{row.document_id}/remove/")
    page = screen.get("/console/documents/search/", {"question": "How many days may bags come back?"})
    assert page.context["result"].passages == ()


def test_a_document_that_looks_like_a_script_is_text(screen: Client, tenant: TenantView) -> None:
    row = _paste(screen, tenant, "<script>alert(1)</script> within 30 days <img src=x onerror=alert(2)>")
    page = screen.get(f"/console/documents/{row.document_id}/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_move_to_another_embedder_shows_how_far_it_is(screen: Client, tenant: TenantView) -> None:
    assert "Another embedder" not in screen.get("/console/documents/").content.decode()
    with tenant_scope(tenant.id):
        IndexSpace.objects.create(space="old", target="new", done=3, total=12)
    assert "3 of 12 passages are embedded by new" in screen.get("/console/documents/").content.decode()
