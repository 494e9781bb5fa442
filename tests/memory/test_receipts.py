"""What an answer used leaves a receipt and comes back from the cold; what is forgotten is so wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memory import api
from memory.forgetting.decay import cool_down
from memory.models import Fact
from ports.ids import new_id
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("我家的猫叫土豆", "我的猫叫什么名字？"),
        ("我屋企隻貓叫土豆", "我隻貓叫乜名？"),
        ("My cat is called Potato", "What is my cat called?"),
    ],
)
def test_a_cold_memory_whose_line_is_used_is_current_again(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], said: str, asked: str
) -> None:
    talk = talk_with()
    line = talk.say(said)
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        assert cool_down(now=talk.at + timedelta(days=4000)) == 1
    found = talk.ask(asked)
    with tenant_scope(talk.tenant_id):
        api.mark_used(reply_id=new_id(), recall=found, used_ids=[line.message_id])
        [fact] = api.memory_of(talk.customer_id).facts
        assert fact.status == "active"
        assert [r.used for r in api.receipts_of(fact_id=fact.fact_id)] == [True]


def test_a_wish_that_advice_heeded_has_a_receipt_and_counts_as_used(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    talk.say("I love dark roast")
    finish_jobs()
    found = talk.ask("When do you open?")
    with tenant_scope(talk.tenant_id):
        [wish] = api.current_wishes(talk.customer_id)
        assert wish.fact_id not in {fact.fact_id for fact in found.facts}
        api.mark_used(reply_id=new_id(), recall=found, used_ids=[wish.fact_id])
        of_fact = [r for r in api.receipts_of(fact_id=wish.fact_id) if r.layer == "fact"]
        assert [(r.used, r.reason) for r in of_fact] == [(True, "wish")]
        assert Fact.objects.get(id=wish.fact_id).use_count == 1


def test_forgetting_a_fact_forgets_the_conclusion_that_repeats_it(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    talk.say("the order number is KX-2201-88")
    line = talk.say("where is it now?")
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        api.keep_conclusion(message=line, began=1, opening="my order", text="Order KX-2201-88 is on its way.")
        api.keep_conclusion(message=line, began=2, opening="opening hours", text="We open at eight.")
        [fact] = api.memory_of(talk.customer_id).facts
        api.forget_fact(fact_id=fact.fact_id, person_id=None)
        told = [row.text for row in api.conclusions_of(talk.customer_id)]
    assert told == ["We open at eight."]
