"""A change of topic leaves a divider with what was archived."""

from __future__ import annotations

import pytest

from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings, Thresholds
from jobs.api import run_until_idle
from knowledge import api as knowledge
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def _publish(shop: Shop, thresholds: Thresholds) -> None:
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=thresholds), actor=SYSTEM)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)


def test_a_shift_shows_conclusion_and_open_points_and_a_return_shows_which_topic(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        knowledge.add_pair(question="Do you sell gift cards?", answer="Gift cards are sold at the counter.")
    run_until_idle()
    alice = shop.visitor()
    alice.ask("Can I return unopened bags?")
    _publish(shop, Thresholds(retrieval=1))
    alice.ask("Can unopened bags be returned by post?")
    _publish(shop, Thresholds())
    alice.ask("By the way, something else: do you sell gift cards?")
    alice.ask("Back to my return: can I return unopened bags?")
    with tenant_scope(shop.tenant_id):
        shifts = bots.topic_shifts(alice.conversation_id)
    assert list(shifts) == [5, 7]
    assert shifts[5].old_title == "Can I return unopened bags?"
    assert shifts[5].open_points == ("Can unopened bags be returned by post?",)
    assert not shifts[5].returned
    assert (shifts[7].returned, shifts[7].title) == (True, "Can I return unopened bags?")
    assert "Gift cards are sold at the counter." in shifts[7].conclusion
