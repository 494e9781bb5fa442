"""What an operator is shown: gaps, contradictions, the threshold lab, where a passage was cited."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest

from knowledge import api
from knowledge.contradicting import find_clash
from knowledge.types import AnswerNote, SearchQuery
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Index = Callable[[], int]
Ask = Callable[..., SearchQuery]
BOT = uuid.UUID(int=7)


def note(question: str, *, outcome: str = "not_found", confidence: float = 0.1, customer: int = 1, **more) -> uuid.UUID:  # type: ignore[no-untyped-def]
    made = AnswerNote(
        reply_id=uuid.uuid4(),
        conversation_id=uuid.uuid4(),
        bot_id=BOT,
        customer_id=uuid.UUID(int=customer),
        question=question,
        language="en",
        confidence=confidence,
        threshold=0.4,
        outcome=outcome,
        cited_chunks=more.get("cited", ()),
        best_chunk=None,
        at=NOON + timedelta(days=3650),
    )
    api.note_answer(made)
    return made.reply_id


def test_questions_alike_become_one_gap_and_the_most_asked_comes_first(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        note("Do you sell gift cards?")
        for question in ("Is there parking at the shop?", "Do you have parking near the shop?", "parking at shop"):
            note(question)
        note("What does shipping cost?", outcome="answered", confidence=0.8)
        gaps = api.gaps()
    assert [(gap.count, gap.question) for gap in gaps] == [(3, "parking at shop"), (1, "Do you sell gift cards?")]


def test_a_thumb_down_opens_a_gap_and_an_answer_closes_it(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        reply_id = note("When are you open?", outcome="answered", confidence=0.7)
        assert api.gaps() == ()
        api.note_rating(reply_id=reply_id, good=False)
        gap = api.gaps()[0]
        assert gap.thumbs_down == 1
        api.close_gap(gap.question_ids)
        assert api.gaps() == ()


def test_an_erased_customer_leaves_no_question(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        note("Do you sell gift cards?", customer=1)
        note("Is there parking?", customer=2)
        assert api.forget_customer(uuid.UUID(int=1)) == 1
        assert [gap.question for gap in api.gaps()] == ["Is there parking?"]


def test_two_documents_with_different_numbers_are_shown_side_by_side(tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Returns", text="Unused goods may be returned within 30 days of delivery.")
        second = api.add_text(title="Old returns", text="Unused goods may be returned within 14 days of delivery.")
        api.add_text(title="Hours", text="The shop opens at 9:00 on every day.")
    index()
    with tenant_scope(tenant.id):
        rows = api.list_contradictions()
        assert [{row.first.value, row.second.value} for row in rows] == [{"30 days", "14 days"}]
        api.update_document(second, text="Unused goods may be returned within 30 days of delivery.")
    index()
    with tenant_scope(tenant.id):
        assert api.list_contradictions() == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Returns take 30 days.", "Shipping takes 3 days."),
        ("满199元包邮。", "满199元免运费。"),
        ("Open at 9:00.", "Open at 9:00 and closed at 18:00."),
    ],
)
def test_what_agrees_or_speaks_of_something_else_is_no_contradiction(first: str, second: str) -> None:
    assert find_clash(first, second) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Opened bags can be returned within 14 days.", "Unopened bags can be returned within 30 days."),
        ("已拆封的商品14天内可退。", "未拆封的商品30天内可退。"),
        ("已拆封的商品14天內可退。", "未拆封的商品30天內可退。"),
        ("Shipping to Norway costs 9 euros.", "Shipping to Germany costs 6 euros."),
        ("The Basic plan costs $10 a month.", "The Pro plan costs $25 a month."),
        ("大杯拿铁32元。", "中杯拿铁28元。"),
        ("A single room costs 80 euros a night.", "A double room costs 120 euros a night."),
        ("Drivers under 25 pay 12 pounds extra per day.", "A second driver is 8 pounds a day."),
    ],
)
def test_values_of_different_things_do_not_contradict_each_other(first: str, second: str) -> None:
    assert find_clash(first, second) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Shipping to Norway costs 9 euros.", "Delivery to Norway costs 12 euros."),
        ("Returns are accepted within 30 days of delivery.", "You can return goods within 14 days of delivery."),
        ("退货期限为30天。", "退货期限是14天。"),
        ("退貨期限為30天。", "退貨期限是14天。"),
        ("The shop opens at 9:00 on Saturdays.", "On Saturdays we open at 10:00."),
    ],
)
def test_two_values_of_one_thing_do(first: str, second: str) -> None:
    assert find_clash(first, second) is not None


def test_a_chinese_contradiction_is_seen() -> None:
    clash = find_clash("标准配送的运费为15元。", "标准配送的运费为20元。")
    assert clash is not None
    assert (clash.first_value, clash.second_value) == ("15元", "20元")


def test_the_lab_shows_which_questions_another_threshold_would_answer(tenant: TenantView, index: Index) -> None:
    with tenant_scope(tenant.id):
        returns = api.add_text(title="Returns", text="Unused goods may be returned within 30 days.")
        api.add_test_question(question="Within how many days may goods be returned?", document_id=returns)
        api.add_test_question(question="Do you sell helicopters?")
        note("Where do I park?", confidence=0.3)
        note("Can I pay by card?", outcome="answered", confidence=0.6)
    index()
    lab = api.threshold_lab(tenant_id=tenant.id, bot_id=BOT, current=0.4, proposed=0.2)
    assert "Where do I park?" in [question.question for question in lab.newly_answered]
    assert lab.newly_declined == ()
    assert lab.judged == 2
    assert [point.answered for point in lab.points] == sorted((point.answered for point in lab.points), reverse=True)


def test_a_passage_knows_where_it_was_cited(tenant: TenantView, index: Index, ask: Ask) -> None:
    with tenant_scope(tenant.id):
        document_id = api.add_text(title="Returns", text="Unused goods may be returned within 30 days.")
    index()
    chunk_id = api.search(ask("returned within days")).passages[0].chunk_id
    with tenant_scope(tenant.id):
        reply_id = note("returns?", outcome="answered", confidence=0.9, cited=(chunk_id, uuid.uuid4()))
        assert [row.reply_id for row in api.citations(chunk_id)] == [reply_id]
        assert api.document(document_id).chunks[0].cited == 1
        assert api.overview().passages == 1
