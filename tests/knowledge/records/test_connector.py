"""Rows that another program holds: asked once, kept for a while, shown to their owner alone."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.scripted_fetcher import ScriptedFetcher
from adapters.system_clock import FixedClock
from audit.api import list_entries
from knowledge import api
from knowledge.errors import BadTable
from knowledge.models import RecordTable
from knowledge.records.columns import Column
from knowledge.records.connector import Connector
from knowledge.records.tables import NewTable
from knowledge.types import RecordQuery, RecordResult
from ports import port_scope
from ports.errors import FetchError
from ports.fetching import Fetched
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

URL = "https://shop.example.com/orders/SO1001"
TABLE = NewTable(
    name="orders",
    titles={"en": "order"},
    key_column="number",
    owner_column="customer",
    columns=(
        Column(name="number", type="text", labels={"en": "number"}),
        Column(name="customer", type="text", labels={"en": "customer"}),
        Column(name="status", type="text", labels={"en": "status"}),
    ),
)
CONNECTOR = Connector(
    url="https://shop.example.com/orders/{key}",
    rows_at="data",
    fields={"number": "id", "customer": "buyer.login", "status": "state"},
)
ANSWER = {"data": {"id": "SO1001", "buyer": {"login": "alice"}, "state": "packed"}}


@pytest.fixture
def shop_system() -> Iterator[ScriptedFetcher]:
    page = Fetched(url=URL, status=200, headers={}, body=json.dumps(ANSWER).encode())
    fetcher = ScriptedFetcher({URL: page})
    with port_scope(fetcher=fetcher):
        yield fetcher


@pytest.fixture
def shop(tenant: TenantView) -> TenantView:
    with tenant_scope(tenant.id):
        api.connect_records(table=TABLE, connector=CONNECTOR, secret_headers={"X-Key": "s3cret"})
    return tenant


def ask(tenant: TenantView, question: str, who: str = "alice") -> RecordResult:
    return api.lookup_records(
        RecordQuery(
            tenant_id=tenant.id, customer_id=uuid.uuid4(), external_id=who, email="", question=question, recent=(),
            language="en", now=NOON,
        )
    )  # fmt: skip


def test_the_other_programs_row_answers_its_owner(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    assert ask(shop, "What is the status of order SO1001?").hits[0].sentence == "Order SO1001: status packed."
    assert shop_system.asked[0].headers is not None
    assert shop_system.asked[0].headers["X-Key"] == "s3cret"


def test_a_row_is_kept_for_a_while(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    ask(shop, "status of order SO1001")
    ask(shop, "status of order SO1001")
    assert len(shop_system.asked) == 1


def test_somebody_elses_row_is_not_shown(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    result = ask(shop, "status of order SO1001", who="bob")
    assert (result.outcome, result.hits) == ("not_found", ())


def test_a_program_that_does_not_answer_is_said(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    shop_system.pages[URL] = FetchError("refused")
    assert ask(shop, "status of order SO1001").outcome == "unavailable"


def test_the_secret_is_sealed(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    with tenant_scope(shop.id):
        assert "s3cret" not in RecordTable.objects.get(name="orders").secrets


def test_a_key_cannot_leave_its_place_in_the_address(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    ask(shop, "status of order SO1001/../../admin?x=1")
    assert all(request.url.startswith("https://shop.example.com/orders/") for request in shop_system.asked)
    assert all("/../" not in request.url for request in shop_system.asked)


def test_an_address_without_key_or_owner_is_refused(tenant: TenantView) -> None:
    with tenant_scope(tenant.id), pytest.raises(BadTable):
        api.connect_records(table=TABLE, connector=Connector(url="https://shop.example.com/all"), secret_headers={})


def _page(answer: object, status: int = 200) -> Fetched:
    return Fetched(url=URL, status=status, headers={}, body=json.dumps(answer).encode())


@pytest.mark.parametrize(("seconds", "asked"), [(59, 1), (61, 2)])
def test_a_row_is_asked_for_again_after_its_cache_seconds(
    shop_system: ScriptedFetcher, shop: TenantView, seconds: int, asked: int
) -> None:
    with port_scope(clock=FixedClock(NOON)):
        ask(shop, "status of order SO1001")
    shop_system.pages[URL] = _page({"data": {**ANSWER["data"], "state": "sent"}})
    with port_scope(clock=FixedClock(NOON + timedelta(seconds=seconds))):
        told = ask(shop, "status of order SO1001").hits[0].sentence
    assert (len(shop_system.asked), told) == (asked, f"Order SO1001: status {'packed' if asked == 1 else 'sent'}.")


def test_no_cache_seconds_means_asking_each_time(shop_system: ScriptedFetcher, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        api.connect_records(table=TABLE, connector=replace(CONNECTOR, cache_seconds=0), secret_headers={})
    for _ in range(2):
        ask(tenant, "status of order SO1001")
    assert len(shop_system.asked) == 2


def test_what_one_customer_asked_for_is_not_shown_to_the_next_from_the_cache(
    shop_system: ScriptedFetcher, shop: TenantView
) -> None:
    assert ask(shop, "status of order SO1001").outcome == "found"
    seen = ask(shop, "status of order SO1001", who="bob")
    absent = ask(shop, "status of order SO1009", who="bob")
    assert (seen.outcome, seen.hits) == (absent.outcome, absent.hits) == ("not_found", ())
    assert seen.reply.replace("SO1001", "N") == absent.reply.replace("SO1009", "N")


def test_a_program_that_answers_the_nearest_number_does_not_make_it_the_asked_one(
    shop_system: ScriptedFetcher, shop: TenantView
) -> None:
    """Some search interfaces are kind; a near miss is still a miss, also for the owner of the near one."""
    shop_system.pages["https://shop.example.com/orders/SO1010"] = _page(ANSWER)
    result = ask(shop, "status of order SO1010")
    assert (result.outcome, result.hits) == ("not_found", ())
    assert "SO1010" in result.reply


@pytest.mark.parametrize("answer", [_page({}, 404), _page({"data": None}), _page({"data": []})])
def test_a_row_that_is_gone_there_is_gone_here(shop_system: ScriptedFetcher, shop: TenantView, answer: Fetched) -> None:
    ask(shop, "status of order SO1001")
    shop_system.pages[URL] = answer
    with port_scope(clock=FixedClock(NOON + timedelta(days=400))):
        assert ask(shop, "status of order SO1001").outcome == "not_found"


@pytest.mark.parametrize(
    "answer",
    [
        FetchError("late", fault="timeout"),
        _page({}, 500),
        _page({"result": ANSWER["data"]}),  # the rows stand elsewhere now
        _page([ANSWER["data"]]),
        _page({"data": {"number": "SO1001", "buyer": {"login": "alice"}, "state": "packed"}}),  # and so does the key
        Fetched(url=URL, status=200, headers={}, body=b"<html>Sign in</html>"),
    ],
    ids=["timeout", "500", "other path", "a list", "no key", "no JSON"],
)
def test_an_answer_that_cannot_be_read_is_not_taken_for_no_such_order(
    shop_system: ScriptedFetcher, shop: TenantView, answer: Fetched | Exception
) -> None:
    shop_system.pages[URL] = answer
    assert ask(shop, "status of order SO1001").outcome == "unavailable"


def test_a_column_whose_path_is_missing_is_left_out_and_the_rest_is_told(
    shop_system: ScriptedFetcher, shop: TenantView
) -> None:
    shop_system.pages[URL] = _page({"data": {"id": "SO1001", "buyer": {"login": "alice"}}})
    hit = ask(shop, "status of order SO1001").hits[0]
    assert [cell.column for cell in hit.cells] == ["number"]


def test_the_other_program_has_as_long_as_the_connector_says(shop_system: ScriptedFetcher, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        api.connect_records(table=TABLE, connector=replace(CONNECTOR, timeout=1.5), secret_headers={})
    ask(tenant, "status of order SO1001")
    assert shop_system.asked[0].timeout == 1.5


def test_orders_by_owner_are_kept_for_their_seconds_and_each_customer_is_asked_for(tenant: TenantView) -> None:
    rows = {
        who: _page({"data": [{"id": f"SO{number}", "buyer": {"login": who}, "state": "packed"}]})
        for who, number in (("alice", 1001), ("bob", 2002))
    }
    system = ScriptedFetcher({f"https://shop.example.com/of/{who}": page for who, page in rows.items()})
    with tenant_scope(tenant.id):
        connector = replace(CONNECTOR, url="https://shop.example.com/of/{owner}")
        api.connect_records(table=TABLE, connector=connector, secret_headers={})
    with port_scope(fetcher=system, clock=FixedClock(NOON)):
        told = [ask(tenant, "What is the status of my order?", who=who).hits for who in ("alice", "alice", "bob")]
    assert [[hit.key for hit in hits] for hits in told] == [["SO1001"], ["SO1001"], ["SO2002"]]
    assert [request.url.rpartition("/")[2] for request in system.asked] == ["alice", "bob"]


def test_the_secret_stands_in_no_audit_entry_and_no_view(shop_system: ScriptedFetcher, shop: TenantView) -> None:
    ask(shop, "status of order SO1001")
    with tenant_scope(shop.id):
        table = api.list_record_tables()[0]
        shown = [repr(entry) for entry in list_entries(limit=100)] + [
            repr(table),
            repr(api.record_table(table.table_id)),
        ]
    assert any("knowledge.records.connected" in text for text in shown)
    assert not any("s3cret" in text for text in shown)
