"""What is gathered says the same; what is not the same is never gathered; nothing comes back that was taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memory import api
from memory.forgetting.compact import Entry, clusters, compact, undo_compaction
from memory.models import Fact
from ports.ids import new_id
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

db = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
SAME = [
    ("请把包裹放在侧门的柜子里", "请把我的包裹放在侧门的柜子里"),
    ("請把包裹放在側門的櫃子裡", "請把我的包裹放在側門的櫃子裡"),
    ("please deliver parcels to the side door", "please deliver my parcels to the side door"),
]


def entry(text: str, *, value: str = "", negative: bool = False) -> Entry:
    return Entry(fact_id=new_id(), key="||request", text=text, value=value, negative=negative)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_request_in_other_words_is_gathered(one: str, other: str) -> None:
    [cluster] = clusters([entry(other), entry(one)])
    assert len(cluster.sources) == 1


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ("我女儿从小就对花生严重过敏", "我女儿从小就对腰果严重过敏", "花生", "腰果"),
        ("我女兒從小就對花生嚴重過敏", "我女兒從小就對腰果嚴重過敏", "花生", "腰果"),
        ("my girl is badly allergic to peanuts since birth", "my girl is badly allergic to cashews since birth",
         "peanuts", "cashews"),
        ("the blue crate costs $40 with delivery", "the blue crate costs $45 with delivery", "$40", "$45"),
    ],
)  # fmt: skip
def test_another_value_is_never_gathered_however_alike_the_sentence(
    one: str, other: str, first: str, second: str
) -> None:
    assert clusters([entry(other, value=second), entry(one, value=first)]) == []


def test_a_yes_and_a_no_are_never_gathered() -> None:
    text = "please deliver parcels to the side door"
    assert clusters([entry(text), entry(f"{text} please", negative=True)]) == []


def _gathered(talk: Talk) -> tuple[Fact, Fact]:
    """The general entry and its source, after a compaction."""
    with tenant_scope(talk.tenant_id):
        assert compact(talk.customer_id) is not None
        source = Fact.objects.get(customer_id=talk.customer_id, merged_into__isnull=False)
        return Fact.objects.get(id=str(source.merged_into_id)), source


@db
def test_what_stands_behind_a_general_entry_keeps_what_it_replaced_replaced(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    for text in (SAME[2][0], SAME[2][0], SAME[2][1]):
        talk.say(text, later=timedelta(days=1))
    finish_jobs()
    _gathered(talk)
    talk.say("please deliver parcels to my neighbour at number 9", later=timedelta(days=1))
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        texts = [f.text for f in api.memory_of(talk.customer_id).facts if f.status == "active"]
    assert len([text for text in texts if "side door" in text]) == 1


@db
def test_an_undo_brings_nothing_back_that_was_taken_back_meanwhile(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    for text in SAME[2]:
        talk.say(text, later=timedelta(days=1))
    finish_jobs()
    general, source = _gathered(talk)
    talk.at += timedelta(days=1)
    with tenant_scope(talk.tenant_id):
        take_back = Fact.objects.get(id=source.id)
        take_back.pk = take_back.id = new_id()
        take_back._state.adding = True
        take_back.operation, take_back.normal, take_back.merged_into, take_back.origin = "retract", "", None, "staff"
        take_back.observed_at = talk.at
        take_back.save(force_insert=True)
        [run] = api.compactions_of(talk.customer_id)
        undo_compaction(run.run_id)
        assert Fact.objects.get(id=source.id).status == "retracted"
    assert general.id != source.id
