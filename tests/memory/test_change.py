"""Change over time, through the store and the write pipeline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memory import api
from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.forgetting.compact import compact, plan_compaction, sources_of, undo_compaction
from memory.forgetting.decay import cool_down, warm_up
from memory.keep import keep_facts
from memory.models import Fact
from memory.types import FactStatus, FactView
from ports.ids import new_id
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def held(talk: Talk, status: FactStatus = FactStatus.ACTIVE) -> list[FactView]:
    with tenant_scope(talk.tenant_id):
        return [f for f in api.memory_of(talk.customer_id).facts if f.status is status]


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("电话尾号 4410", "电话换了，现在尾号 8823", "4410", "8823"),
        ("電話尾號 4410", "電話換咗，而家尾號 8823", "4410", "8823"),
        ("my phone number ends 4410", "new phone number now, it ends 8823", "4410", "8823"),
    ],
)
def test_a_new_value_supersedes_and_the_old_stays_in_the_history(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], first: str, second: str, old: str, new: str
) -> None:
    talk = talk_with()
    talk.say(first)
    talk.say(second, later=timedelta(days=3))
    finish_jobs()
    phones = [f for f in held(talk) if f.attribute == "phone"]
    assert [f.value for f in phones] == [new]
    with tenant_scope(talk.tenant_id):
        assert [f.value for f in api.history_of(phones[0].fact_id)] == [old, new]


def test_the_pipeline_completes_the_same_entry_under_the_same_id(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    talk.say("My cat is called Potato")
    before = {f.fact_id for f in held(talk)}
    finish_jobs()
    assert {f.fact_id for f in held(talk)} >= before
    assert len([f for f in held(talk) if f.value == "Potato"]) == 1


def test_an_edit_is_a_new_version_and_a_wrong_mark_brings_the_older_back(talk_with: Callable[[], Talk]) -> None:
    talk, person = talk_with(), new_id()
    talk.say("my phone number ends 4410")
    fact = held(talk)[0]
    with tenant_scope(talk.tenant_id):
        edited = api.edit_fact(fact_id=fact.fact_id, value="9911", person_id=person)
    assert [f.value for f in held(talk) if f.attribute == "phone"] == ["9911"]
    with tenant_scope(talk.tenant_id):
        api.mark_wrong(fact_id=edited.fact_id, person_id=person)
    assert [f.value for f in held(talk) if f.attribute == "phone"] == ["4410"]


def test_forgetting_one_customer_forgets_one_customer(talk_with: Callable[[], Talk]) -> None:
    alice, bob = talk_with(), talk_with()
    alice.say("My cat is called Potato")
    bob.say("My cat is called Pickle")
    with tenant_scope(alice.tenant_id):
        assert api.erase_customer(customer_id=alice.customer_id) > 0
    assert held(alice) == []
    assert [f.value for f in held(bob)] == ["Pickle"]


def test_compaction_shows_its_plan_loses_no_source_and_can_be_undone(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    for text in ("please deliver parcels to the side door", "please deliver my parcels to the side door"):
        talk.say(text, later=timedelta(days=1))
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        plan = plan_compaction(talk.customer_id)
        before = {f.fact_id for f in api.memory_of(talk.customer_id).facts}
        run = compact(talk.customer_id)
        assert run is not None
        assert [sources_of(cluster.general) for cluster in plan] == [cluster.sources for cluster in plan]
        assert {f.fact_id for f in api.memory_of(talk.customer_id).facts} == before
        assert undo_compaction(run) == sum(len(cluster.sources) for cluster in plan)
    assert {f.fact_id for f in held(talk)} == before


def test_what_is_never_touched_goes_cold_and_comes_back_when_touched(talk_with: Callable[[], Talk]) -> None:
    talk = talk_with()
    talk.say("My cat is called Potato")
    fact = held(talk)[0]
    with tenant_scope(talk.tenant_id):
        assert cool_down(now=talk.at + timedelta(days=90)) == 0
        assert cool_down(now=talk.at + timedelta(days=4000)) == 1
        assert warm_up(fact_ids=[fact.fact_id], now=talk.at) == 1
    assert [f.value for f in held(talk)] == ["Potato"]


@pytest.mark.parametrize(
    "greeting",
    [
        "你好",
        "謝謝你",
        "thanks a lot!",
        "hello",
        "tell me a joke",
        "讲个笑话吧",
        "講個笑話啦",
        "why don't cats play cards? too many cheetahs",
        "为什么猫不打牌？因为猎豹太多",
        "為什麼貓不打牌？因為獵豹太多",
    ],
)
def test_a_greeting_or_a_joke_injects_nothing(talk_with: Callable[[], Talk], greeting: str) -> None:
    talk = talk_with()
    talk.say("My cat is called Potato")
    found = talk.ask(greeting)
    assert not found.gate_open
    assert (found.facts, found.episodes) == ((), ())


def test_a_customers_name_is_not_taken_from_a_question_about_somebody(talk_with: Callable[[], Talk]) -> None:
    talk = talk_with()
    talk.say("Does Christophe work today?")
    assert held(talk) == []


@pytest.mark.parametrize(
    ("told", "order"),
    [
        ("我住在杭州", "请忘掉我的地址"),
        ("我住喺杭州", "請忘記我的地址"),
        ("I live in Leeds.", "please forget my address"),
    ],
)
def test_what_a_customer_asks_to_forget_is_gone_keeps_its_history_and_is_not_read_again(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], told: str, order: str
) -> None:
    talk = talk_with()
    first = talk.say(told)
    talk.say("my cat is called Potato")
    finish_jobs()
    fact = next(f for f in held(talk) if f.attribute == "address")
    talk.say(order)
    finish_jobs()
    assert [f.value for f in held(talk) if f.attribute in ("address", "name")] == ["Potato"]
    with tenant_scope(talk.tenant_id):
        assert len(api.history_of(fact.fact_id)) == 2
        Fact.objects.filter(episode_id=first.message_id).delete()
        keep_facts(message=first, candidates=extract(read_line(told, first.at)), origin="pipeline")
    assert [f.value for f in held(talk) if f.attribute == "address"] == []


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (("我对花生过敏", "我对牛奶也过敏", "其实我对花生不过敏"), "牛奶"),
        (("我對花生過敏", "我對牛奶都過敏", "其實我對花生唔過敏"), "牛奶"),
        (("I'm allergic to peanuts", "I'm allergic to milk too", "actually I'm not allergic to peanuts"), "milk"),
    ],
)
def test_a_retraction_survives_a_second_reading_and_a_compaction(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], lines: tuple[str, ...], kept: str
) -> None:
    talk = talk_with()
    said = [talk.say(line, later=timedelta(days=1)) for line in lines]
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        compact(talk.customer_id)
        for message in said:
            keep_facts(message=message, candidates=extract(read_line(message.text, message.at)), origin="pipeline")
    assert [f.value for f in held(talk) if f.attribute == "allergy"] == [kept]


def test_an_edited_member_of_a_set_takes_the_place_of_the_old_one_alone(talk_with: Callable[[], Talk]) -> None:
    talk, person = talk_with(), new_id()
    talk.say("I'm allergic to peanuts")
    talk.say("I'm allergic to milk too")
    milk = next(f for f in held(talk) if f.value == "milk")
    with tenant_scope(talk.tenant_id):
        edited = api.edit_fact(fact_id=milk.fact_id, value="soy", person_id=person)
    assert {f.value for f in held(talk)} == {"peanuts", "soy"}
    with tenant_scope(talk.tenant_id):
        api.mark_wrong(fact_id=edited.fact_id, person_id=person)
    assert {f.value for f in held(talk)} == {"peanuts", "milk"}
