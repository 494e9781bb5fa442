"""Rows that another program holds: asked once, kept for a while, shown to their owner alone."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator

import pytest

from adapters.scripted_fetcher import ScriptedFetcher
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
