"""A text that waits for its day: what is live stays, what comes until then is kept, and then it goes live."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from adapters.scripted_fetcher import ScriptedFetcher
from adapters.system_clock import FixedClock
from knowledge import api
from knowledge.scheduling import publish_due
from knowledge.types import NewSource, SearchQuery
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]
NEW_YEAR = datetime(2090, 1, 1, tzinfo=UTC)  # far from any clock that a job may run by
FEES = "<title>Fees</title><h1>Fees</h1><p>Shipping costs {} euros.</p><p>We ship on {}.</p>"


def _publish_on(tenant: TenantView, at: datetime, index: Index) -> int:
    with port_scope(clock=FixedClock(at)), tenant_scope(tenant.id):
        published = publish_due()
    index()
    return published


def _text(tenant: TenantView, document_id: uuid.UUID) -> str:
    with tenant_scope(tenant.id):
        return api.document(document_id).text


def _scheduled(tenant: TenantView, index: Index, text: str = "Shipping costs 4 euros.") -> uuid.UUID:
    with tenant_scope(tenant.id):
        made = api.add_text(title="Fees", text=text)
    index()
    with tenant_scope(tenant.id):
        api.schedule_revision(made, text=text.replace("4", "6"), due_at=NEW_YEAR)
    index()
    return made


def test_the_present_text_stays_until_the_day(tenant: TenantView, index: Index, ask: Ask) -> None:
    made = _scheduled(tenant, index)
    assert _publish_on(tenant, NEW_YEAR - timedelta(hours=1), index) == 0
    assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 4 euros."
    assert _publish_on(tenant, NEW_YEAR, index) == 1
    assert api.search(ask("what does shipping cost")).passages[0].text == "Shipping costs 6 euros."
    with tenant_scope(tenant.id):
        assert (api.list_scheduled(made), api.document(made).row.revision_number) == ((), 2)


def test_it_survives_a_refresh_and_takes_what_the_refresh_brought(tenant: TenantView, index: Index) -> None:
    web = ScriptedFetcher({"https://shop.example.com/fees": FEES.format(4, "Monday").encode()})
    with port_scope(fetcher=web):
        with tenant_scope(tenant.id):
            source = api.add_source(NewSource(name="Fees", kind="page", url="https://shop.example.com/fees"))
        index()
        with tenant_scope(tenant.id):
            made = api.list_documents().rows[0].document_id
            api.schedule_revision(made, text=api.document(made).text.replace("4 euros", "6 euros"), due_at=NEW_YEAR)
        web.pages["https://shop.example.com/fees"] = FEES.format(4, "Friday").encode()
        with tenant_scope(tenant.id):
            api.refresh_source(source)
        index()
    assert ("4 euros" in (text := _text(tenant, made)), "Friday" in text) == (True, True)
    _publish_on(tenant, NEW_YEAR, index)
    assert ("6 euros" in (text := _text(tenant, made)), "Friday" in text) == (True, True)


def test_an_edit_in_between_is_kept_beside_it(tenant: TenantView, index: Index) -> None:
    made = _scheduled(tenant, index, "Shipping costs 4 euros.\n\nWe ship on Monday.")
    with tenant_scope(tenant.id):
        api.update_document(made, text="Shipping costs 4 euros.\n\nWe ship on Friday.")
    index()
    _publish_on(tenant, NEW_YEAR, index)
    assert _text(tenant, made) == "Shipping costs 6 euros.\n\nWe ship on Friday."


def test_what_is_thrown_away_or_removed_never_goes_live(tenant: TenantView, index: Index, ask: Ask) -> None:
    made, other = _scheduled(tenant, index), _scheduled(tenant, index, "Moka pots cost 4 euros.")
    with tenant_scope(tenant.id):
        api.cancel_scheduled(made, api.list_scheduled(made)[0].scheduled_id)
        api.remove_document(other)
    _publish_on(tenant, NEW_YEAR, index)
    assert _text(tenant, made) == "Shipping costs 4 euros."
    assert [passage.document_id for passage in api.search(ask("what do moka pots cost")).passages] in ([made], [])
