"""How an answer from memory is worded: a sentence from the fact, else the customer's own words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from jobs.api import run_until_idle
from memory.recalling.asking.question import read_question
from memory.telling.people import as_said
from memory.telling.sentences import Setting
from memory.telling.stating import state_past
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

BESIDE = {"zh": "今天天气不错", "zh-Hant": "今天天氣不錯", "en": "nice weather today"}
QUOTED = ("您说过", "您說過", "You told me")
STATED = [
    ("zh", "我家的猫叫汤圆", "我的猫叫什么名字？", "您的猫叫汤圆。"),
    ("zh-Hant", "我家的貓叫湯圓", "我的貓叫什麼名字？", "您的貓叫湯圓。"),
    ("en", "My cat is called Biscuit", "What is my cat called?", "Your cat is called Biscuit."),
    ("zh", "我的手机号是13800138000", "我的手机号是多少？", "您的电话号码是13800138000。"),
    ("zh-Hant", "我的手機號是13800138000", "我的手機號是多少？", "您的電話號碼是13800138000。"),
    ("en", "My phone number is 07700 900123", "What is my phone number?", "Your phone number is 07700 900123."),
    ("zh", "我的邮箱是 lee@mail.example", "我的邮箱是什么？", "您的邮箱是lee@mail.example。"),
    ("zh-Hant", "我的郵箱是 lee@mail.example", "我的郵箱是什麼？", "您的郵箱是lee@mail.example。"),
    ("en", "My email is lee@mail.example", "What is my email?", "Your e-mail address is lee@mail.example."),
    ("zh", "会员号 QX-5521-B", "我的会员号是多少？", "会员号是QX-5521-B。"),
    ("zh-Hant", "會員號 QX-5521-B", "我的會員號是多少？", "會員號是QX-5521-B。"),
    ("en", "my member number is QX-5521-B", "What is my member number?", "The member number is QX-5521-B."),
    ("zh", "我对花生过敏", "我对什么过敏？", "您对花生过敏。"),
    ("zh-Hant", "我對花生過敏", "我對什麼過敏？", "您對花生過敏。"),
    ("en", "I am allergic to peanuts", "What am I allergic to?", "You are allergic to peanuts."),
    ("zh", "我的预算是3000元", "我的预算是多少？", "3000元，您3月2日说的。"),
    ("zh-Hant", "我的預算是3000元", "我的預算是多少？", "3000元，您3月2日說的。"),
    ("en", "My budget is $500", "What is my budget?", "$500, as you told me on 2 March."),
    ("zh", "我女儿五岁了", "我女儿多大了？", "您女儿五岁，您3月2日说的。"),
    ("zh-Hant", "我女兒五歲了", "我女兒多大了？", "您女兒五歲，您3月2日說的。"),
    ("en", "My daughter is 5 years old", "How old is my daughter?", "Your daughter is 5, as you told me on 2 March."),
    ("zh", "我的生日是5月3日", "我的生日是哪天？", "您的生日是5月3日。"),
    ("zh-Hant", "我的生日是5月3日", "我的生日是哪天？", "您的生日是5月3日。"),
    ("en", "My birthday is 3 May", "When is my birthday?", "Your birthday is 3 May."),
    ("zh", "提醒改到早上7:15", "提醒几点发？", "早上7:15，您3月2日说的。"),
    ("zh-Hant", "提醒改到早上7:15", "提醒幾點發？", "早上7:15，您3月2日說的。"),
    (
        "en",
        "the wall should be light grey",
        "What colour should the wall be?",
        "light grey, as you told me on 2 March.",
    ),
    ("zh", "以后请发短信联系我", "怎么联系我？", "您让我们以后发短信联系您。"),
    ("zh-Hant", "以後請發短信聯繫我", "怎麼聯繫我？", "您讓我們以後發短信聯繫您。"),
    (
        "en",
        "Please text me rather than call",
        "How should you contact me?",
        "You asked us to text you rather than call.",
    ),
    ("zh", "我喜欢喝美式", "我喜欢喝什么？", "您喜欢喝美式。"),
    ("zh-Hant", "我喜歡喝美式", "我喜歡喝什麼？", "您喜歡喝美式。"),
    ("en", "I prefer oat milk", "Which milk do I prefer?", "You prefer oat milk."),
    ("zh", "我老婆对虾过敏", "我老婆对什么过敏？", "您老婆对虾过敏。"),
    ("zh-Hant", "我老婆對蝦過敏", "我老婆對什麼過敏？", "您老婆對蝦過敏。"),
    ("en", "My wife is allergic to shrimp", "What is my wife allergic to?", "Your wife is allergic to shrimp."),
]
CHANGED = [
    ("zh", "我的手机尾号是1188", "手机换号了，尾号改成2299", "我的手机尾号是多少？",
     "您的电话尾号是2299（3月9日改的）。"),
    ("zh-Hant", "我的手機尾號是1188", "手機換號了，尾號改成2299", "我的手機尾號是多少？",
     "您的電話尾號是2299（3月9日改的）。"),
    ("en", "My phone ends in 1188", "changed my phone, it ends in 2299 now", "What does my phone number end in?",
     "Your phone number ends in 2299 (changed on 9 March)."),
]  # fmt: skip
BEFORE = [
    ("zh", "我的手机尾号是1188", "手机换号了，尾号改成2299", "我换号之前的手机尾号是多少？", "1188，您3月2日说的。"),
    ("zh-Hant", "我的手機尾號是1188", "手機換號了，尾號改成2299", "我換號之前的手機尾號是多少？",
     "1188，您3月2日說的。"),
    ("en", "My phone ends in 1188", "changed my phone, it ends in 2299 now",
     "What did my phone number end in before I changed it?", "1188, as you told me on 2 March."),
]  # fmt: skip
DATED = [
    ("zh", "我昨天下的单，还没发货", "我是哪天下的单？", "2026年3月1日，您说过“"),
    ("zh-Hant", "我昨天下的單，還沒發貨", "我是哪天下的單？", "2026年3月1日，您說過“"),
    ("en", "I placed the order yesterday, it has not shipped", "What date did I place the order?",
     '1 March 2026: you told me "'),
]  # fmt: skip
WHO = [
    ("zh", "我女儿叫小满，她怕打雷", "家里谁怕打雷？", "您女儿小满，您3月2日说的。"),
    ("zh-Hant", "我女兒叫小滿，她怕打雷", "家裡誰怕打雷？", "您女兒小滿，您3月2日說的。"),
    ("en", "my daughter Wendy is scared of thunder", "Who is scared of thunder?",
     "Your daughter Wendy, as you told me on 2 March."),
]  # fmt: skip
KEPT = [
    ("zh", "快递请放后院的木箱里", "我的快递放哪里？", "后院的木箱"),
    ("zh-Hant", "快遞請放後院的木箱裡", "我的快遞放哪裡？", "後院的木箱"),
    ("en", "my deliveries go in the wooden box out back", "Where do I want my deliveries left?", "wooden box"),
    ("zh", "大的猫叫汤圆，小的猫叫麻薯", "我的猫叫什么？", "麻薯"),
    ("zh-Hant", "大的貓叫湯圓，小的貓叫麻薯", "我的貓叫什麼？", "麻薯"),
    ("zh", "我付了两次，一次99元，一次199元", "我付了多少钱？", "99元"),
    ("zh-Hant", "我付了兩次，一次99元，一次199元", "我付了多少錢？", "99元"),
    ("en", "I paid $20 for shipping and $80 for the lamp", "How much did I pay for shipping?", "$20 for shipping"),
    ("zh", "车牌是沪A12345", "我的车牌号是多少？", "沪A12345"),
    ("zh-Hant", "車牌是滬A12345", "我的車牌號是多少？", "滬A12345"),
    ("zh", "我朋友的订单号是 LB-2093", "我的订单号是多少？", "我朋友的"),
    ("zh-Hant", "我朋友的訂單號是 LB-2093", "我的訂單號是多少？", "我朋友的"),
    ("en", "My friend's order number is LB-2093", "What is my order number?", "My friend's"),
    ("zh", "我的手机尾号2299，发票寄公司", "我的发票号是多少？", "手机"),
    ("zh-Hant", "我的手機尾號2299，發票寄公司", "我的發票號是多少？", "手機"),
    ("en", "my phone ends in 2299, send the invoice to the office", "What is my invoice number?", "phone"),
    ("zh", "我妹妹的猫叫豆包", "我的猫叫什么？", "我妹妹的"),
    ("zh-Hant", "我妹妹的貓叫豆包", "我的貓叫什麼？", "我妹妹的"),
    ("en", "my sister's cat is called Pip", "What is my cat called?", "my sister's"),
    ("zh", "我养了一只狗，邻居的狗叫大黄", "我的狗叫什么？", "邻居的"),
    ("en", "my budget went from $500 to $400", "What is my budget?", "$400"),
    ("zh", "手机号13800138000，邮箱 a@b.example", "我的手机号和邮箱是多少？", "13800138000"),
    ("zh-Hant", "手機號13800138000，郵箱 a@b.example", "我的手機號和郵箱是多少？", "13800138000"),
    ("en", "phone 07700 900123, email a@b.example", "What are my phone and email?", "07700 900123"),
    ("en", "I am allergic to peanuts and walnuts", "What am I allergic to?", "walnuts"),
]


def answered(talk: Talk, question: str, language: str, *lines: str) -> str:
    for line in lines:
        talk.say(line, later=timedelta(minutes=1) if line is lines[0] else timedelta(days=7))
    run_until_idle(tenant_id=talk.tenant_id)
    return talk.reply(question, language)


@pytest.mark.parametrize(("language", "line", "question", "answer"), STATED)
def test_a_fact_answers_in_a_sentence_of_its_own(
    talk_with: Callable[[], Talk], language: str, line: str, question: str, answer: str
) -> None:
    assert answered(talk_with(), question, language, line, BESIDE[language]) == answer


@pytest.mark.parametrize(("language", "old", "new", "question", "answer"), CHANGED)
def test_a_value_that_was_changed_is_told_with_the_day(
    talk_with: Callable[[], Talk], language: str, old: str, new: str, question: str, answer: str
) -> None:
    assert answered(talk_with(), question, language, old, new) == answer


@pytest.mark.parametrize(("language", "old", "new", "question", "answer"), BEFORE)
def test_what_held_before_is_told_with_its_day_and_never_as_what_holds(
    talk_with: Callable[[], Talk], language: str, old: str, new: str, question: str, answer: str
) -> None:
    assert answered(talk_with(), question, language, old, new) == answer


@pytest.mark.parametrize(
    ("language", "line", "fit", "unfit"),
    [
        ("zh", "我的手机尾号是1188", "三月我的手机尾号是多少？", "三月的发票号是多少？"),
        ("zh-Hant", "我的手機尾號是1188", "三月我的手機尾號是多少？", "三月的發票號是多少？"),
        ("en", "my phone ends in 1188", "What did my phone end in in March?", "What was the invoice number in March?"),
    ],
)
def test_another_kind_of_number_is_no_value_of_then(
    talk_with: Callable[[], Talk], language: str, line: str, fit: str, unfit: str
) -> None:
    talk = talk_with()
    talk.say(line)
    run_until_idle(tenant_id=talk.tenant_id)
    facts = talk.ask(fit).facts[:1]
    setting = Setting(language=language, today=date(2026, 4, 1), time_zone="+08:00")
    assert state_past(read_question(fit), facts, setting).startswith("1188")
    assert state_past(read_question(unfit), facts, setting) == ""


@pytest.mark.parametrize(("language", "line", "question", "opening"), DATED)
def test_a_day_that_was_worked_out_comes_first_with_the_words_it_stands_on(
    talk_with: Callable[[], Talk], language: str, line: str, question: str, opening: str
) -> None:
    assert answered(talk_with(), question, language, line).startswith(opening)


@pytest.mark.parametrize(("language", "line", "question", "answer"), WHO)
def test_whom_the_question_asks_for_is_told_by_relation_and_name(
    talk_with: Callable[[], Talk], language: str, line: str, question: str, answer: str
) -> None:
    assert answered(talk_with(), question, language, line) == answer


@pytest.mark.parametrize(("language", "line", "question", "held"), KEPT)
def test_what_no_sentence_can_tell_whole_is_quoted(
    talk_with: Callable[[], Talk], language: str, line: str, question: str, held: str
) -> None:
    said = answered(talk_with(), question, language, line)
    assert said.startswith(QUOTED)
    assert held in said


@pytest.mark.parametrize(
    ("word", "own", "others"),
    [
        ("妹妹", "我妹妹五岁", ("他妹妹五岁", "新郎的妹妹五岁", "你妹妹五岁")),
        ("弟弟", "我們家弟弟五歲", ("她的弟弟五歲", "隔壁的弟弟五歲")),
        ("sister", "my sister is 5", ("his sister is 5", "Rob's sister is 5", "their little sister is 5")),
    ],
)
def test_a_relative_of_somebody_else_is_not_the_customers(word: str, own: str, others: tuple[str, ...]) -> None:
    assert as_said(word, own) == word
    assert not any(as_said(word, other) for other in others)


@pytest.mark.parametrize(
    ("told", "question", "language", "said"),
    [
        ("My cat is called Miso and I live in York", "What is my cat called?", "en", "Your cat is called Miso."),
        ("我的猫叫味噌，我住在苏州", "我的猫叫什么？", "zh", "您的猫叫味噌。"),
        ("我的貓叫味噌，我住在蘇州", "我的貓叫什麼？", "zh-Hant", "您的貓叫味噌。"),
    ],
)
@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
def test_what_else_the_line_goes_on_to_tell_cuts_nothing_off(
    talk_with: Callable[[], Talk], told: str, question: str, language: str, said: str
) -> None:
    talk = talk_with()
    talk.say(told)
    assert talk.reply(question, language) == said
