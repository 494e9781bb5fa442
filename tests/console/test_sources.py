"""Sources as an operator meets them: added, run, paused, filled, removed, and why a page brought nothing."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.roles import Role
from adapters.hashing_embedder import HashingEmbedder
from adapters.scripted_fetcher import ScriptedFetcher
from audit.api import list_entries
from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.types import SourceRow
from ports import port_scope
from ports.errors import FetchError
from ports.fetching import Fetched
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import member

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
HOME = "https://shop.example.com"
NEW = "/console/sources/new/"


@pytest.fixture
def web() -> Iterator[ScriptedFetcher]:
    fetcher = ScriptedFetcher({f"{HOME}/fees": b"<title>Fees</title><h1>Fees</h1><p>Shipping costs 4 euros.</p>"})
    with port_scope(fetcher=fetcher, embedder=HashingEmbedder()):
        yield fetcher


def _only(tenant: TenantView) -> SourceRow:
    with tenant_scope(tenant.id):
        (row,) = knowledge.list_sources()
    return row


def _add_page(screen: Client, url: str = f"{HOME}/fees", **more: str) -> str:
    sent = {"url": url, "name": "", "rhythm": "daily", "cron": "", **more}
    return screen.post(f"{NEW}?kind=page", sent).headers["Location"]


def test_a_page_is_fetched_and_its_last_and_next_run_are_shown(
    screen: Client, tenant: TenantView, web: ScriptedFetcher
) -> None:
    path = _add_page(screen)
    assert "Running" in screen.get(path).content.decode()
    run_until_idle()
    page = screen.get(path)
    assert (page.context["source"].last_result, page.context["source"].pages) == ({"added": 1}, 1)
    assert page.context["source"].next_run_at is not None
    assert "<strong>1</strong> added" in page.content.decode()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (FetchError("late", fault="timeout"), "took too long"),
        (FetchError("long", fault="too_large"), "larger than is taken"),
        (Fetched(url=HOME, status=403, headers={}, body=b""), "It answered 403."),
    ],
)
def test_why_a_page_brought_nothing_is_told_in_words(
    screen: Client, web: ScriptedFetcher, answer: Fetched | Exception, said: str
) -> None:
    web.pages[f"{HOME}/fees"] = answer
    path = _add_page(screen)
    run_until_idle()
    assert said in screen.get(path).content.decode()


def test_robots_and_private_addresses_are_told_apart(screen: Client, web: ScriptedFetcher) -> None:
    web.pages[f"{HOME}/robots.txt"] = b"User-agent: *\nDisallow: /"
    asked = _add_page(screen)
    inside = _add_page(screen, "http://192.168.1.4/wiki")
    run_until_idle()
    assert "robots.txt asks programs" in screen.get(asked).content.decode()
    assert "leads into a private network" in screen.get(inside).content.decode()


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"url": "ftp://example.com/a", "rhythm": "daily", "cron": ""}, "url"),
        ({"url": f"{HOME}/fees", "rhythm": "cron", "cron": "every morning"}, "cron"),
    ],
)
def test_a_wrong_address_or_schedule_is_said_at_its_field(
    screen: Client, tenant: TenantView, sent: dict[str, str], field: str
) -> None:
    page = screen.post(f"{NEW}?kind=page", sent)
    assert page.context["form"].errors[field]
    with tenant_scope(tenant.id):
        assert knowledge.list_sources() == ()


def test_a_schedule_of_its_own_runs_by_the_companys_clock(
    screen: Client, tenant: TenantView, web: ScriptedFetcher
) -> None:
    _add_page(screen, rhythm="cron", cron="30 6 * * *")
    run_until_idle()
    at = _only(tenant).next_run_at
    assert at is not None
    assert f"{at.astimezone(ZoneInfo(tenant.time_zone)):%H:%M}" == "06:30"


def test_pausing_stops_the_schedule_and_resuming_sets_it_again(
    screen: Client, tenant: TenantView, web: ScriptedFetcher
) -> None:
    path = _add_page(screen)
    run_until_idle()
    screen.post(f"{path}pause/", {"paused": "yes"})
    assert "Paused" in screen.get("/console/sources/").content.decode()
    screen.post(f"{path}pause/", {"paused": "no"})
    assert (_only(tenant).paused, _only(tenant).next_run_at is not None) == (False, True)


def test_a_folder_comes_as_a_zip_and_what_is_gone_from_it_goes(
    screen: Client, tenant: TenantView, web: ScriptedFetcher
) -> None:
    path = screen.post(f"{NEW}?kind=folder", {"name": "Handbook"}).headers["Location"]
    screen.post(f"{path}files/", {"files": [_zip({"a.md": "# A\n\nOne.", "退货/b.md": "# B\n\nTwo."})]}, follow=True)
    page = screen.post(f"{path}files/", {"files": [_zip({"a.md": "# A\n\nOne.", "c.pdf": "%PDF broken"})]}, follow=True)
    assert page.context["source"].last_result == {"unchanged": 1, "failed": 1, "removed": 1}
    assert "c.pdf" in page.content.decode()
    assert [str(message) for message in page.context["messages"]] == [
        "1 file was taken.", "1 file could not be read.",
    ]  # fmt: skip


def test_a_source_goes_with_its_documents_or_without(screen: Client, tenant: TenantView, web: ScriptedFetcher) -> None:
    for keep, left in (("no", 1), ("yes", 1)):
        path = _add_page(screen, name=keep)
        run_until_idle()
        screen.post(f"{path}remove/", {"documents": keep})
        with tenant_scope(tenant.id):
            assert knowledge.list_documents().total == left


def test_an_agent_sees_sources_and_changes_none(tenant: TenantView, screen: Client, web: ScriptedFetcher) -> None:
    path = _add_page(screen)
    agent = member(tenant, Role.AGENT, "Aki")
    page = agent.get(path)
    assert (page.status_code, "Run now" in page.content.decode()) == (200, False)
    assert agent.post(f"{path}run/").status_code == 403


def test_what_is_done_with_a_source_stands_in_the_audit_log(
    screen: Client, tenant: TenantView, web: ScriptedFetcher
) -> None:
    path = _add_page(screen)
    for step, sent in (("run/", {}), ("pause/", {"paused": "yes"}), ("remove/", {"documents": "no"})):
        screen.post(path + step, sent)
    with tenant_scope(tenant.id):
        verbs = [entry.verb for entry in list_entries(limit=10)]
    assert verbs[:4] == [f"knowledge.source.{verb}" for verb in ("removed", "paused", "refreshed", "added")]


def _zip(files: dict[str, str]) -> SimpleUploadedFile:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return SimpleUploadedFile("handbook.zip", made.getvalue())
