"""Breaches of the anchors are events, with rule and sentence."""

from __future__ import annotations

import pytest

from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from ports import port_scope
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"


def test_what_was_mended_and_what_was_withheld_is_counted_by_turn_and_by_rule(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask(QUESTION)
    with port_scope(
        chat=ScriptedChat(replies=["Unopened bags may return in 30 days 😀.[1] As an AI model I hate bags. "])
    ):
        reply = alice.ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        talk, bot = bots.drift_of_conversation(alice.conversation_id), bots.drift_of_bot(shop.bot_id)
    assert talk == bot
    assert [(turn.seq, turn.mended, turn.withheld) for turn in talk.turns] == [(2, 0, 0), (4, 1, 1)]
    assert dict(talk.rules) == {"emoji": 1, "persona": 1}
    assert {event.rule: event.mended for event in talk.events} == {"emoji": True, "persona": False}
    assert next(event.sentence for event in talk.events if event.rule == "persona").startswith("As an AI model")
    assert talk.within == 1
    assert "😀" not in reply.text
