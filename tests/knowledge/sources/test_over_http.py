"""Sources against a real server: what it is asked, what it answers, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest

from adapters.egress import EgressFetcher
from adapters.system_clock import FixedClock
from knowledge import api
from knowledge.types import NewSource, SearchQuery, SourceRow
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON
from tests.knowledge.sources.site import Page, Site, serving

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]
Run = Callable[[], SourceRow]

FEES = "<html><head><title>Fees</title></head><body><h1>Shipping</h1><p>Shipping costs {} euros.</p></body></html>"


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture
def site(server: Site) -> Iterator[Site]:
    server.pages.clear()
    server.asked.clear()
    with port_scope(fetcher=EgressFetcher(trusted=[server.netloc]), clock=FixedClock(NOON)):
        yield server


@pytest.fixture
def run(tenant: TenantView, index: Index) -> Run:
    """Look at the first source again."""

    def again() -> SourceRow:
        with tenant_scope(tenant.id):
            api.refresh_source(api.list_sources()[0].source_id)
        index()
        with tenant_scope(tenant.id):
            return api.list_sources()[0]

    return again


@pytest.fixture
def add(tenant: TenantView, index: Index, site: Site) -> Callable[..., SourceRow]:
    def make(kind: str, path: str) -> SourceRow:
        with tenant_scope(tenant.id):
            api.add_source(NewSource(name=kind, kind=kind, url=f"{site.home}{path}", rhythm="daily"))  # type: ignore[arg-type]  # one of the kinds
        index()
        with tenant_scope(tenant.id):
            return api.list_sources()[0]

    return make


def _urls(tenant: TenantView, site: Site) -> set[str]:
    with tenant_scope(tenant.id):
        return {row.url.removeprefix(site.home) for row in api.list_documents().rows}


@pytest.mark.parametrize("headers", [{"ETag": '"v1"'}, {"Last-Modified": "Mon, 02 Mar 2026 08:00:00 GMT"}])
def test_a_page_that_did_not_change_is_answered_304(
    add: Callable[..., SourceRow], run: Run, site: Site, headers: dict[str, str]
) -> None:
    site.pages["/fees"] = Page(body=FEES.format(4), headers=headers)
    add("page", "/fees")
    assert run().last_result == {"unchanged": 1}
    assert [status for path, status in site.asked if path == "/fees"] == [200, 304]


def test_the_same_text_without_any_validator_makes_no_revision(
    add: Callable[..., SourceRow], run: Run, site: Site, tenant: TenantView
) -> None:
    site.pages["/fees"] = Page(body=FEES.format(4))
    add("page", "/fees")
    assert run().last_result == {"unchanged": 1}
    with tenant_scope(tenant.id):
        document_id = api.list_documents().rows[0].document_id
        assert len(api.document(document_id).revisions) == 1


def test_a_changed_page_is_a_revision_whose_difference_reads_line_by_line(
    add: Callable[..., SourceRow], run: Run, site: Site, tenant: TenantView
) -> None:
    site.pages["/fees"] = Page(body=FEES.format(4), headers={"ETag": '"v1"'})
    add("page", "/fees")
    site.pages["/fees"] = Page(body=FEES.format(5), headers={"ETag": '"v2"'})
    assert run().last_result == {"changed": 1}
    with tenant_scope(tenant.id):
        document_id = api.list_documents().rows[0].document_id
        new, old = api.document(document_id).revisions
        lines = api.diff(document_id, before=old.revision_id, after=new.revision_id)
    changed = [(line.before, line.after) for line in lines if line.kind == "changed"]
    assert changed == [("Shipping costs 4 euros.", "Shipping costs 5 euros.")]


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_was_taken_away_leaves_search(
    add: Callable[..., SourceRow], run: Run, site: Site, ask: Ask, status: int
) -> None:
    site.pages["/fees"] = Page(body=FEES.format(4))
    add("page", "/fees")
    site.pages["/fees"] = Page(status=status)
    assert run().last_result == {"removed": 1}
    assert api.search(ask("what does shipping cost")).passages == ()


def test_robots_txt_keeps_us_from_the_page_itself(add: Callable[..., SourceRow], site: Site) -> None:
    site.pages["/robots.txt"] = Page(body="User-agent: AnamnesisBot\nDisallow: /fees\n")
    site.pages["/fees"] = Page(body=FEES.format(4))
    assert add("page", "/fees").last_result == {"forbidden": 1}
    assert site.paths() == []


def test_a_sitemap_index_leads_to_the_pages_of_its_sitemaps(
    add: Callable[..., SourceRow], site: Site, tenant: TenantView
) -> None:
    locs = "".join(f"<sitemap><loc>{site.home}/{part}.xml</loc></sitemap>" for part in ("a", "b"))
    site.pages["/sitemap.xml"] = Page(body=f"<sitemapindex>{locs}</sitemapindex>")
    site.pages["/a.xml"] = Page(body=f"<urlset><url><loc>{site.home}/fees</loc></url></urlset>")
    site.pages["/b.xml"] = Page(body=f"<urlset><url><loc>{site.home}/hours</loc></url></urlset>")
    site.pages["/fees"], site.pages["/hours"] = Page(body=FEES.format(4)), Page(body="<p>Open from nine to six.</p>")
    assert add("sitemap", "/sitemap.xml").last_result == {"added": 2, "removed": 0}
    assert _urls(tenant, site) == {"/fees", "/hours"}


@pytest.mark.parametrize(
    "feed",
    [
        "<rss><channel><link>{0}</link><item><title>A</title><link>{0}/fees</link></item></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='{0}/feed' rel='self'/><entry><link rel='enclosure' "
        "href='{0}/a.mp3'/><link rel='alternate' href='/fees'/></entry></feed>",
    ],
    ids=["rss", "atom"],
)
def test_a_feed_leads_to_the_pages_of_its_entries(
    add: Callable[..., SourceRow], site: Site, tenant: TenantView, feed: str
) -> None:
    site.pages["/feed"], site.pages["/fees"] = Page(body=feed.format(site.home)), Page(body=FEES.format(4))
    add("feed", "/feed")
    assert _urls(tenant, site) == {"/fees"}


def test_a_redirect_into_a_private_network_is_refused(add: Callable[..., SourceRow], site: Site) -> None:
    with serving() as inside:
        inside.pages["/fees"] = Page(body=FEES.format(4))
        site.pages["/fees"] = Page(status=302, headers={"Location": f"{inside.home}/fees"})
        row = add("page", "/fees")
        assert inside.asked == []
    assert [(trouble.code, row.last_result) for trouble in row.troubles] == [("private", {"failed": 1})]


def _sitemap_of(site: Site, *paths: str) -> None:
    locs = "".join(f"<url><loc>{site.home}{path}</loc></url>" for path in paths)
    site.pages["/sitemap.xml"] = Page(body=f"<urlset>{locs}</urlset>")


@pytest.mark.parametrize("retry_after", ["7200", format_datetime(NOON + timedelta(hours=2), usegmt=True)])
@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_site_is_left_alone_for_as_long_as_it_asks(
    add: Callable[..., SourceRow], site: Site, status: int, retry_after: str
) -> None:
    _sitemap_of(site, "/a", "/b", "/c")
    site.pages["/a"] = Page(body=FEES.format(4))
    site.pages["/b"] = Page(status=status, headers={"Retry-After": retry_after})
    site.pages["/c"] = Page(body=FEES.format(5))
    row = add("sitemap", "/sitemap.xml")
    assert site.paths() == ["/sitemap.xml", "/a", "/b"]
    assert row.next_run_at == NOON + timedelta(hours=2)
    assert row.error == "The site is busy and asks to wait. The rest follows then."
    assert row.last_result == {"added": 1, "failed": 1}


def test_a_busy_list_of_pages_is_asked_again_when_it_wants_and_drops_nothing(
    add: Callable[..., SourceRow], run: Run, site: Site, tenant: TenantView
) -> None:
    _sitemap_of(site, "/a")
    site.pages["/a"] = Page(body=FEES.format(4))
    add("sitemap", "/sitemap.xml")
    site.pages["/sitemap.xml"] = Page(status=429, headers={"Retry-After": "3600"})
    assert run().next_run_at == NOON + timedelta(hours=1)
    assert _urls(tenant, site) == {"/a"}


@pytest.mark.parametrize(
    ("status", "headers", "waits"),
    [
        (500, {}, [timedelta(minutes=10), timedelta(minutes=20), timedelta(minutes=40)]),
        (429, {"Retry-After": "1"}, [timedelta(minutes=10), timedelta(minutes=20), timedelta(minutes=40)]),
        (429, {"Retry-After": "99999999999"}, [timedelta(days=1)] * 3),
        (429, {"Retry-After": "soon"}, [timedelta(minutes=10), timedelta(minutes=20), timedelta(minutes=40)]),
    ],
)
def test_a_failing_site_is_asked_less_and_less_often(
    add: Callable[..., SourceRow], run: Run, site: Site, status: int, headers: dict[str, str], waits: list[timedelta]
) -> None:
    site.pages["/fees"] = Page(status=status, headers=headers)
    seen = [add("page", "/fees").next_run_at, run().next_run_at, run().next_run_at]
    assert [_since(at) for at in seen] == waits


def test_after_a_good_run_the_rhythm_is_the_old_one(add: Callable[..., SourceRow], run: Run, site: Site) -> None:
    site.pages["/fees"] = Page(status=500)
    add("page", "/fees")
    site.pages["/fees"] = Page(body=FEES.format(4))
    row = run()
    assert (row.failures, row.error, _since(row.next_run_at)) == (0, "", timedelta(days=1))


def _since(at: datetime | None) -> timedelta | None:
    return at - NOON if at else None
