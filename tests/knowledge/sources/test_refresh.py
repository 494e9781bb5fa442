from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from adapters.scripted_fetcher import ScriptedFetcher
from knowledge import api
from knowledge.types import NewSource, SearchQuery, Terms
from ports import port_scope
from ports.errors import FetchError
from ports.fetching import Fetched
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]

HOME = "https://shop.example.com"
FEES = "<html><head><title>Fees</title></head><body><h1>Shipping</h1><p>Shipping costs {} euros.</p></body></html>"
SITEMAP = "<urlset>{}</urlset>"


def page(text: str, etag: str = "") -> Fetched:
    return Fetched(url=HOME, status=200, headers={"content-type": "text/html", "etag": etag}, body=text.encode())


def sitemap(*paths: str) -> bytes:
    return SITEMAP.format("".join(f"<url><loc>{HOME}{path}</loc></url>" for path in paths)).encode()


@pytest.fixture
def web() -> Iterator[ScriptedFetcher]:
    fetcher = ScriptedFetcher({f"{HOME}/fees": page(FEES.format(4), '"a"')})
    with port_scope(fetcher=fetcher):
        yield fetcher


def add(tenant: TenantView, source: NewSource) -> None:
    with tenant_scope(tenant.id):
        api.add_source(source)


def again(tenant: TenantView, index: Index) -> dict[str, int]:
    with tenant_scope(tenant.id):
        api.refresh_source(api.list_sources()[0].source_id)
    index()
    with tenant_scope(tenant.id):
        return dict(api.list_sources()[0].last_result)


FEES_PAGE = NewSource(name="Fees", kind="page", url=f"{HOME}/fees", rhythm="daily")


def test_a_page_is_fetched_indexed_and_found(web: ScriptedFetcher, tenant: TenantView, index: Index, ask: Ask) -> None:
    add(tenant, FEES_PAGE)
    index()
    best = api.search(ask("what does shipping cost")).passages[0]
    assert (best.text, best.url, best.title) == ("Shipping costs 4 euros.", f"{HOME}/fees", "Fees")
    with tenant_scope(tenant.id):
        row = api.list_sources()[0]
    assert row.last_result == {"added": 1}
    assert row.next_run_at is not None


