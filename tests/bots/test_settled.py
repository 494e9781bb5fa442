"""What a conversation has settled stands until newer evidence says otherwise, and then the change is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from bots.brief import Brief, Evidence, SettledClaim
from bots.verifying.verify import Verified, Withheld, verify_sentence
from jobs.api import run_until_idle
from knowledge import api as knowledge
from ports import port_scope
from ports.chat import ChatRequest
from tenants.scope import tenant_scope
from tests.bots.briefs import brief
from tests.bots.conftest import Shop

NOW = datetime(2026, 3, 4, 4, tzinfo=UTC)


def settled(before: str, now_says: str, *, newer: bool, language: str = "en") -> Brief:
    claim = SettledClaim(text=before, said_at=NOW - timedelta(minutes=5), evidence_at=NOW, sources=("elsewhere",))
    at = NOW + timedelta(days=1) if newer else NOW - timedelta(days=9)
    evidence = Evidence(label="1", kind="document", title="", text=now_says, confidence=0.9, at=at)
    return replace(brief(language), settled=(claim,), evidence=(evidence,))


@pytest.mark.parametrize(
    ("language", "before", "now_says"),
    [
        ("en", "Your order arrives on the 5th.", "Your order arrives on the 7th."),
        ("en", "Opened bags can be returned.", "Opened bags cannot be returned."),
        ("en", "The grinder costs €40.", "The grinder costs €45."),
        ("zh", "您的订单5号到达。", "您的订单7号到达。"),
        ("zh", "开封的咖啡豆可以退货。", "开封的咖啡豆不可以退货。"),
        ("zh", "退款需要3天。", "退款需要5天。"),
    ],
)
def test_another_value_or_a_denial_needs_newer_evidence(language: str, before: str, now_says: str) -> None:
    old = verify_sentence(f"{now_says}[1]", settled(before, now_says, newer=False, language=language))
    assert isinstance(old, Withheld)
    assert (old.reason, old.detail) == ("settled", before)
    new = verify_sentence(f"{now_says}[1]", settled(before, now_says, newer=True, language=language))
    assert isinstance(new, Verified)
    assert new.replaces == before
    assert new.text != f"{now_says}[1]"
    assert new.text.endswith(f"{now_says}[1]")


@pytest.mark.parametrize(
    ("before", "now_says"),
    [
        ("Standard delivery takes 5 days.", "Express delivery takes 2 days."),
        ("Order K4471902 costs €40.", "Order K4471955 costs €19."),
        ("The shop opens at 9 am on Mondays.", "The shop opens at 10 am on Sundays."),
        ("Your order arrives on the 5th.", "Your order arrives on 5 March."),
        ("The grinder costs €40.", "The grinder costs 40 euros."),
    ],
)
def test_another_matter_or_the_same_value_stands(before: str, now_says: str) -> None:
    outcome = verify_sentence(f"{now_says}[1]", settled(before, now_says, newer=False))
    assert isinstance(outcome, Verified)
    assert outcome.replaces == ""


def test_what_the_customer_says_now_wins_over_what_is_remembered() -> None:
    memory = Evidence(label="M1", kind="memory", text="My budget is 300 euros", at=NOW - timedelta(days=30))
    asked = brief(evidence=(memory,), customer_words=("My budget is 500 euros", "What is my budget?"))
    outcome = verify_sentence("Your budget is 300 euros. [M1]", asked)
    assert isinstance(outcome, Withheld)
    assert (outcome.reason, outcome.detail) == ("settled", "My budget is 500 euros")


pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


@pytest.mark.parametrize(
    ("asked", "first", "notice", "second"),
    [
        ("When will my order arrive?", "March 5", "This has changed since I told you earlier:", "March 7"),
        ("我的订单什么时候到？", "3月5日", "这和我之前说的不一样了", "3月7日"),
        ("我的訂單什麼時候到？", "3月5日", "這和我之前說的不一樣了", "3月7日"),
    ],
)
def test_a_record_that_was_read_anew_changes_what_was_told(
    shop: Shop, asked: str, first: str, notice: str, second: str
) -> None:
    alice = shop.known("alice")
    shop.put_orders("K4471902,alice,shipped,2026-03-05,86.50")
    before = alice.ask(asked)
    assert first in before.text
    assert notice not in before.text
    shop.put_orders("K4471902,alice,shipped,2026-03-07,86.50")
    after = alice.ask(asked)
    assert notice in after.text
    assert second in after.text
    again = alice.ask(asked)
    assert second in again.text
    assert notice not in again.text


def quoting(part: str) -> ScriptedChat:
    """A model that quotes the passage which holds `part`, and cites it."""

    def say(request: ChatRequest) -> str:
        assert isinstance(request.brief, Brief)
        item = next(item for item in request.brief.evidence if part in item.text)
        return f"The warranty of the grinder lasts {part}.[{item.label}] "

    return ScriptedChat(answer=say)


def test_an_older_document_does_not_take_back_what_a_newer_one_settled(shop: Shop) -> None:
    for years in ("2 years", "3 years"):
        with tenant_scope(shop.tenant_id):
            knowledge.add_pair(
                question=f"How long is the warranty ({years})?", answer=f"The warranty of the grinder lasts {years}."
            )
        run_until_idle()
    alice = shop.visitor()
    with port_scope(chat=quoting("3 years")):
        assert "3 years" in alice.ask("How long does the warranty of the grinder last?").text
    with port_scope(chat=quoting("2 years")):
        reply = alice.ask("How long does the warranty of the grinder last?")
    assert "2 years" not in reply.text
    with tenant_scope(shop.tenant_id):
        sentences = bots.answer_of(reply.id).sentences
    assert "settled" in {row.get("reason") for row in sentences}
