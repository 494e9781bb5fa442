"""Business records through the console: previewed, imported by key, looked through, connected and tried."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adapters.scripted_fetcher import ScriptedFetcher
from audit.api import list_entries
from knowledge import api as knowledge
from knowledge.models import RecordTable
from knowledge.records.importing import TableView
from ports import port_scope
from ports.errors import FetchError, ForbiddenAddress
from ports.fetching import Fetched
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
NEW, PREVIEW, TRY = "/console/records/new/", "/console/records/preview/", "/console/records/try/"
CONNECT = "/console/records/connect/"
ORDERS = "order_no,customer_email,total,placed,status\nA-1,ann@example.org,$29.90,2026-02-25,packed\n" \
    "A-2,bob@example.org,$5,2026-02-26,sent\n"  # fmt: skip
URL = "https://erp.example.com/orders/SO1"
ANSWER = {"data": {"id": "SO1", "buyer": {"login": "ann"}, "total": "29.90", "state": "packed"}}


@pytest.fixture
def erp() -> Iterator[ScriptedFetcher]:
    page = Fetched(url=URL, status=200, headers={}, body=json.dumps(ANSWER).encode())
    with port_scope(fetcher=(fetcher := ScriptedFetcher({URL: page}))):
        yield fetcher


def _csv(text: str = ORDERS, name: str = "orders.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def _described(**changed: object) -> dict[str, object]:
    columns = ["order_no", "customer_email", "total", "placed", "status"]
    return {
        "name": "orders", "title_zh": "订单", "title_en": "order", "aliases": "", "currency": "USD",
        "column": columns, "type": ["text", "text", "money", "date", "enum"],
        "zh": ["单号", "邮箱", "总价", "日期", "状态"],
        "en": columns, "path": [""] * 5, "shown": ["0", "2", "3", "4"], "key_column": "order_no",
        "owner_column": "customer_email", "owner_kind": "email", **changed,
    }  # fmt: skip


def _connected(**changed: object) -> dict[str, object]:
    return {
        "name": "orders", "title_zh": "订单", "title_en": "order", "aliases": "", "currency": "USD", "method": "GET",
        "url": "https://erp.example.com/orders/{key}", "body": "", "headers": "Authorization: Bearer s3cret",
        "rows_at": "data", "timeout": "5", "cache_seconds": "60", "column": ["number", "who", "state"],
        "type": ["text", "text", "text"], "zh": ["单号", "谁", "状态"], "en": ["number", "who", "state"],
        "path": ["id", "buyer.login", "state"], "shown": ["0", "2"], "key_column": "number", "owner_column": "who",
        "owner_kind": "external_id", **changed,
    }  # fmt: skip


def _only(tenant: TenantView) -> TableView:
    with tenant_scope(tenant.id):
        (row,) = knowledge.list_record_tables()
        return knowledge.record_table(row.table_id)


def test_a_preview_tells_types_key_and_owner_and_stores_nothing(screen: Client, tenant: TenantView) -> None:
    page = screen.post(PREVIEW, {"file": _csv()}, headers={"HX-Request": "true"})
    told = {line.name: line.type for line in page.context["lines"]}
    assert told == {
        "order_no": "text", "customer_email": "text", "total": "money", "placed": "date", "status": "text",
    }  # fmt: skip
    roles = page.context["roles"]
    assert (roles.key, roles.owner, roles.owner_kind) == ("order_no", "customer_email", "email")
    with tenant_scope(tenant.id):
        assert knowledge.list_record_tables() == ()


def test_what_the_operator_chose_is_what_is_stored(screen: Client, tenant: TenantView) -> None:
    answer = screen.post(NEW, {**_described(), "file": _csv()}, headers={"HX-Request": "true"})
    table = _only(tenant)
    assert answer.headers["HX-Redirect"] == f"/console/records/{table.row.table_id}/"
    assert [(column.name, column.type, column.shown) for column in table.columns][:3] == [
        ("order_no", "text", True), ("customer_email", "text", False), ("total", "money", True),
    ]  # fmt: skip
    page = screen.get(answer.headers["HX-Redirect"])
    assert page.context["page"].rows[0].cells == ("A-1", "ann@example.org", "USD 29.90", "2026-02-25", "packed")


def test_an_import_by_key_counts_what_it_did(screen: Client, tenant: TenantView) -> None:
    screen.post(NEW, {**_described(), "file": _csv()})
    path = f"/console/records/{_only(tenant).row.table_id}/"
    newer = ORDERS.replace("A-1,ann@example.org,$29.90", "A-1,ann@example.org,cheap")
    newer += "A-3,eve@example.org,7,2026-03-01,new\n,nobody@example.org,1,2026-03-01,new\nA-3,eve@example.org,8,,new\n"
    page = screen.post(f"{path}import/", {"file": _csv(newer)}, follow=True)
    last = page.context["table"].last_import
    assert (last.added, last.changed, last.unchanged, last.without_key, last.repeated) == (1, 1, 1, 1, 1)
    assert last.misfits == {"total": 1}
    assert "1 value of total does not fit its type" in page.content.decode()


def test_rows_are_searched_in_every_column(screen: Client, tenant: TenantView) -> None:
    screen.post(NEW, {**_described(), "file": _csv(ORDERS + "甲-9,wang@example.org,3,2026-03-01,已发货\n")})
    path = f"/console/records/{_only(tenant).row.table_id}/"
    found = {word: [row.key for row in screen.get(path, {"q": word}).context["page"].rows] for word in ("已发", "BOB@")}
    assert found == {"已发": ["甲-9"], "BOB@": ["A-2"]}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"key_column": ""}, "Choose the column that tells one row from another"),
        ({"owner_column": "nobody"}, "The owner is no column"),
        ({"currency": "dollars"}, "Enter a valid value."),
    ],
)
def test_an_incomplete_table_is_not_stored_and_says_why(
    screen: Client, tenant: TenantView, changed: dict[str, object], said: str
) -> None:
    page = screen.post(NEW, {**_described(**changed), "file": _csv()}, headers={"HX-Request": "true"})
    assert said in page.content.decode()
    with tenant_scope(tenant.id):
        assert knowledge.list_record_tables() == ()


def test_other_types_and_owners_reach_the_rows_that_are_there(screen: Client, tenant: TenantView) -> None:
    sent = _described(type=["text"] * 5, owner_column="")
    screen.post(NEW, {**sent, "file": _csv()})
    path = f"/console/records/{_only(tenant).row.table_id}/"
    screen.post(f"{path}edit/", _described())
    page = screen.get(path).context["page"]
    assert [(row.owner, row.cells[2]) for row in page.rows] == [
        ("ann@example.org", "USD 29.90"), ("bob@example.org", "USD 5.00"),
    ]  # fmt: skip


def test_a_trial_shows_the_answer_and_offers_its_columns(screen: Client, erp: ScriptedFetcher) -> None:
    sent = {"url": "https://erp.example.com/orders/{key}", "method": "GET", "rows_at": "data", "try_key": "SO1"}
    page = screen.post(TRY, {**sent, "headers": "X-Key: 1"})
    assert page.context["trial"].fault == ""
    assert [line.path for line in page.context["lines"]] == ["id", "buyer.login", "total", "state"]
    assert (erp.asked[0].headers or {})["X-Key"] == "1"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ForbiddenAddress("no"), "leads into a private network"),
        (FetchError("late", fault="timeout"), "took too long"),
        (Fetched(url=URL, status=401, headers={}, body=b"{}"), "Status 401"),
        (Fetched(url=URL, status=200, headers={}, body=b"<html>"), "is not JSON"),
        (Fetched(url=URL, status=200, headers={}, body=b'{"other": 1}'), "no row stands where you said"),
    ],
)
def test_a_trial_that_fails_says_what_to_mend(
    screen: Client, erp: ScriptedFetcher, answer: Fetched | Exception, said: str
) -> None:
    erp.pages[URL] = answer
    sent = {"url": "https://erp.example.com/orders/{key}", "method": "GET", "rows_at": "data", "try_key": "SO1"}
    assert said in screen.post(TRY, sent).content.decode()


def test_a_connectors_secret_is_kept_and_never_shown_again(
    screen: Client, tenant: TenantView, erp: ScriptedFetcher
) -> None:
    path = screen.post(CONNECT, _connected()).headers["Location"]
    pages = [screen.get(path).content.decode(), screen.get(f"{path}connector/").content.decode()]
    assert [("Authorization" in page, "s3cret" in page) for page in pages] == [(True, False)] * 2
    screen.post(f"{path}connector/", _connected(headers="", timeout="3"))
    table_id = str(_only(tenant).row.table_id)
    screen.post(TRY, {**_connected(headers=""), "table": table_id, "try_key": "SO1"})
    assert (erp.asked[-1].headers or {})["Authorization"] == "Bearer s3cret"
    with tenant_scope(tenant.id):
        assert "s3cret" not in RecordTable.objects.get().secrets


def test_a_stored_secret_goes_to_no_other_host(screen: Client, tenant: TenantView, erp: ScriptedFetcher) -> None:
    path = screen.post(CONNECT, _connected()).headers["Location"]
    elsewhere = _connected(headers="", url="https://evil.example.net/{key}")
    screen.post(TRY, {**elsewhere, "table": str(_only(tenant).row.table_id), "try_key": "SO1"})
    assert "Authorization" not in (erp.asked[-1].headers or {})
    page = screen.post(f"{path}connector/", elsewhere)
    assert page.context["form"].errors["headers"]


def test_what_is_done_with_a_table_stands_in_the_audit_log(screen: Client, tenant: TenantView) -> None:
    screen.post(NEW, {**_described(), "file": _csv()})
    path = f"/console/records/{_only(tenant).row.table_id}/"
    screen.post(f"{path}edit/", _described())
    screen.post(f"{path}remove/")
    with tenant_scope(tenant.id):
        verbs = [entry.verb for entry in list_entries(limit=3)]
    assert verbs == [f"knowledge.records.{verb}" for verb in ("removed", "changed", "imported")]


def test_a_column_of_money_wants_its_currency_and_signs_tell_it(screen: Client, tenant: TenantView) -> None:
    refused = screen.post(NEW, {**_described(currency=""), "file": _csv()})
    assert "say in which currency" in refused.content.decode()
    with tenant_scope(tenant.id):
        assert not RecordTable.objects.exists()
    told = screen.post(PREVIEW, {"file": _csv()}, headers={"HX-Request": "true"})
    assert told.context["form"].initial["currency"] == "USD"
    bare = screen.post(PREVIEW, {"file": _csv(ORDERS.replace("$", ""))}, headers={"HX-Request": "true"})
    assert bare.context["form"].initial["currency"] == ""


def test_usual_columns_have_words_in_both_languages(screen: Client) -> None:
    lines = screen.post(PREVIEW, {"file": _csv()}, headers={"HX-Request": "true"}).context["lines"]
    assert {line.name: line.zh for line in lines}["total"] == "总价"
    assert {line.name: line.en for line in lines}["total"] == "total"