def test_an_unchanged_page_is_not_sent_again(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    add(tenant, FEES_PAGE)
    index()
    assert again(tenant, index) == {"unchanged": 1}
    assert web.asked[-1].etag == '"a"'


def test_a_changed_page_makes_a_revision(web: ScriptedFetcher, tenant: TenantView, index: Index, ask: Ask) -> None:
    add(tenant, FEES_PAGE)
    index()
    web.pages[f"{HOME}/fees"] = page(FEES.format(5), '"b"')
    assert again(tenant, index) == {"changed": 1}
    assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 5 euros."


def test_an_operators_edit_survives_a_refresh(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    add(tenant, FEES_PAGE)
    index()
    with tenant_scope(tenant.id):
        document_id = api.list_documents().rows[0].document_id
        text = api.document(document_id).text
        api.update_document(document_id, text=f"{text}\n\nNorway costs 9 euros.")
    index()
    web.pages[f"{HOME}/fees"] = page(FEES.format(5), '"b"')
    again(tenant, index)
    with tenant_scope(tenant.id):
        text = api.document(document_id).text
    assert "costs 5 euros" in text
    assert "Norway costs 9 euros." in text


def test_terms_and_linked_questions_survive_a_refresh(
    web: ScriptedFetcher, tenant: TenantView, index: Index, ask: Ask
) -> None:
    """What an operator set beside the text is no part of the page: when it holds, that it overrides, who tests it."""
    add(tenant, FEES_PAGE)
    index()
    terms = Terms(overrides=True, effective_from=NOON + timedelta(days=3), expires_at=NOON + timedelta(days=9))
    with tenant_scope(tenant.id):
        document_id = api.list_documents().rows[0].document_id
        api.update_document(document_id, terms=terms)
        api.add_test_question(question="what does shipping cost", document_id=document_id)
    web.pages[f"{HOME}/fees"] = page(FEES.format(5), '"b"')
    assert again(tenant, index) == {"changed": 1}
    with tenant_scope(tenant.id):
        row = api.document(document_id).row
        assert [test.document_id for test in api.list_test_questions()] == [document_id]
    assert (row.overrides, row.effective_from, row.expires_at) == (True, terms.effective_from, terms.expires_at)
    assert api.search(ask("what does shipping cost")).passages == ()
    later = api.search(ask("what does shipping cost", now=NOON + timedelta(days=4))).passages[0]
    assert (later.text, later.overrides) == ("Shipping costs 5 euros.", True)


def test_a_page_that_comes_back_is_the_same_document(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    add(tenant, FEES_PAGE)
    index()
    with tenant_scope(tenant.id):
        document_id = api.list_documents().rows[0].document_id
        api.update_document(document_id, terms=Terms(overrides=True))
        api.add_test_question(question="what does shipping cost", document_id=document_id)
    kept = web.pages.pop(f"{HOME}/fees")
    again(tenant, index)
    web.pages[f"{HOME}/fees"] = kept
    again(tenant, index)
    with tenant_scope(tenant.id):
        assert [(row.document_id, row.overrides) for row in api.list_documents().rows] == [(document_id, True)]
        assert [test.document_id for test in api.list_test_questions()] == [document_id]


def test_a_page_that_is_gone_leaves_search(web: ScriptedFetcher, tenant: TenantView, index: Index, ask: Ask) -> None:
    add(tenant, FEES_PAGE)
    index()
    del web.pages[f"{HOME}/fees"]
    assert again(tenant, index) == {"removed": 1}
    assert api.search(ask("what does shipping cost")).passages == ()


def test_a_failing_page_is_told_and_keeps_what_was_known(
    web: ScriptedFetcher, tenant: TenantView, index: Index, ask: Ask
) -> None:
    add(tenant, FEES_PAGE)
    index()
    web.pages[f"{HOME}/fees"] = FetchError("refused")
    assert again(tenant, index) == {"failed": 1}
    with tenant_scope(tenant.id):
        row = api.list_sources()[0]
    assert (row.failures, bool(row.error)) == (1, True)
    assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 4 euros."


def test_a_sitemap_adds_changes_and_removes_pages(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    web.pages[f"{HOME}/sitemap.xml"] = gzip.compress(sitemap("/fees", "/hours"))
    web.pages[f"{HOME}/hours"] = page("<p>Open from nine to six.</p>")
    add(tenant, NewSource(name="Site", kind="sitemap", url=f"{HOME}/sitemap.xml"))
    index()
    web.pages[f"{HOME}/sitemap.xml"] = sitemap("/hours", "/jobs")
    web.pages[f"{HOME}/jobs"] = page("<p>We look for a roaster.</p>")
    assert again(tenant, index) == {"added": 1, "unchanged": 1, "removed": 1}
    with tenant_scope(tenant.id):
        urls = {row.url for row in api.list_documents().rows}
    assert urls == {f"{HOME}/hours", f"{HOME}/jobs"}


def test_robots_txt_is_kept(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    web.pages[f"{HOME}/robots.txt"] = b"User-agent: *\nDisallow: /fees"
    add(tenant, FEES_PAGE)
    index()
    with tenant_scope(tenant.id):
        assert api.list_sources()[0].last_result == {"forbidden": 1}
        assert api.list_documents().rows == ()


def test_a_feed_brings_its_entries(web: ScriptedFetcher, tenant: TenantView, index: Index) -> None:
    feed = f"<rss><channel><link>{HOME}</link><item><link>{HOME}/fees</link></item></channel></rss>"
    web.pages[f"{HOME}/feed"] = feed.encode()
    add(tenant, NewSource(name="News", kind="feed", url=f"{HOME}/feed"))
    index()
    with tenant_scope(tenant.id):
        assert [row.url for row in api.list_documents().rows] == [f"{HOME}/fees"]


def test_pushed_documents_are_kept_by_their_key(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        source = api.add_source(NewSource(name="Shop system", kind="push"))
        fates = [
            api.push_document(source, key="faq-1", title="Fees", text=text)
            for text in ("It costs 4.", "It costs 4.", "It costs 5.", "")
        ]
    assert fates == ["added", "unchanged", "changed", "removed"]


def test_a_folder_loses_the_files_that_are_no_longer_in_it(tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        source = api.add_source(NewSource(name="Docs", kind="folder"))
        api.sync_folder(source, [("a.md", b"# A\n\nOne."), ("b.md", b"# B\n\nTwo.")], tenant_id=tenant.id)
        files = [("b.md", b"# B\n\nTwo."), ("c.pdf", b"%PDF broken")]
        fates = api.sync_folder(source, files, tenant_id=tenant.id)
        titles = [row.title for row in api.list_documents().rows]
    assert fates == {"b.md": "unchanged", "c.pdf": "failed"}
    assert titles == ["B"]
