"""What a customer forgot, moved from or never told is not brought up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jobs.api import run_until_idle
from memory import api
from memory.recalling.asking.question import asks
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

FORGET = {
    "en": ("My order number is LB-20931", "Forget my order number", "What is my order number?"),
    "zh": ("我的订单号是 LB-20931", "忘掉我的订单号", "我的订单号是多少？"),
    "zh-Hant": ("我的訂單號是 LB-20931", "忘掉我的訂單號", "我的訂單號是多少？"),
}
MOVED = {
    "en": ("I live at 12 Elm Road, Leeds.", "I moved to 7 Oak Lane, York.", "Where do I live?", "7 Oak Lane"),
    "zh": ("我住在杭州文三路8号", "我搬到上海徐汇区了", "我住哪里？", "徐汇"),
    "zh-Hant": ("我住在杭州文三路8號", "我搬到上海徐匯區了", "我住哪裡？", "徐匯"),
}
NOT_THEIRS = {
    "en": ("My cat is called Bean", "Which blends do you recommend?"),
    "zh": ("更正一下，猫叫红薯，不叫土豆", "推荐哪款咖啡豆？"),
    "zh-Hant": ("更正一下，貓叫紅薯，不叫土豆", "推薦哪款咖啡豆？"),
}


@pytest.mark.parametrize("language", FORGET)
def test_what_is_to_be_forgotten_is_not_quoted_and_the_order_is_no_question(
    talk_with: Callable[[], Talk], language: str
) -> None:
    told, order, question = FORGET[language]
    talk = talk_with()
    talk.say(told)
    talk.say(order)
    run_until_idle(tenant_id=talk.tenant_id)
    said = talk.reply(question, language)
    assert "LB-20931" not in said
    assert order not in said
    assert not asks(order)


@pytest.mark.parametrize("language", MOVED)
def test_the_new_address_answers(talk_with: Callable[[], Talk], language: str) -> None:
    old, new, question, place = MOVED[language]
    talk = talk_with()
    talk.say(old)
    talk.say(new)
    run_until_idle(tenant_id=talk.tenant_id)
    assert place in talk.reply(question, language)


@pytest.mark.parametrize("language", NOT_THEIRS)
def test_a_question_about_the_shop_is_known_not_to_name_what_was_told_of_a_cat(
    talk_with: Callable[[], Talk], language: str
) -> None:
    told, question = NOT_THEIRS[language]
    talk = talk_with()
    talk.say(told)
    run_until_idle(tenant_id=talk.tenant_id)
    found = talk.ask(question)
    said = api.answer(question=found.question, recall=found, language=language, now=talk.at, time_zone="+08:00")
    assert said is None or not said.named


YOUNG = {
    "en": ("We have a parrot called Kiwi, she's 9 years old", "How old is the parrot?", "9"),
    "zh": ("家里养了只鹦鹉叫奇异果，今年九岁", "我的鹦鹉几岁了？", "九岁"),
    "zh-Hant": ("家裡養了隻鸚鵡叫奇異果，今年九歲", "我的鸚鵡幾歲了？", "九歲"),
}


@pytest.mark.parametrize("language", YOUNG)
def test_what_is_plainly_told_is_known_in_a_talk_of_a_single_line(talk_with: Callable[[], Talk], language: str) -> None:
    told, question, value = YOUNG[language]
    talk = talk_with()
    talk.say(told)
    assert value in talk.reply(question, language)
