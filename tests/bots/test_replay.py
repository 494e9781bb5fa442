"""An answer comes out of its record as it went in."""

from __future__ import annotations

import pytest

from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from bots.errors import Unreplayable
from bots.models import AnswerRecord
from bots.types import MessageView
from knowledge import api as knowledge
from ports import port_scope
from tenants.scope import tenant_scope
from tests.bots.conftest import Customer, Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"
LIE = "Unopened bags may return in 90 days.[1] "
TRUTH = "Unopened bags may return in 30 days.[1] "


def _replay(shop: Shop, reply: MessageView) -> bots.Replay:
    with tenant_scope(shop.tenant_id):
        return bots.replay(reply.id)


@pytest.mark.parametrize(
    "question",
    [QUESTION, "Hello", "I want to talk to a human", "Who was the first person on the moon?", "未拆封的能退吗？"],
)
def test_a_replay_is_identical(shop: Shop, question: str) -> None:
    alice = shop.visitor()
    alice.ask("My cat is called Potato")
    reply = alice.ask(question)
    again = _replay(shop, reply)
    assert (again.identical, again.text, again.html) == (True, reply.text, reply.html), again.parts


def test_a_replay_withholds_again_what_was_withheld(shop: Shop) -> None:
    with port_scope(chat=ScriptedChat(replies=[LIE + TRUTH])):
        reply = shop.visitor().ask(QUESTION)
    again = _replay(shop, reply)
    assert again.identical, again.parts
    assert "90" not in again.text


def test_a_replay_needs_no_knowledge_any_more(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        for row in knowledge.list_documents(page=1).rows:
            knowledge.remove_document(row.document_id)
    assert _replay(shop, reply).identical


def test_a_replay_says_what_differs(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    _tamper(shop, reply)
    again = _replay(shop, reply)
    assert [part.name for part in again.parts if not part.same] == [
        "sentences",
        "decision",
        "text",
        "citations",
        "html",
    ]
    assert "30 days" in again.parts[3].then


def _tamper(shop: Shop, reply: MessageView) -> None:
    with tenant_scope(shop.tenant_id):
        record = AnswerRecord.objects.get(message_id=reply.id)
        record.drafts = [{**row, "text": LIE} for row in record.drafts]
        record.save()


def test_a_record_of_before_says_that_it_cannot_be_replayed(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        AnswerRecord.objects.filter(message_id=reply.id).update(given={})
    with pytest.raises(Unreplayable):
        _replay(shop, reply)


def test_the_record_keeps_the_draft_and_the_settings(shop: Shop) -> None:
    alice: Customer = shop.visitor()
    with port_scope(chat=ScriptedChat(replies=[LIE + TRUTH])):
        reply = alice.ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        record = AnswerRecord.objects.get(message_id=reply.id)
    assert record.drafts[0]["text"] == LIE + TRUTH
    assert record.given["brief"]["settings"]["thresholds"]["retrieval"] == 0.3
    assert record.anchors == {"sentences": 2, "kept": 2}


def test_a_question_back_and_what_its_answer_led_to_replay_the_same(shop: Shop) -> None:
    shop.put_orders("K4471902,alice,shipped,2026-03-05,86.50", "K4471955,alice,pending,2026-03-09,12.00")
    alice = shop.known("alice")
    first, second = alice.ask("How much is my order?"), alice.ask("the second one")
    assert [part for reply in (first, second) for part in _replay(shop, reply).parts if not part.same] == []
    told = second.citations[0]
    assert (told["kind"], told["key"]) == ("record", "K4471902")
    assert "86.50" in str(told["columns"])
    assert told["at"]


@pytest.mark.parametrize("odd", ["\x00", "\ud800"])
def test_what_a_database_cannot_hold_does_not_lose_the_answer(shop: Shop, odd: str) -> None:
    with port_scope(chat=ScriptedChat(replies=[f"Unopened bags may return in 30 {odd}days.[1] I hate {odd} bags. "])):
        reply = shop.visitor().ask(QUESTION)
    assert "30 days" in reply.text
