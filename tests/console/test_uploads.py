"""Files and spreadsheets through the console: the preview is what is stored, each file has its own answer."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.roles import Role
from audit.api import list_entries
from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.types import DocumentRow, Terms
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import member

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
DOCUMENTS, UPLOAD = "/console/documents/", "/console/documents/upload/"
PAGE = """<html><head><title>Returns</title><script>alert(1)</script></head><body><nav>Home | Shop</nav>
<h1>Returns</h1><p>Bags may come back within 30 days.</p><h2>Machines</h2>
<table><tr><th>Machine</th><th>Price</th></tr><tr><td>Moka</td><td>29 euros</td></tr></table></body></html>"""
PAIRS = "问题,答案\n可以退货吗,三十天内可以。\nDo you grind?,Yes for free.\n"


def _rows(tenant: TenantView) -> tuple[DocumentRow, ...]:
    with tenant_scope(tenant.id):
        return knowledge.list_documents().rows


def _file(name: str, content: str) -> SimpleUploadedFile:
    kind = "application/pdf" if name.endswith("pdf") else "text/plain"
    return SimpleUploadedFile(name, content.encode(), content_type=kind)


def _pair(tenant: TenantView, question: str, answer: str) -> uuid.UUID:
    with tenant_scope(tenant.id):
        return knowledge.add_pair(question=question, answer=answer)


def test_the_preview_is_what_is_stored(screen: Client, tenant: TenantView) -> None:
    page = screen.post(f"{DOCUMENTS}preview/", {"files": _file("returns.html", PAGE)})
    shown = [(passage.heading, passage.text) for passage in page.context["preview"].passages]
    assert _rows(tenant) == ()
    screen.post(UPLOAD, {"files": _file("returns.html", PAGE)})
    run_until_idle()
    with tenant_scope(tenant.id):
        document = knowledge.document(_rows(tenant)[0].document_id)
    assert [(chunk.heading, chunk.text) for chunk in document.chunks] == shown
    assert any("Machine: Moka; Price: 29 euros" in text or "Moka | 29 euros" in text for _, text in shown)


def test_a_preview_of_a_known_file_says_whether_anything_would_change(screen: Client) -> None:
    screen.post(UPLOAD, {"files": _file("returns.html", PAGE)})
    same = screen.post(f"{DOCUMENTS}preview/", {"files": _file("returns.html", PAGE)}).content.decode()
    newer = screen.post(f"{DOCUMENTS}preview/", {"files": _file("returns.html", PAGE.replace("30", "45"))})
    assert "nothing would change" in same
    assert "a new revision of Returns" in newer.content.decode()


@pytest.mark.parametrize(
    ("name", "content", "taken"), [("a.md", "# A\n\nOne.", True), ("a.pdf", "%PDF broken", False), ("a.md", "", False)]
)
def test_a_file_that_travels_alone_is_answered_alone(screen: Client, name: str, content: str, taken: bool) -> None:
    answer = screen.post(UPLOAD, {"files": _file(name, content)}, headers={"X-One-File": "yes"}).json()
    assert (answer["taken"], bool(answer["text"])) == (taken, True)


def test_the_page_can_follow_a_file_until_it_is_indexed(screen: Client) -> None:
    answer = screen.post(UPLOAD, {"files": _file("a.md", "# A\n\nOne.")}, headers={"X-One-File": "yes"}).json()
    assert screen.get(answer["state"]).json()["done"] is False
    run_until_idle()
    assert screen.get(answer["state"]).json() == {"done": True, "failed": False, "text": "Indexed: 1 passage"}


def test_half_a_pair_is_left_out_and_said(screen: Client, tenant: TenantView) -> None:
    sheet = PAIRS + ",An answer to nothing.\nWhat of this?,\n"
    page = screen.post(f"{DOCUMENTS}pairs/", {"file": _file("faq.csv", sheet)}, headers={"HX-Request": "true"})
    assert page.context["counts"]["incomplete"] == 2
    screen.post(f"{DOCUMENTS}pairs/", {"file": _file("faq.csv", sheet), "step": "import"})
    assert "2 rows were left out" in screen.get(DOCUMENTS).content.decode()
    assert len(_rows(tenant)) == 2


def test_the_address_of_the_upload_leads_to_the_documents(screen: Client) -> None:
    assert screen.get(UPLOAD).headers["Location"] == DOCUMENTS


def test_a_spreadsheet_of_pairs_is_shown_before_it_is_stored(screen: Client, tenant: TenantView) -> None:
    _pair(tenant, "Do you grind?", "No.")
    sent = {"file": _file("faq.csv", PAIRS)}
    page = screen.post(f"{DOCUMENTS}pairs/", sent, headers={"HX-Request": "true"})
    told = [(pair.question, pair.fate) for pair in page.context["pairs"]]
    assert told == [("可以退货吗", "added"), ("Do you grind?", "changed")]
    assert len(_rows(tenant)) == 1


def test_pairs_are_found_again_by_their_question(screen: Client, tenant: TenantView) -> None:
    known = _pair(tenant, "Do you grind?", "No.")
    for _ in range(2):
        screen.post(f"{DOCUMENTS}pairs/", {"file": _file("faq.csv", PAIRS), "step": "import", "overrides": "on"})
    with tenant_scope(tenant.id):
        view = knowledge.document(known)
    assert sorted((row.kind, row.title) for row in _rows(tenant)) == [("pair", "Do you grind?"), ("pair", "可以退货吗")]
    assert [revision.number for revision in view.revisions] == [2, 1]


def test_a_spreadsheet_without_the_two_columns_says_which(screen: Client, tenant: TenantView) -> None:
    sent = {"file": _file("faq.csv", "name,price\nMoka,29\n")}
    page = screen.post(f"{DOCUMENTS}pairs/", sent, headers={"HX-Request": "true"})
    assert "Name one column question" in page.content.decode()


@pytest.mark.parametrize(
    ("sent", "left"),
    [
        ({"action": "override"}, [(True, "en", False)] * 2),
        ({"action": "language", "language": "zh"}, [(False, "zh", False)] * 2),
        ({"action": "expire", "expires_at": "2027-01-31T18:00"}, [(False, "en", True)] * 2),
        ({"action": "remove"}, []),
    ],
)
def test_several_documents_are_changed_at_once(
    screen: Client, tenant: TenantView, sent: dict[str, str], left: list[tuple[bool, str, bool]]
) -> None:
    chosen = [str(_pair(tenant, question, "Yes, we do that.")) for question in ("Do you grind?", "Do you roast?")]
    spared = _pair(tenant, "Do you ship?", "Yes, we do that.")
    screen.post(f"{DOCUMENTS}bulk/", {**sent, "document": chosen})
    rows = {row.document_id: row for row in _rows(tenant)}
    assert [
        (row.overrides, row.language, bool(row.expires_at)) for row in rows.values() if str(row.document_id) in chosen
    ] == left
    assert (rows[spared].overrides, rows[spared].language, rows[spared].expires_at) == (False, "en", None)
    with tenant_scope(tenant.id):
        subjects = {entry.subject_id for entry in list_entries(limit=2)}
    assert subjects == set(chosen)


def test_another_companys_documents_are_out_of_reach(
    screen: Client, tenant: TenantView, other_tenant: TenantView
) -> None:
    theirs = _pair(other_tenant, "Do you grind?", "Yes.")
    screen.post(f"{DOCUMENTS}bulk/", {"action": "remove", "document": [str(theirs)]})
    assert len(_rows(other_tenant)) == 1


def test_an_edit_leaves_a_document_to_its_bots(screen: Client, tenant: TenantView) -> None:
    bot = uuid.uuid4()
    with tenant_scope(tenant.id):
        made = knowledge.add_text(title="A", text="One.", terms=Terms(bot_ids=(bot,)))
    screen.post(f"{DOCUMENTS}{made}/edit/", {"title": "A", "text": "Two."})
    assert _rows(tenant)[0].bot_ids == (bot,)


def test_an_agent_may_neither_preview_nor_choose(tenant: TenantView) -> None:
    agent = member(tenant, Role.AGENT)
    _pair(tenant, "Do you grind?", "Yes.")
    assert "data-pick" not in agent.get(DOCUMENTS).content.decode()
    assert agent.post(f"{DOCUMENTS}preview/", {"files": _file("a.md", "One.")}).status_code == 403
