"""An anonymous conversation joins a known customer through a signed identity, and in no other way."""

from __future__ import annotations

import pytest

from bots import api as bots
from bots.errors import NotFound
from bots.types import Guest
from jobs.api import run_until_idle
from memory import api as memory
from tenants.scope import tenant_scope
from tests.bots.conftest import Customer, Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
CAROL = bots.Identity(external_id="carol-7", name="Carol")


def _admit(shop: Shop, talk: Customer, identity: bots.Identity | None, token: str | None = None) -> Guest:
    return bots.admit(
        tenant_id=shop.tenant_id,
        bot_id=shop.bot_id,
        visitor_token=talk.guest.visitor_token if token is None else token,
        identity=identity,
        wanted=talk.conversation_id,
    )


def test_what_was_said_before_the_log_in_is_remembered_after_it(shop: Shop) -> None:
    visitor = shop.visitor()
    visitor.ask("My cat is called Potato")
    run_until_idle()
    guest = _admit(shop, visitor, CAROL)
    assert bots.resume_conversation(guest=guest, conversation_id=visitor.conversation_id).customer_name == "Carol"
    later = Customer(guest=guest, conversation_id=bots.open_conversation(guest=guest).id)
    assert "Potato" in later.ask("What is my cat called?").text


def test_a_newer_statement_wins_across_both(shop: Shop) -> None:
    known = shop.visitor()
    named = bots.admit(tenant_id=shop.tenant_id, bot_id=shop.bot_id, identity=CAROL)
    known.guest, known.conversation_id = named, bots.open_conversation(guest=named).id
    known.ask("My cat is called Biscuit")
    visitor = shop.visitor()
    visitor.ask("My cat is called Potato")
    _admit(shop, visitor, CAROL)
    with tenant_scope(shop.tenant_id):
        current = [fact.value for fact in memory.memory_of(named.customer_id).facts if fact.status == "active"]
    assert current == ["Potato"]


def test_without_the_visitors_secret_nothing_joins(shop: Shop) -> None:
    visitor = shop.visitor()
    visitor.ask("My cat is called Potato")
    guest = _admit(shop, visitor, CAROL, token="guessed")
    with pytest.raises(NotFound):
        bots.resume_conversation(guest=guest, conversation_id=visitor.conversation_id)


def test_one_known_customers_conversation_never_becomes_anothers(shop: Shop) -> None:
    visitor = shop.visitor()
    visitor.ask("My cat is called Potato")
    _admit(shop, visitor, CAROL)
    other = _admit(shop, visitor, bots.Identity(external_id="dave-8"))
    with pytest.raises(NotFound):
        bots.resume_conversation(guest=other, conversation_id=visitor.conversation_id)
