"""Alice and Bob are customers of one shop; Charlie has not signed in."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from knowledge import api
from knowledge.records.importing import read_rows
from knowledge.records.tables import NewTable
from knowledge.types import Language, RecordQuery, RecordResult
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

ORDERS = """order_no,customer,status,total,order_date,items
A-1001,alice,shipped,48.50,2026-02-20,Decaf beans 1 kg
B-2002,bob,processing,12.00,2026-02-27,Paper filters
B-2003,bob,delivered,99.90,2026-01-15,Hand grinder
"""
ORDER_TABLE = NewTable(
    name="orders",
    titles={"en": "order", "zh": "订单"},
    key_column="order_no",
    owner_column="customer",
    currency="EUR",
)
PRICES = "name,price\nHand grinder,99.90\nHand grinder XL,129.00\n手冲壶,45.00\n"


@pytest.fixture
def shop(tenant: TenantView) -> TenantView:
    with tenant_scope(tenant.id):
        api.import_records(table=ORDER_TABLE, content=ORDERS.encode(), name="orders.csv")
        table = NewTable(
            name="prices", titles={"en": "product", "zh": "商品"}, key_column="name", name_column="name", currency="EUR"
        )
        api.import_records(table=table, content=PRICES.encode("gbk"), name="prices.csv")
    return tenant


def ask(
    tenant: TenantView, question: str, *, who: str = "alice", language: Language = "en", recent: tuple[str, ...] = ()
) -> RecordResult:
    query = RecordQuery(
        tenant_id=tenant.id,
        customer_id=uuid.uuid4(),
        external_id=who,
        email="",
        question=question,
        recent=recent,
        language=language,
        now=NOON,
    )
    return api.lookup_records(query)


def test_an_own_order_is_answered_with_its_value_and_where_it_was_read(shop: TenantView) -> None:
    result = ask(shop, "What is the status of order A-1001?")
    assert result.hits[0].sentence == "Order A-1001: status shipped."
    cell = next(cell for cell in result.hits[0].cells if cell.column == "total")
    assert (cell.table, cell.key, cell.value, cell.text) == ("orders", "A-1001", "EUR 48.50", "€48.50")


def test_a_chinese_question_gets_chinese_words(shop: TenantView) -> None:
    assert ask(shop, "我的订单 a1001 多少钱？", language="zh").hits[0].sentence == "订单 A-1001：总价 €48.50。"


@pytest.mark.parametrize("written", ["A-1001", "a1001", "A 1001".replace(" ", ""), "#A-1001", "A_1001"])
def test_a_number_is_found_however_it_is_written(shop: TenantView, written: str) -> None:
    assert ask(shop, f"Where is my order {written}?").hits[0].key == "A-1001"


def test_a_foreign_order_sounds_exactly_like_an_absent_one(shop: TenantView) -> None:
    foreign, absent = ask(shop, "Where is my order B-2002?"), ask(shop, "Where is my order B-2009?")
    assert foreign.hits == absent.hits == ()
    assert foreign.outcome == absent.outcome == "not_found"
    assert foreign.reply.replace("B-2002", "N") == absent.reply.replace("B-2009", "N")


def test_one_digit_off_shows_nothing_and_asks(shop: TenantView) -> None:
    result = ask(shop, "status of A-1002 please")
    assert (result.outcome, result.hits) == ("not_found", ())
    assert "A-1002" in result.reply


def test_who_has_not_signed_in_sees_no_order(shop: TenantView) -> None:
    real, made_up = ask(shop, "status of order A-1001", who=""), ask(shop, "status of order A-1009", who="")
    assert real.hits == ()
    assert real.reply == made_up.reply


def test_the_only_own_order_needs_no_number(shop: TenantView) -> None:
    assert ask(shop, "Where is my parcel?").hits[0].key == "A-1001"


def test_of_several_orders_the_customer_is_asked_for_one(shop: TenantView) -> None:
    result = ask(shop, "Where is my order?", who="bob")
    assert result.outcome == "ask_identifier"
    assert "B-2002" in result.reply
    assert "A-1001" not in result.reply


def test_the_latest_order_is_the_one_with_the_latest_date(shop: TenantView) -> None:
    assert ask(shop, "What is the status of my latest order?", who="bob").hits[0].key == "B-2002"


def test_a_bare_number_answers_the_question_before_it(shop: TenantView) -> None:
    result = ask(shop, "B-2003", who="bob", recent=("How much did I pay?",))
    assert result.hits[0].sentence == "Order B-2003: total €99.90."


def test_a_number_given_earlier_still_counts(shop: TenantView) -> None:
    assert ask(shop, "And when did I order it?", recent=("My order is A-1001",)).hits[0].asked == ("order_date",)


@pytest.mark.parametrize(
    "question",
    ["How long do returns take?", "Do you deliver to Norway?", "Hello", "我家的猫叫土豆", "What is my cat called?"],
)
def test_a_question_about_something_else_asks_no_table(shop: TenantView, question: str) -> None:
    assert ask(shop, question).outcome == "not_asked"


def test_a_public_price_is_found_by_the_longest_name(shop: TenantView) -> None:
    assert ask(shop, "How much is the hand grinder XL?", who="").hits[0].sentence.endswith("price €129.00.")
    assert ask(shop, "手冲壶多少钱", who="", language="zh").hits[0].key == "手冲壶"


def test_a_second_import_changes_rows_by_key(shop: TenantView) -> None:
    with tenant_scope(shop.id):
        newer = "order_no,customer,status,total,order_date,items\nA-1001,alice,delivered,48.50,2026-02-20,Beans\n"
        api.import_records(table=ORDER_TABLE, content=newer.encode(), name="orders.csv")
    assert ask(shop, "status of A-1001").hits[0].sentence == "Order A-1001: status delivered."


def test_another_tenants_order_is_absent(shop: TenantView, other_tenant: TenantView) -> None:
    assert ask(other_tenant, "status of order A-1001").outcome == "not_asked"


@pytest.mark.evaldata
def test_every_own_retail_order_is_answered_exactly_and_no_foreign_one(tenant: TenantView, eval_dir: Path) -> None:
    content = (eval_dir / "service/tau2_retail/db/orders.json").read_bytes()
    table = NewTable(
        name="orders", titles={"en": "order"}, key_column="order_id", owner_column="user_id", currency="USD"
    )
    with tenant_scope(tenant.id):
        api.import_records(table=table, content=content, name="orders.json")
    orders = list(json.loads(content).values())
    answered = 0
    for order in orders[:150]:
        status = ask(tenant, f"What is the status of my order {order['order_id']}?", who=order["user_id"]).hits[0]
        where = ask(tenant, f"Where will {order['order_id']} be shipped to?", who=order["user_id"]).hits[0]
        answered += order["status"] in status.sentence and order["address"]["address1"] in where.sentence
        assert ask(tenant, f"Where is my order {order['order_id']}?", who="somebody_else_1").hits == ()
    assert answered == len(orders[:150])
    assert len(read_rows("orders.json", content)) == len(orders)


def test_a_usual_value_is_told_in_the_customers_language(shop: TenantView) -> None:
    assert "已发货" in ask(shop, "我的订单 a1001 到哪了？", language="zh").hits[0].sentence
    assert "shipped" in ask(shop, "where is my order a1001?").hits[0].sentence


def test_a_row_without_an_owner_is_counted_and_reaches_nobody(shop: TenantView) -> None:
    rows = "order_no,customer,status,total,order_date,items\nC-3003,,shipped,5.00,2026-03-01,Mug\n"
    with tenant_scope(shop.id):
        [table] = [row for row in api.list_record_tables() if row.name == "orders"]
        summary = api.import_rows(table.table_id, content=rows.encode(), name="orders.csv")
    assert (summary.added, summary.without_owner) == (1, 1)
    for who in ("", "alice"):
        assert ask(shop, "where is my order C-3003?", who=who).hits == ()
