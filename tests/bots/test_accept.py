"""A message is taken once, in order, or refused with a reason."""

from __future__ import annotations

import uuid

import pytest

from audit.api import SYSTEM
from bots import api as bots
from bots.errors import ConversationEnded, EmptyMessage, MessageTooLong, NotFound
from jobs.api import run_job, run_until_idle
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_messages_are_numbered_in_the_order_they_came(shop: Shop) -> None:
    alice = shop.visitor()
    assert [alice.send(text).seq for text in ("one", "two", "three")] == [1, 2, 3]


def test_the_same_client_id_is_one_message_and_one_acknowledgement(shop: Shop) -> None:
    alice, client_id = shop.visitor(), uuid.uuid4()
    first, again = alice.send("Hello", client_id), alice.send("Hello", client_id)
    assert (again.seq, again.message_id, again.duplicate, again.job_id) == (first.seq, first.message_id, True, None)


def test_each_message_gets_exactly_one_answer_however_often_its_job_runs(shop: Shop) -> None:
    alice = shop.visitor()
    accepted = alice.send("Can I return unopened bags?")
    assert accepted.job_id is not None
    run_job(shop.tenant_id, accepted.job_id, early=True)
    run_job(shop.tenant_id, accepted.job_id, early=True)
    run_until_idle()
    assert [view.author for view in alice.messages()] == ["customer", "bot"]


@pytest.mark.parametrize("text", ["", " \n\t ", "\x00", "\u200b\u2060", "\u3000\u200e"])
def test_nothing_but_blanks_is_refused(shop: Shop, text: str) -> None:
    with pytest.raises(EmptyMessage):
        shop.visitor().send(text)


def test_100_kilobytes_are_refused_and_nothing_is_stored(shop: Shop) -> None:
    alice = shop.visitor()
    with pytest.raises(MessageTooLong):
        alice.send("x" * 100_000)
    assert alice.messages() == ()


def test_emoji_alone_are_a_message(shop: Shop) -> None:
    assert shop.visitor().ask("😂😂😂").outcome == "answered"


def test_what_postgresql_cannot_store_is_left_out(shop: Shop) -> None:
    alice = shop.visitor()
    alice.send("a\x00b\ud800c")
    assert alice.messages()[0].text == "abc"


def test_another_customer_cannot_write_into_a_conversation(shop: Shop) -> None:
    alice, bob = shop.visitor(), shop.visitor()
    bob.conversation_id = alice.conversation_id
    with pytest.raises(NotFound):
        bob.send("Hello")


def test_another_company_cannot_write_into_a_conversation(shop: Shop, other_shop: Shop) -> None:
    alice, mallory = shop.visitor(), other_shop.visitor()
    mallory.conversation_id = alice.conversation_id
    with pytest.raises(NotFound):
        mallory.send("Hello")


def test_an_ended_conversation_takes_no_more(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("Hello")
    with tenant_scope(shop.tenant_id):
        bots.end_conversation(conversation_id=alice.conversation_id, actor=SYSTEM)
    with pytest.raises(ConversationEnded):
        alice.send("Still there?")
