"""Sources and business records, for programs."""

from __future__ import annotations

import pytest
from django.test import Client

from api.keys import create_key
from api.scopes import Scope
from audit.api import SYSTEM
from jobs.api import run_until_idle
from knowledge.api import connect_records
from knowledge.records.columns import Column
from knowledge.records.connector import Connector
from knowledge.records.tables import NewTable
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.api.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
ORDERS = {
    "name": "orders", "titles": {"en": "order", "zh": "订单"}, "key_column": "id", "owner_column": "buyer.login",
    "rows": [{"id": "A-1", "buyer": {"login": "ann"}, "total": "$29.90"}],
}  # fmt: skip


def _push(shop: Shop, path: str, text: str, title: str = "Fees") -> object:
    return shop.raw("put", path, {"title": title, "text": text}).json().get("fate")


def test_a_program_keeps_its_documents_fresh_by_their_keys(shop: Shop) -> None:
    status, made = shop.post("/api/v1/sources/", {"kind": "push", "name": "Shop system"})
    assert status == 201
    path = f"/api/v1/sources/{made['id']}/documents/faq/shipping/"
    fates = [_push(shop, path, text) for text in ("It costs 4.", "It costs 4.", "It costs 5.", "")]
    assert fates == ["added", "unchanged", "changed", "removed"]
    assert shop.get(f"/api/v1/sources/{made['id']}/")[1]["last_result"] == {"removed": 1}


def test_a_document_is_pushed_to_no_other_kind_of_source(shop: Shop) -> None:
    _, made = shop.post("/api/v1/sources/", {"kind": "folder", "name": "Handbook"})
    assert shop.raw("put", f"/api/v1/sources/{made['id']}/documents/a/", {"text": "One."}).status_code == 400
    assert shop.raw("post", f"/api/v1/sources/{made['id']}/run/", None).status_code == 400


def test_a_private_address_is_refused_with_its_reason(shop: Shop) -> None:
    _, made = shop.post("/api/v1/sources/", {"kind": "page", "url": "http://10.0.0.8/wiki"})
    run_until_idle()
    row = shop.get(f"/api/v1/sources/{made['id']}/")[1]
    assert [trouble["code"] for trouble in row["troubles"]] == ["private"]


@pytest.mark.parametrize(
    "body", [{"kind": "page", "url": "ftp://a.example"}, {"kind": "page", "url": "https://a.example", "rhythm": "cron"}]
)
def test_half_a_source_is_refused(shop: Shop, body: dict[str, object]) -> None:
    assert shop.post("/api/v1/sources/", body)[0] == 400
    assert shop.get("/api/v1/sources/")[1] == []


def test_rows_go_in_by_key_and_out_again(shop: Shop) -> None:
    status, table = shop.post("/api/v1/records/", ORDERS)
    assert (status, table["rows"]) == (201, 1)
    path = f"/api/v1/records/{table['id']}/rows/"
    rows = [
        {"id": "A-1", "buyer": {"login": "ann"}, "total": "$31"}, {"id": "A/2", "total": "much"}, {"total": "$1"},
    ]  # fmt: skip
    assert shop.post(path, {"rows": rows})[1] == {
        "added": 1, "changed": 1, "unchanged": 0, "without_key": 1, "without_owner": 1, "repeated": 0,
        "misfits": {"total": 1}, "unknown": [],
    }  # fmt: skip
    found = shop.get(f"{path}?q=ann")[1]
    assert [(row["key"], row["owner"], row["values"]["total"]) for row in found] == [("A-1", "ann", "USD 31.00")]
    assert shop.raw("delete", f"{path}A/2/", None).status_code == 204
    assert shop.raw("delete", f"{path}A/2/", None).status_code == 404


def test_a_table_without_its_key_is_refused(shop: Shop) -> None:
    assert shop.post("/api/v1/records/", {**ORDERS, "key_column": "number"})[0] == 400


def test_records_want_a_key_of_their_own(shop: Shop, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        _, documents_only = create_key(name="docs", scopes=[Scope.DOCUMENTS_WRITE], actor=SYSTEM)
    answer = Client(headers={"Authorization": f"Bearer {documents_only}"}).get("/api/v1/records/")
    assert answer.status_code == 403
    assert shop.get("/api/v1/records/")[0] == 200


def test_they_stand_in_the_reference() -> None:
    page = Client().get("/api/docs/").content.decode()
    for path in ("/api/v1/sources/{source_id}/documents/{key}/", "/api/v1/records/{table_id}/rows/"):
        assert path in page


def test_the_secret_of_a_connector_and_its_address_are_in_no_answer(shop: Shop, tenant: TenantView) -> None:
    columns = tuple(Column(name=name, type="text", labels={}) for name in ("number", "customer"))
    table = NewTable(
        name="orders", titles={"en": "order"}, key_column="number", owner_column="customer", columns=columns
    )
    connector = Connector(url="https://erp.example.com/{key}")
    with tenant_scope(tenant.id):
        table_id = connect_records(table=table, connector=connector, secret_headers={"X-Key": "s3cret"})
    answers = [shop.get(path) for path in ("/api/v1/records/", f"/api/v1/records/{table_id}/rows/none/")]
    assert [row["name"] for row in answers[0][1]] == ["orders"]
    assert not [text for text in map(str, answers) if "s3cret" in text or "erp.example.com" in text]
