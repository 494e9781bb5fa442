"""What the bot still says while a human is awaited."""

from __future__ import annotations

import pytest

from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings, Handover
from jobs.api import run_until_idle
from memory import api as memory
from tenants.scope import tenant_scope
from tests.bots.conftest import Customer, Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"
COMING = "A colleague is on the way"


@pytest.fixture
def waiting(shop: Shop) -> Customer:
    """Somebody who has asked for a human by the button."""
    alice = shop.visitor()
    alice.ask("Hello")
    bots.request_human(guest=alice.guest, conversation_id=alice.conversation_id)
    return alice


def _silent(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        settings = BotSettings(handover=Handover(while_waiting="silent"))
        bots.save_draft(bot_id=shop.bot_id, settings=settings, actor=SYSTEM)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)


def test_it_says_once_that_a_colleague_is_coming(waiting: Customer) -> None:
    assert COMING in waiting.ask("Thank you").text
    accepted = waiting.send("Thank you very much")
    assert (accepted.job_id, accepted.for_human) == (None, True)


def test_it_goes_on_answering_questions(waiting: Customer) -> None:
    first, second = waiting.ask(QUESTION), waiting.ask(QUESTION)
    assert "30 days" in first.text
    assert COMING in first.text
    assert "30 days" in second.text
    assert COMING not in second.text


def test_a_reply_that_hands_over_has_said_so(shop: Shop) -> None:
    alice = shop.visitor()
    assert alice.ask("I want to talk to a human").outcome == "handover"
    assert alice.send("ok, thanks").for_human
    assert "asked already" in alice.ask("Where is the human? I want to talk to a human").text


def test_what_it_does_not_know_it_does_not_hand_over_again(waiting: Customer) -> None:
    outcomes = [waiting.ask("Who was the first person on the moon?").outcome for _ in range(3)]
    assert outcomes == ["not_found"] * 3


def test_silent_means_silent_after_one_word(shop: Shop, waiting: Customer) -> None:
    _silent(shop)
    assert "30 days" not in waiting.ask(QUESTION).text
    assert waiting.send(QUESTION).for_human


def test_a_socket_does_not_wait_for_what_is_left_to_the_human(shop: Shop, waiting: Customer) -> None:
    waiting.ask("Thank you")
    waiting.send("Thank you very much")
    with tenant_scope(shop.tenant_id):
        assert bots.unanswered(waiting.conversation_id) == ()


def test_given_back_it_answers_everything_again(shop: Shop, waiting: Customer) -> None:
    waiting.ask("Thank you")
    with tenant_scope(shop.tenant_id):
        bots.release_to_bot(conversation_id=waiting.conversation_id, person_id=shop.bot_id)
    assert COMING not in waiting.ask("Thank you").text


def test_such_replies_replay_the_same(shop: Shop, waiting: Customer) -> None:
    replies = [waiting.ask(text) for text in (QUESTION, QUESTION, "I want a real person", "Who was on the moon?")]
    with tenant_scope(shop.tenant_id):
        assert all(bots.replay(reply.id).identical for reply in replies)


def test_what_is_told_to_the_human_is_remembered(shop: Shop, waiting: Customer) -> None:
    waiting.ask("Thank you")
    assert "my colleague will see it" in waiting.ask("My dog is called Rex").text
    assert waiting.send("My cat is called Potato").for_human
    run_until_idle(tenant_id=shop.tenant_id)
    with tenant_scope(shop.tenant_id):
        assert [fact.value for fact in memory.memory_of(waiting.guest.customer_id).facts] == ["Potato", "Rex"]


def test_an_order_to_forget_is_carried_out_and_answered(waiting: Customer) -> None:
    waiting.ask("Thank you")
    waiting.ask("I have a parcel here.")
    assert waiting.send("My phone number ends 4410.").for_human
    assert "have forgotten that" in waiting.ask("forget that").text
