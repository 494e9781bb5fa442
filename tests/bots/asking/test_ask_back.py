"""Where it is open what is meant, one question back is asked through the turn, and its answer is understood."""

from __future__ import annotations

import pytest

from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from bots.brief import Brief
from bots.settings import DEFAULT_NOT_FOUND, Anchor, BotSettings, Handover, Thresholds
from bots.types import AnswerView, MessageView
from jobs.api import run_until_idle
from knowledge import api as knowledge
from ports import port_scope
from ports.chat import ChatRequest
from tenants.scope import tenant_scope
from tests.bots.conftest import Customer, Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def why(customer: Customer, reply: MessageView) -> AnswerView:
    with tenant_scope(customer.guest.tenant_id):
        return bots.answer_of(reply.id)


def learn(shop: Shop, **documents: str) -> None:
    for title, text in documents.items():
        with tenant_scope(shop.tenant_id):
            knowledge.add_text(title=title.replace("_", " "), text=text)
    run_until_idle()


@pytest.mark.parametrize(
    ("asked", "answer", "total"),
    [
        ("How much is my order?", "the second one", "86.50"),
        ("How much is my order?", "K4471955", "12.00"),
        ("我的订单多少钱？", "第二个", "86.50"),
        ("我的訂單多少錢？", "第二個", "86.50"),
        ("我的订单多少钱？", "尾号902的", "86.50"),
    ],
)
def test_of_two_orders_the_one_that_is_picked_is_told(shop: Shop, asked: str, answer: str, total: str) -> None:
    shop.put_orders("K4471902,alice,shipped,2026-03-05,86.50", "K4471955,alice,pending,2026-03-09,12.00")
    alice = shop.known("alice")
    first = alice.ask(asked)
    assert (first.outcome, why(alice, first).decision["reason"]) == ("clarify", "which_record")
    assert first.text.index("K4471955") < first.text.index("K4471902")
    second = alice.ask(answer)
    assert second.outcome == "answered"
    assert total in second.text


def test_a_question_that_stays_unanswered_ends_with_a_human(shop: Shop) -> None:
    shop.put_orders("K4471902,alice,shipped,2026-03-05,86.50", "K4471955,alice,pending,2026-03-09,12.00")
    alice = shop.known("alice")
    outcomes = [alice.ask("How much is my order?").outcome for _ in range(3)]
    assert outcomes == ["clarify", "clarify", "handover"]


EAGER = BotSettings(thresholds=Thresholds(retrieval=0.02))  # how sure a passage must be is tested elsewhere


def plans(shop: Shop) -> None:
    shop.publish(EAGER)
    learn(
        shop,
        Basic_plan="# Basic plan\n\nThe Basic plan includes 5 GB of storage for your files.",
        Pro_plan="# Pro plan\n\nThe Pro plan includes 50 GB of storage for your files.",
    )


@pytest.mark.parametrize(("answer", "storage"), [("the Pro plan", "50 GB"), ("Basic", "5 GB")])
def test_two_documents_for_two_plans_are_told_apart_by_asking(shop: Shop, answer: str, storage: str) -> None:
    plans(shop)
    alice = shop.visitor()
    first = alice.ask("How much storage for my files is included?")
    assert (first.outcome, why(alice, first).decision["reason"]) == ("clarify", "which_document")
    assert "Basic plan" in first.text
    assert "Pro plan" in first.text
    second = alice.ask(answer)
    assert f" {storage}" in second.text
    assert second.outcome == "answered"


def test_a_plan_that_the_customer_named_before_is_not_asked_about(shop: Shop) -> None:
    plans(shop)
    alice = shop.visitor()
    alice.ask("I am on the Pro plan")
    reply = alice.ask("How much storage for my files is included?")
    assert "50 GB" in reply.text
    assert " 5 GB" not in reply.text


