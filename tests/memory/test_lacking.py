"""A question whose very value nobody told is not answered from a line that is merely about the same thing. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.extracting.reading import read_line
from memory.recalling.asking.question import read_question
from memory.recalling.ranking.lacking import lacks

AT = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)

# what is asked, a line that is about it and has no such value, one that has it
PAIRS = {
    "email": {
        "en": ("tell me my e-mail address", "don't email me, ring me", "email me at ines@post.example"),
        "zh": ("我登记的是哪个邮箱地址", "别给我发邮件", "邮箱是 ines@post.example"),
        "zh-Hant": ("我登記的是哪個郵箱地址", "別給我發郵件", "郵箱是 ines@post.example"),
    },
    "document": {
        "en": (
            "which number has my passport",
            "the name on the passport is right, the bag is red, gate 4471",
            "passport E4471902",
        ),
        "zh": ("我的护照号码是多少", "护照上名字没错", "护照号 E4471902"),
        "zh-Hant": ("我的護照號碼是多少", "護照上名字沒錯", "護照號 E4471902"),
    },
    "phone": {
        "en": ("what's my phone number", "mum looks at my phone all day", "my phone is 07700 900123"),
        "zh": ("我的电话号码是多少", "我妈老看我手机", "电话 07700900123"),
        "zh-Hant": ("我的電話號碼是多少", "我媽老看我手機", "電話 07700900123"),
    },
    "birth": {
        "en": (
            "what is my date of birth",
            "it's my aunt's birthday on Sunday",
            "I was born on 3 May 1990, my birthday is near",
        ),
        "zh": ("我的生日是哪天", "周日是我姑姑生日", "我生日是5月3日"),
        "zh-Hant": ("我的生日是哪天", "週日是我姑姑生日", "我生日是5月3日"),
    },
    "age": {
        "en": ("how old is my wife", "my wife is tall, weighs 58 kg", "my wife's 41"),
        "zh": ("我太太今年几岁", "太太身高 165", "太太今年41岁"),
        "zh-Hant": ("我太太今年幾歲", "太太身高 165", "太太今年41歲"),
    },
    "relative": {
        "en": ("what shoe size is my husband", "shoe size 38 for me", "my husband takes size 44"),
        "zh": ("我老公穿多大的鞋", "我穿38码", "我老公穿44码"),
        "zh-Hant": ("我老公穿多大的鞋", "我穿38碼", "我老公穿44碼"),
    },
    "count": {
        "en": ("how many windows are there", "the flat has three rooms", "three rooms and seven windows"),
        "zh": ("公司多少员工", "公司买了25个座位", "公司有25个员工"),
        "zh-Hant": ("公司多少員工", "公司買了25個座位", "公司有25個員工"),
    },
}
CASES = [(*texts, f"{kind} {language}") for kind, told in PAIRS.items() for language, texts in told.items()]


@pytest.mark.parametrize(("question", "about", "value"), [case[:3] for case in CASES], ids=[case[3] for case in CASES])
def test_only_a_line_with_such_a_value_will_do(question: str, about: str, value: str) -> None:
    asked = read_question(question)
    assert lacks(asked, [read_line(about, AT)])
    assert not lacks(asked, [read_line(about, AT), read_line(value, AT)])


@pytest.mark.parametrize(
    ("question", "about", "value"),
    [
        (
            "what's my sister-in-law's name",
            "not Leeds, my sister-in-law drives me to York",
            "my sister-in-law is called Ada",
        ),
        ("what brand of kettle was it", "gave the kettle to the neighbours", "it was a Norvik kettle"),
        ("what's my gamer handle", "ok that was a joke from the game", "my handle is night_owl7"),
    ],
)
def test_a_name_must_look_like_one_in_english(question: str, about: str, value: str) -> None:
    asked = read_question(question)
    assert lacks(asked, [read_line(about, AT)])
    assert not lacks(asked, [read_line(value, AT), read_line(about, AT)])


@pytest.mark.parametrize(
    ("question", "about", "value"),
    [
        ("新办公室多少平", "新办公室在19楼，有电梯", "新办公室120平"),
        ("新辦公室多少平", "新辦公室在19樓，有電梯", "新辦公室120平"),
    ],
)
def test_a_figure_must_have_the_unit_that_is_asked_for(question: str, about: str, value: str) -> None:
    asked = read_question(question)
    assert lacks(asked, [read_line(about, AT)])
    assert not lacks(asked, [read_line(value, AT)])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("孩子多大了", "我们家还有个小子，今年六岁"),
        ("孩子多大了", "我們家還有個小子，今年六歲"),
        ("how old is the kid", "our daughter's 9 now"),
        ("狗窝要多大的", "狗窝你给看看，两只狗"),
        ("狗窩要多大的", "狗窩你給看看，兩隻狗"),
    ],
)
def test_a_child_by_another_word_and_a_size_are_not_missed(question: str, text: str) -> None:
    assert not lacks(read_question(question), [read_line(text, AT)])


@pytest.mark.parametrize(
    ("question", "about", "value"),
    [
        (
            "which hospital is my dad in",
            "visiting my dad in hospital again",
            "he is at the Saint Brendan hospital in town",
        ),
        ("我爸住哪家医院", "我爸又去医院了", "我爸在仁爱医院"),
        ("我爸住哪家醫院", "我爸又去醫院了", "我爸在仁愛醫院"),
        ("孩子上哪所小学", "孩子要去小学报到", "孩子上红杉小学"),
    ],
)
def test_a_house_is_known_by_its_name(question: str, about: str, value: str) -> None:
    asked = read_question(question)
    assert lacks(asked, [read_line(about, AT)])
    assert not lacks(asked, [read_line(value, AT)])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what did I get to make up for the delay", "a voucher or a new lamp, I'll take the voucher"),
        ("how many people are coming", "there's seven of us now"),
        ("月嫂要请多少天", "再加几天，凑够40天"),
        ("月嫂要请多少天", "再加幾天，湊夠40天"),
        ("复查在哪家医院", "我们一直在仁和二院"),
        ("複查在哪家醫院", "我們一直在仁和二院"),
        ("孩子哪天出生的", "总算生了，上周三早上"),
    ],
)
def test_what_is_told_in_other_words_is_not_missed(question: str, text: str) -> None:
    assert not lacks(read_question(question), [read_line(text, AT)])


@pytest.mark.parametrize(
    ("question", "about", "value"),
    [
        ("高老师手机多少", "高老师带队去了，我的电话 13812340000", "高老师电话 13912340000"),
        ("高老師手機多少", "高老師帶隊去了，我的電話是老號碼", "高老師電話 13912340000"),
    ],
)
def test_a_persons_phone_stands_in_a_line_that_names_them(question: str, about: str, value: str) -> None:
    asked = read_question(question)
    assert lacks(asked, [read_line(about.split("，", maxsplit=1)[0], AT), read_line(about.split("，")[1], AT)])
    assert not lacks(asked, [read_line(value, AT)])
