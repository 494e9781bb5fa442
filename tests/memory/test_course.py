"""The summary tells what was talked about, and leaves to facts what facts hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memory import api
from memory.course import CAP, MARKS, Held, course, overlap, tokens
from memory.extracting.extract import extract
from memory.extracting.reading import Reading, read_line
from memory.models import Summary
from memory.summary import current
from tenants.scope import tenant_scope
from tests.memory.conftest import START, Talk

TALKS = {
    "zh": (
        ["你好", "我的咖啡机漏水了", "好的，修好了，谢谢", "另外会员积分怎么算", "电话 13812340000", "我对花生过敏"],
        ["我的咖啡机漏水了（已解决）", "另外会员积分怎么算（待处理）"],
    ),
    "zh-Hant": (
        ["你好", "我部咖啡機漏水", "好，整好了，謝謝", "另外會員積分怎麼計", "電話 13812340000", "我對花生過敏"],
        ["我部咖啡機漏水（已解決）", "另外會員積分怎麼計（待處理）"],
    ),
    "en": (
        ["hi", "my coffee machine leaks", "ok that worked, thanks", "what do the reward points buy?",
         "my phone is 13812340000", "I am allergic to peanuts"],
        ["my coffee machine leaks (solved)", "what do the reward points buy (open)"],
    ),
}  # fmt: skip


def read(lines: list[str]) -> tuple[list[Reading], list[Held]]:
    readings = [read_line(line, START) for line in lines]
    return readings, [Held(text=c.text, value=c.value) for reading in readings for c in extract(reading)]


@pytest.mark.parametrize("language", TALKS)
def test_topics_stand_in_their_order_with_what_is_settled_and_what_is_open(language: str) -> None:
    lines, wanted = TALKS[language]
    assert course(*read(lines)).splitlines()[:2] == wanted


REPLIED = {
    "zh": ["会员积分怎么算", "我的咖啡机漏水了", "没用，还在漏", "谢谢"],
    "zh-Hant": ["會員積分怎麼計", "我部咖啡機漏水", "沒用，還在漏", "謝謝"],
    "en": ["what do the reward points buy", "my coffee machine leaks", "that didn't help, it leaks", "thanks"],
}


@pytest.mark.parametrize("language", REPLIED)
def test_an_answer_closes_what_was_asked_until_the_customer_says_that_it_did_not_help(language: str) -> None:
    points, fault, no_help, thanks = (read_line(text, START) for text in REPLIED[language])

    def states(*lines: Reading, answered: set[int]) -> list[str]:
        rows = course(lines, [], answered=answered).splitlines()
        return [next(name for name, mark in MARKS[language].items() if row.endswith(mark)) for row in rows]

    assert states(points, fault, answered={0}) == ["answered", "open"]
    assert states(points, fault, answered=set()) == ["open", "open"]
    assert states(fault, no_help, answered={0}) == ["open"]
    assert states(fault, no_help, answered={0, 1}) == ["answered"]
    assert states(fault, thanks, answered={0}) == ["solved"]
    assert states(fault, thanks, answered=set()) == ["open"]


@pytest.mark.parametrize("language", TALKS)
def test_what_facts_hold_is_not_in_the_summary(language: str) -> None:
    readings, held = read(TALKS[language][0])
    summary = course(readings, held)
    assert "13812340000" not in summary
    assert overlap(summary, held) < 0.05


def test_the_overlap_is_the_share_of_words_that_facts_hold() -> None:
    held = [Held(text="My cat is called Potato", value="Potato")]
    assert overlap("my cat is called potato", held) == 1.0
    assert overlap("we fed potato", held) == pytest.approx(1 / 3)
    assert overlap("the machine leaks", held) == 0.0
    assert overlap("", held) == 0.0
    assert overlap("一只猫叫土豆", [Held(text="我的猫叫土豆", value="土豆")]) == pytest.approx(4 / 6)


def test_the_summary_keeps_within_its_limit_and_drops_what_is_settled_first() -> None:
    things = ["invoice", "car", "room", "photo", "wedding", "warranty", "budget", "seat", "luggage", "school"]
    lines = ["my parcel has not arrived, please find out where the driver left it this time"]
    for thing in things:
        lines += [f"the {thing} we talked about was not what anybody had in mind when we came", "ok sorted, thanks"]
    readings, _ = read(lines * 3)
    summary = course(readings, [])
    assert tokens(summary) <= CAP
    assert summary.splitlines()[0].endswith("driver left it this time (open)")


@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
def test_it_is_rewritten_every_so_many_turns_of_the_customer_and_its_overlap_stays_small(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int]
) -> None:
    talk = talk_with()
    lines = [*TALKS["en"][0], "the order number is KX-2201-88", "can you send the invoice to my office?"] * 3
    for line in lines:
        talk.say(line)
        talk.seq += 1  # the bot's turn
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        row = Summary.objects.get(conversation_id=talk.conversation_id)
        held = current(talk.customer_id)
    assert row.upto_seq == 2 * 24 - 1
    assert held
    assert overlap(row.text, held) < 0.05
    assert "coffee machine leaks" in row.text


FIRST = {
    "zh": [
        ("我家的猫叫土豆", "我的猫叫什么名字？", "土豆"),
        ("订单号是 KX-2201-88", "我的订单号是多少？", "KX-2201-88"),
    ],
    "zh-Hant": [
        ("我屋企隻貓叫土豆", "我隻貓叫乜名？", "土豆"),
        ("訂單號是 KX-2201-88", "我的訂單號是多少？", "KX-2201-88"),
    ],
    "en": [
        ("My cat is called Potato", "What is my cat called?", "Potato"),
        ("the order number is KX-2201-88", "What was my order number?", "KX-2201-88"),
    ],
}
LAST = {
    "zh": [
        ("我的储物柜密码是 ZQ-4411", "我的储物柜密码是什么？", "ZQ-4411"),
        ("我对花生过敏", "我对什么过敏？", "花生"),
    ],
    "zh-Hant": [
        ("我的儲物櫃密碼是 ZQ-4411", "我的儲物櫃密碼是什麼？", "ZQ-4411"),
        ("我對花生過敏", "我對什麼過敏？", "花生"),
    ],
    "en": [
        ("my locker code is ZQ-4411", "What is my locker code?", "ZQ-4411"),
        ("I am allergic to peanuts", "What am I allergic to?", "peanuts"),
    ],
}
BETWEEN = {
    "zh": ["今天{}号桌的灯有点暗", "{}楼的电梯又停了", "昨晚看了第{}集，挺好看"],
    "zh-Hant": ["今日{}號枱的燈有點暗", "{}樓部電梯又停咗", "尋晚睇咗第{}集，幾好睇"],
    "en": ["the lamp at table {} is a bit dim", "the lift on floor {} stopped again", "I saw episode {} last night"],
}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
@pytest.mark.parametrize("language", FIRST)
def test_a_talk_of_150_turns_answers_about_its_first_ten_as_about_its_last(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], language: str
) -> None:
    talk = talk_with()
    between = [BETWEEN[language][number % 3].format(number) for number in range(10, 10 + 150 - 4)]
    lines = [FIRST[language][0][0], *between[:3], FIRST[language][1][0], *between[3:-3], LAST[language][0][0]]
    lines += [*between[-3:], LAST[language][1][0]]
    assert len(lines) == 150
    for line in lines:
        talk.say(line, later=timedelta(minutes=2))
    finish_jobs()
    wanted = {asked: value for _, asked, value in (*FIRST[language], *LAST[language])}
    replies = {asked: talk.reply(asked, language) for asked in wanted}
    assert {asked: wanted[asked] in reply for asked, reply in replies.items()} == dict.fromkeys(wanted, True), replies
    with tenant_scope(talk.tenant_id):
        assert api.memory_of(talk.customer_id).summary
