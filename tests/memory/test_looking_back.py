"""Questions about another time than now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from memory import api
from memory.recalling.asking.as_of import AsOf, read_as_of
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
NOW = datetime.fromisoformat("2026-06-10T12:00:00+08:00")


@pytest.mark.parametrize(
    ("told", "question", "language", "old", "new"),
    [
        (("我住在杭州", "搬家了，现在住在苏州"), "我之前的地址是哪里？", "zh", "杭州", "苏州"),
        (("我住喺杭州", "搬咗屋，而家住喺蘇州"), "我之前嘅地址係邊度？", "zh-Hant", "杭州", "蘇州"),
        (("I live in Leeds.", "I moved to York"), "what was my old address?", "en", "Leeds", "York"),
        (("I live in Leeds.", "I moved to York"), "what was my address before I moved?", "en", "Leeds", "York"),
        (("I live in Leeds.", "I moved to York"), "what was my address on 5 March?", "en", "Leeds", "York"),
        (("手机尾号4410", "手机尾号换成8823"), "我原来的手机尾号是多少？", "zh", "4410", "8823"),
        (
            ("my phone number ends 4410", "new phone number now, it ends 8823"),
            "what was my previous phone number?", "en", "4410", "8823",
        ),
    ],
)  # fmt: skip
def test_a_question_about_before_is_answered_by_the_version_that_held_then(
    talk_with: Callable[[], Talk], told: tuple[str, str], question: str, language: str, old: str, new: str
) -> None:
    talk = talk_with()
    talk.say(told[0])
    talk.say(told[1], later=timedelta(days=9))
    said = talk.reply(question, language)
    assert old in said
    assert new not in said


@pytest.mark.parametrize(("question", "language"), [("我现在的地址是哪里？", "zh"), ("what is my address now?", "en")])
def test_a_superseded_value_never_answers_a_question_about_now(
    talk_with: Callable[[], Talk], question: str, language: str
) -> None:
    talk = talk_with()
    talk.say("我住在杭州" if language == "zh" else "I live in Leeds.")
    talk.say("搬家了，现在住在苏州" if language == "zh" else "I moved to York", later=timedelta(days=9))
    said = talk.reply(question, language)
    assert ("苏州" if language == "zh" else "York") in said
    assert ("杭州" if language == "zh" else "Leeds") not in said


def test_the_facts_as_of_a_time_are_those_told_by_then(talk_with: Callable[[], Talk]) -> None:
    talk = talk_with()
    first = talk.say("I live in Leeds.")
    second = talk.say("I moved to York", later=timedelta(days=9))
    with tenant_scope(talk.tenant_id):
        then = api.facts_as_of(talk.customer_id, first.at)
        now = api.facts_as_of(talk.customer_id, second.at)
        before = api.facts_as_of(talk.customer_id, first.at - timedelta(days=1))
    assert [f.value for f in then] == ["Leeds"]
    assert [f.value for f in now] == ["York"]
    assert before == ()


@pytest.mark.parametrize(
    ("lines", "question", "language", "figure"),
    [
        (("我今天跑了5公里", "我今天跑了3公里"), "我这个月跑了几次？", "zh", "2次"),
        (("我今日跑咗5公里", "我今日跑咗3公里"), "我這個月跑咗幾次？", "zh-Hant", "2次"),
        (("I ran 5 km today", "I ran 3 km today"), "how many times did I run this month?", "en", "2 times"),
        (("I ran 5 km today", "I ran 3 km today"), "how far did I run this month in total?", "en", "8 km"),
    ],
)
def test_how_often_and_how_much_is_worked_out_from_the_points(
    talk_with: Callable[[], Talk], lines: tuple[str, str], question: str, language: str, figure: str
) -> None:
    talk = talk_with()
    for line in lines:
        talk.say(line, later=timedelta(days=2))
    assert figure in talk.reply(question, language)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what was my old address?", AsOf()),
        ("我以前的电话是多少", AsOf()),
        ("where do I live now, not my old place?", None),
        ("what is my address?", None),
        ("我下个月的预约是哪天", None),
    ],
)
def test_only_a_question_about_the_past_looks_back(question: str, asked: AsOf | None) -> None:
    assert read_as_of(question, now=NOW) == asked


@pytest.mark.parametrize("question", ["where did I live in March?", "我三月份住哪里？", "我三月份住喺邊度？"])
def test_a_month_means_until_its_end(question: str) -> None:
    asked = read_as_of(question, now=NOW)
    assert asked is not None
    assert asked.at is not None
    assert asked.at.date().isoformat() == "2026-03-31"
