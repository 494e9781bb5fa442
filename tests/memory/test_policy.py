"""What an operator does not let be remembered leaves no trace in memory, and what has a term goes when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memory import api
from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.models import Episode, Fact
from memory.policy import FactClass, MemoryPolicy, class_of
from memory.types import CustomerMessage
from ports.ids import new_id
from tenants.scope import tenant_scope
from tests.memory.conftest import START, Talk

db = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
EVERYTHING = MemoryPolicy(denied=frozenset(FactClass))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("我的邮箱是 lin@example.org", FactClass.CONTACT),
        ("my email is lin@example.org", FactClass.CONTACT),
        ("微信号 lin_2020", FactClass.CONTACT),
        ("我對花生過敏", FactClass.HEALTH),
        ("I am allergic to peanuts", FactClass.HEALTH),
        ("我的护照号码是 E88124411", FactClass.IDENTITY),
        ("my passport number is E88124411", FactClass.IDENTITY),
        ("信用卡号是 4111 1111 1111 1111", FactClass.PAYMENT),
        ("the card ends in 4242", FactClass.PAYMENT),
        ("我住在梧桐路 18 号", FactClass.ADDRESS),
        ("I live at 18 Plane Street", FactClass.ADDRESS),
        ("订单号是 KX-2201-88", FactClass.ORDER),
        ("the order number is KX-2201-88", FactClass.ORDER),
        ("我喜欢深烘的豆子", FactClass.PREFERENCE),
        ("I love dark roast", FactClass.PREFERENCE),
        ("我家的猫叫土豆", FactClass.OTHER),
        ("My cat is called Potato", FactClass.OTHER),
    ],
)
def test_each_detail_has_its_class(line: str, expected: FactClass) -> None:
    found = extract(read_line(line, START))
    assert expected in {class_of(candidate) for candidate in found}


def say(talk: Talk, text: str, policy: MemoryPolicy) -> Episode:
    """As accepted from a bot with these settings."""
    talk.seq += 1
    talk.at += timedelta(minutes=1)
    message = replace(_message(talk, text), policy=policy)
    with tenant_scope(talk.tenant_id):
        api.note_message(message=message)
        api.queue_write(message=message)
        return Episode.objects.get(id=message.message_id)


def _message(talk: Talk, text: str) -> CustomerMessage:
    return CustomerMessage(
        customer_id=talk.customer_id,
        conversation_id=talk.conversation_id,
        message_id=new_id(),
        seq=talk.seq,
        text=text,
        at=talk.at,
    )


@db
@pytest.mark.parametrize(
    ("line", "secret", "denied"),
    [
        ("信用卡号是 4111 1111 1111 1111，订单号是 KX-2201-88", "1111", FactClass.PAYMENT),
        ("信用卡號是 4111 1111 1111 1111，訂單號是 KX-2201-88", "1111", FactClass.PAYMENT),
        ("card 4111 1111 1111 1111, the order number is KX-2201-88", "1111", FactClass.PAYMENT),
        ("我有糖尿病，订单号是 KX-2201-88", "糖尿", FactClass.HEALTH),
        ("I am diabetic, the order number is KX-2201-88", "diabetic", FactClass.HEALTH),
        ("我的身份证是 11010519491231002X，订单号是 KX-2201-88", "11010519", FactClass.IDENTITY),
        ("write to lin@example.org, the order number is KX-2201-88", "lin@", FactClass.CONTACT),
    ],
)
def test_what_is_denied_is_blacked_out_and_the_rest_of_the_line_is_remembered(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], line: str, secret: str, denied: FactClass
) -> None:
    talk = talk_with()
    stored = say(talk, line, MemoryPolicy(denied=frozenset({denied})))
    finish_jobs()
    assert secret not in stored.text
    assert len(stored.text) == len(line)
    with tenant_scope(talk.tenant_id):
        assert secret not in str(api.export_customer(talk.customer_id))
        assert secret not in str(api.write_run(stored.id).steps)
        assert "KX-2201-88" in [f.value for f in api.memory_of(talk.customer_id).facts]


@db
@pytest.mark.parametrize("line", ["我家的猫叫土豆", "我屋企隻貓叫土豆", "My cat is called Potato"])
def test_where_everything_is_denied_nothing_becomes_a_memory(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], line: str
) -> None:
    talk = talk_with()
    say(talk, line, EVERYTHING)
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        assert api.memory_of(talk.customer_id).facts == ()


@db
@pytest.mark.parametrize(
    "line", ["电话 13812340000，订单号是 KX-2201-88", "phone 13812340000, the order number is KX-2201-88"]
)
def test_what_has_reached_its_term_is_erased_and_the_rest_of_its_line_stays(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], line: str
) -> None:
    talk, terms = talk_with(), MemoryPolicy(keep_days={FactClass.CONTACT: 30})
    episode = say(talk, line, terms)
    finish_jobs()

    def expire(days: int) -> int:
        with tenant_scope(talk.tenant_id):
            now = talk.at + timedelta(days=days)
            return api.expire(conversation_ids=[talk.conversation_id], policy=terms, now=now)

    assert (expire(29), expire(31), expire(32)) == (0, 1, 0)
    with tenant_scope(talk.tenant_id):
        text = Episode.objects.get(id=episode.id).text
        values = [f.value for f in api.memory_of(talk.customer_id).facts]
        assert Fact.objects.filter(value__contains="1381234").count() == 0
    assert "1381234" not in text
    assert "KX-2201-88" in text
    assert values == ["KX-2201-88"]


@db
def test_an_operators_own_threshold_keeps_less_sure_memories_back(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    talk.say("My cat is called Potato")
    finish_jobs()
    assert talk.ask("What is my cat called?").facts
    assert talk.ask("What is my cat called?", least=1.0).facts == ()