def test_another_question_instead_of_an_answer_is_answered(shop: Shop) -> None:
    plans(shop)
    alice = shop.visitor()
    alice.ask("How much storage for my files is included?")
    assert "30 days" in alice.ask("Can I return unopened bags?").text


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        (
            "Can I return unopened bags and do you repair bicycles in Norway?",
            "About “do you repair bicycles in Norway”",
        ),
        ("未拆封的可以退货吗？另外你们修自行车吗？", "关于“另外你们修自行车吗”"),
        ("未拆封的可以退貨嗎？另外你們修自行車嗎？", "關於“另外你們修自行車嗎”"),
    ],
)
def test_of_two_questions_the_uncovered_one_is_named(shop: Shop, asked: str, missing: str) -> None:
    with tenant_scope(shop.tenant_id):
        knowledge.add_pair(question="未拆封的可以退货吗？", answer="未拆封的三十天内可以退货。")
    run_until_idle()
    alice = shop.visitor()
    reply = alice.ask(asked)
    assert (reply.outcome, why(alice, reply).decision["reason"]) == ("hedged", "half_covered")
    assert missing in reply.text
    assert reply.citations


def test_of_two_questions_both_covered_both_are_answered(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        knowledge.add_pair(question="How long does a refund take?", answer="A refund takes 5 business days.")
    run_until_idle()
    reply = shop.visitor().ask("Can I return unopened bags and how long does a refund take?")
    assert "30 days" in reply.text
    assert "5 business days" in reply.text
    assert reply.outcome == "answered"


RULES = BotSettings(
    anchor=Anchor(forbidden_topics=("politics", "政治")),
    handover=Handover(on_words=("chargeback", "拒付"), on_forbidden_topic=True),
)


@pytest.mark.parametrize(
    ("said", "reason", "part"),
    [
        ("This is ridiculous, I am furious!", "anger", "sorry for this experience"),
        ("你们就是骗子！", "anger", "非常抱歉"),
        ("你們就是騙子！", "anger", "請稍候"),
        ("I will ask my bank for a chargeback", "operator_rule", "needs one of my colleagues"),
        ("我要拒付这笔钱", "operator_rule", "需要同事来处理"),
        ("我要拒付這筆錢", "operator_rule", "需要同事來處理"),
        ("What do you think of politics?", "forbidden_topic", "not for me to answer"),
        ("聊聊政治吧", "forbidden_topic", "不便回答"),
        ("I want to talk to a human", "asked_for", "colleague"),
        ("轉人工", "asked_for", "接手"),
    ],
)
def test_a_human_is_called_with_the_reason_in_the_customers_own_script(
    shop: Shop, said: str, reason: str, part: str
) -> None:
    shop.publish(RULES)
    alice = shop.visitor()
    reply = alice.ask(said)
    assert (reply.outcome, why(alice, reply).decision["reason"]) == ("handover", reason)
    assert part in reply.text
    with tenant_scope(shop.tenant_id):
        assert bots.get_conversation(alice.conversation_id).mode == "queued"


@pytest.mark.parametrize(
    ("first", "second", "language"),
    [
        ("Do you sell tents?", "Who walked on the moon?", "en"),
        ("你们卖帐篷吗？", "谁登上过月球？", "zh"),
    ],
)
def test_the_second_miss_in_a_row_calls_a_human(shop: Shop, first: str, second: str, language: str) -> None:
    alice = shop.visitor()
    assert alice.ask(first).outcome == "not_found"
    reply = alice.ask(second)
    assert (reply.outcome, why(alice, reply).decision["reason"]) == ("handover", "low_confidence_twice")
    assert reply.text.startswith(DEFAULT_NOT_FOUND[language])  # type: ignore[index]


def both(request: ChatRequest) -> str:
    """A model that quotes every passage."""
    assert isinstance(request.brief, Brief)
    items = [item for item in request.brief.evidence if item.kind == "document" and "steel" in item.text]
    return " ".join(f"{item.text.splitlines()[-1]}[{item.label}]" for item in items) + " "


def test_a_word_that_points_at_two_things_of_the_last_reply_is_asked_about(shop: Shop) -> None:
    shop.publish(EAGER)
    learn(
        shop,
        Hand_grinder="# Hand grinder\n\nThe hand grinder is made of steel.",
        Swan_kettle="# Swan kettle\n\nThe swan kettle is made of steel.",
    )
    alice = shop.visitor()
    with port_scope(chat=ScriptedChat(answer=both)):
        assert len(alice.ask("Which things are made of steel?").citations) == 2
    reply = alice.ask("How heavy is it?")
    assert (reply.outcome, why(alice, reply).decision["reason"]) == ("clarify", "which_reference")
    assert "Hand grinder" in reply.text
    assert "Swan kettle" in reply.text
