"""How a customer wants to be reached is one standing wish: the latest answers, in whatever words it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.recalling.asking.question import asks
from memory.recalling.asking.rewrite import rewrite
from memory.types import TurnText
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
AT = datetime.fromisoformat("2026-03-04T10:00:00+08:00")
TALKS = {
    "zh": (
        "有事打我手机就行",
        "我今天去了趟超市",
        "开会多，以后发短信通知我",
        ("想联系我用什么方式", "有消息怎么通知我"),
    ),
    "zh-Hant": ("有事打我手機就得", "我今日去咗超市", "開會多，以後發短信通知我", ("想聯絡我用什麼方式", "而家點搵我")),
    "en": (
        "just ring me if anything comes up",
        "I went to the shops today",
        "I'm in meetings a lot now, so text me instead",
        ("how can you get in touch with me?", "how should you reach me?"),
    ),
}


@pytest.mark.parametrize("language", ["zh", "zh-Hant", "en"])
def test_the_latest_wish_answers_whatever_the_words(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], language: str
) -> None:
    first, other, second, questions = TALKS[language]
    talk = talk_with()
    for line in (first, other, second):
        talk.say(line)
    for _ in range(2):  # with no worker running, and after the pipeline
        for question in questions:
            said = talk.reply(question, language)
            assert ("短信" if language != "en" else "text me") in said, question
            assert not any(old in said for old in ("手机", "手機", "ring me")), question
        finish_jobs()


@pytest.mark.parametrize(
    "line",
    [
        "I called three times and nobody answered",
        "the driver phoned me from the gate",
        "我打电话打了三次没人接",
        "我打電話打咗三次冇人聽",
        "call me Vivian",
        "退款走微信",
        "please call before you come",
    ],
)
def test_a_call_that_was_made_or_a_name_is_no_such_wish(line: str) -> None:
    assert [c for c in extract(read_line(line, AT)) if c.attribute == "contact"] == []


@pytest.mark.parametrize(
    "line",
    [
        "gloves what size in the end",
        "the parcel I sent on what date",
        "佢聽日去邊間舖頭",
        "我隻貓食緊咩",
        "個會員號",
        "新群的code",
    ],
)
def test_a_question_is_known_wherever_its_word_stands(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize("line", ["I know what I want", "not sure which one to take", "the red one is what I want"])
def test_a_clause_with_such_a_word_is_no_question(line: str) -> None:
    assert not asks(line)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("and the other one?", False),
        ("那个怎么样了", False),
        ("那個怎麼樣了", False),
        ("which shelf was that lamp on?", True),
        ("what brand of kettle was it", True),
        ("那个书架什么颜色", True),
    ],
)
def test_a_question_that_names_its_thing_stands_alone(question: str, kept: bool) -> None:
    recent = (TurnText(author="customer", text="my parcel with the bicycle tyres"),)
    assert (rewrite(question, recent=recent) == question) is kept
