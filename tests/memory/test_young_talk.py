"""A talk that has just begun: a line or two, and questions that they answer, or do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

# what is told, then each question with its answer; "" where nothing answers
TALKS = {
    "family en": ("en", "My son Theo is 8 and my daughter Ada is 5", [
        ("How old is Theo?", "8"), ("how old is my daughter?", "5"), ("what's my daughter called?", "Ada"),
        ("how old am I?", ""), ("what is my wife called?", ""),
    ]),
    "family zh": ("zh", "我儿子豆豆八岁，女儿圆圆五岁", [
        ("我儿子叫什么？", "豆豆"), ("我女儿多大了？", "五岁"), ("豆豆几岁？", "八岁"), ("我多大了？", ""),
        ("我老婆叫什么？", ""),
    ]),
    "family zh-Hant": ("zh-Hant", "我兒子豆豆八歲，女兒圓圓五歲", [
        ("我兒子叫什麼？", "豆豆"), ("我女兒多大了？", "五歲"), ("我多大了？", ""),
    ]),
    "sizes en": ("en", "I take size 39 shoes and like green", [
        ("what's my shoe size?", "39"), ("what's my shirt size?", ""),
    ]),
    "sizes zh": ("zh", "我穿39码的鞋，喜欢绿色", [
        ("我穿多大码的鞋？", "39"), ("我喜欢什么颜色？", "绿色"), ("我的帽子颜色是什么？", ""),
    ]),
    "sizes zh-Hant": ("zh-Hant", "我穿39碼的鞋，喜歡綠色", [("我穿多大碼的鞋？", "39"), ("我喜歡什麼顏色？", "綠色")]),
    "price en": ("en", "I paid 45 euros for the kettle last Tuesday", [
        ("How much was the kettle?", "45"),
        ("which number has my passport?", ""), ("which e-mail address do I use?", ""),
    ]),
    "price zh": ("zh", "上周二买的烤箱，花了 399 元", [
        ("烤箱多少钱？", "399"), ("我的烤箱颜色是什么？", ""), ("我登记的是哪个邮箱？", ""),
    ]),
    "price zh-Hant": ("zh-Hant", "上週二買的烤箱，花了 399 元", [
        ("烤箱多少錢？", "399"), ("我登記的是哪個郵箱？", ""),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", TALKS)
def test_one_line_answers_what_it_tells_and_nothing_else(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], name: str
) -> None:
    language, told, asked = TALKS[name]
    talk = talk_with()
    talk.say(told)
    finish_jobs()
    replies = {question: talk.reply(question, language) for question, _ in asked}
    for question, value in asked:
        if value:
            assert value in replies[question], replies
        else:
            assert not any(character.isdigit() or character in '“"' for character in replies[question]), replies
