"""A turn is answered again today, and nobody but the one who asked learns of it."""

from __future__ import annotations

import uuid

import pytest

from adapters.recording_push import RecordingPush
from audit.api import Actor
from bots import api as bots
from bots.errors import NotFound
from bots.models import Conversation, Message
from bots.settings import BotSettings, Thresholds
from jobs.api import run_until_idle
from knowledge import api as knowledge
from memory import api as memory
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"
OLIVIA = Actor(kind="person", id=str(uuid.uuid4()))


def _rerun(shop: Shop, message_id: uuid.UUID) -> bots.RerunView:
    with tenant_scope(shop.tenant_id):
        asked = bots.ask_again(message_id=message_id, actor=OLIVIA)
    run_until_idle(tenant_id=shop.tenant_id)
    with tenant_scope(shop.tenant_id):
        return bots.get_rerun(asked.id)


def test_todays_knowledge_answers(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        for row in knowledge.list_documents(page=1).rows:
            knowledge.remove_document(row.document_id)
        knowledge.add_pair(question=QUESTION, answer="Unopened bags may return in 60 days.")
    run_until_idle()
    again = _rerun(shop, reply.id)
    assert (again.state, again.result["outcome"]) == ("done", "answered")
    assert "60 days" in str(again.result["text"])
    assert "30 days" in reply.text


def test_todays_settings_answer(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=Thresholds(retrieval=1)), actor=OLIVIA)
        bots.publish(bot_id=shop.bot_id, actor=OLIVIA)
    again = _rerun(shop, reply.id)
    assert (again.result["outcome"], again.result["version"], reply.version) == ("not_found", 2, 1)


def test_nothing_of_it_is_stored_or_pushed(shop: Shop, push: RecordingPush) -> None:
    alice = shop.visitor()
    reply = alice.ask(QUESTION)
    run_until_idle()
    before = _state(shop, alice.guest.customer_id)
    pushed = len(push.sent)
    assert _rerun(shop, reply.id).state == "done"
    assert _state(shop, alice.guest.customer_id) == before
    assert len(push.sent) == pushed


def _state(shop: Shop, customer_id: uuid.UUID) -> tuple[object, ...]:
    with tenant_scope(shop.tenant_id):
        held = memory.memory_of(customer_id)
        return Message.objects.count(), Conversation.objects.get().state, held.facts, held.episode_count


def test_what_is_no_answer_cannot_be_run_again(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask(QUESTION)
    with tenant_scope(shop.tenant_id), pytest.raises(NotFound):
        bots.ask_again(message_id=alice.messages()[0].id, actor=OLIVIA)
