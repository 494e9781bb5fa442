"""Shifts, archives and returns of topics, in a real conversation."""

from __future__ import annotations

import pytest

from bots import api as bots
from bots.topic import Closeness, shift_probability
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
FAR, NEAR = Closeness(near=0.05, window=0.05, before=0.6), Closeness(near=0.8, window=0.8, before=0.8)


def test_far_words_with_a_cue_are_likelier_a_new_topic_than_near_ones() -> None:
    before = ["Can I return unopened bags?", "Yes, within a month."]
    new = shift_probability("By the way, do you like football?", before, FAR, since=4)
    same = shift_probability("And if the bag was returned opened?", before, NEAR, since=4)
    assert new > 0.5
    assert same < 0.24


def test_a_new_topic_is_recorded_with_the_old_ones_conclusion(shop: Shop) -> None:
    alice = shop.visitor()
    first = alice.ask("Can I return unopened bags?")
    alice.ask("By the way, do you like football? What is your favourite team?")
    last = alice.messages()[-1]
    with tenant_scope(shop.tenant_id):
        route = bots.answer_of(last.id).route
    assert route["topic_shift"] is True
    archived = route["archived"]
    assert isinstance(archived, dict)
    assert archived["opening"] == "Can I return unopened bags?"
    assert first.text[:40] in str(archived["conclusion"])


def test_a_topic_of_an_earlier_conversation_is_brought_back_with_its_conclusion(shop: Shop) -> None:
    alice, bob = shop.known("alice"), shop.known("bob")
    first = alice.ask("Can I return unopened bags?")
    for customer, back in ((alice, True), (bob, False)):
        customer.begin_anew()
        customer.ask("I still have a question about how to return unopened bags")
        with tenant_scope(shop.tenant_id):
            record = bots.answer_of(customer.messages()[-1].id)
        told = str(record.route.get("returned_to", ""))
        assert (first.text.removesuffix("[1]") in told) is back
