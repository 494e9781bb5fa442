"""What customers tell, as facts: whose it is, which attribute, what it takes back."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.facts import Candidate, Statement, standing
from memory.recalling.asking.question import read_question
from memory.recalling.covering import covers
from memory.resolve import resolve
from memory.types import FactStatus

AT = datetime.fromisoformat("2026-03-04T10:00:00+08:00")


def told(*lines: str) -> list[Candidate]:
    """What holds after the lines, a day apart."""
    said: dict[UUID, tuple[Candidate, datetime]] = {}
    for day, line in enumerate(lines):
        at = AT + timedelta(days=day)
        reading = read_line(line, at)
        held = _alive(said)
        for candidate in resolve(reading, extract(reading), held[::-1]):
            said[UUID(int=len(said) + 1)] = (candidate, at)
    return _alive(said)


def _alive(said: dict[UUID, tuple[Candidate, datetime]]) -> list[Candidate]:
    rules = standing(
        Statement(
            fact_id=key, key=fact.key, normal=fact.normal, cardinality=fact.cardinality, operation=fact.operation,
            observed_at=at, order=f"{key.int:06d}", held=FactStatus.ACTIVE,
        )
        for key, (fact, at) in said.items()
    )  # fmt: skip
    return [fact for key, (fact, _) in said.items() if rules[key].status is FactStatus.ACTIVE]


def values(facts: list[Candidate], attribute: str, subject: str = "") -> list[str]:
    return [f.value for f in facts if f.attribute == attribute and f.key.startswith(f"{subject}|")]


@pytest.mark.parametrize(
    ("lines", "attribute", "now"),
    [
        (("我家的猫叫土豆", "更正一下，猫叫红薯，不叫土豆"), "name", ["红薯"]),
        (("我屋企隻貓叫土豆", "講錯咗，隻貓叫紅薯，唔係叫土豆"), "name", ["紅薯"]),
        (("My cat is called Potato", "I was wrong, the cat is called Pickle, not Potato"), "name", ["Pickle"]),
        (("我住在杭州", "搬家了，现在住在苏州"), "address", ["苏州"]),
        (("我住喺杭州", "搬咗屋，而家住喺蘇州"), "address", ["蘇州"]),
        (("I live in Leeds.", "I moved to York last week"), "address", ["York"]),
        (("我鞋码是39码", "不是39码是40码"), "quantity", ["40码"]),
        (("I work at Google", "I no longer work at Google"), "job", []),
        (("我在阿里上班", "我换工作了，现在在腾讯上班"), "job", ["腾讯"]),
    ],
)
def test_a_correction_or_a_change_leaves_no_old_value(lines: tuple[str, ...], attribute: str, now: list[str]) -> None:
    assert sorted(set(values(told(*lines), attribute))) == now


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (("我对花生过敏", "我对牛奶也过敏", "其实我对花生不过敏"), ["牛奶"]),
        (("我對花生過敏", "我對牛奶都過敏", "其實我對花生唔過敏"), ["牛奶"]),
        (("I'm allergic to peanuts", "I'm allergic to milk too", "actually I'm not allergic to peanuts"), ["milk"]),
    ],
)
def test_a_set_loses_only_the_member_that_is_taken_back(lines: tuple[str, ...], left: list[str]) -> None:
    assert values(told(*lines), "allergy") == left


@pytest.mark.parametrize(
    ("lines", "subject", "value"),
    [
        (("我对虾过敏", "不是我，是我老婆对虾过敏"), "wife", "虾"),
        (("我對蝦過敏", "唔係我，係我老婆對蝦過敏"), "wife", "蝦"),
        (("I'm allergic to shrimp", "it's not me, my wife is allergic to shrimp"), "wife", "shrimp"),
    ],
)
def test_not_me_hands_the_fact_to_the_other_person(lines: tuple[str, ...], subject: str, value: str) -> None:
    facts = told(*lines)
    assert values(facts, "allergy") == []
    assert values(facts, "allergy", subject) == [value]


@pytest.mark.parametrize(
    ("line", "attribute", "subject", "value"),
    [
        ("我老婆对花粉过敏，她怀孕了", "is", "wife", "怀孕"),
        ("我老婆對花粉過敏，佢懷孕喇", "is", "wife", "懷孕"),
        ("my wife is allergic to pollen, she is pregnant", "is", "wife", "pregnant"),
        ("my cousin Anneke lives in Ghent", "address", "cousin", "Ghent"),
        ("我妈今年七十岁", "age", "mother", "七十岁"),
        ("my mother is coming, she is 81", "age", "mother", "81"),
    ],
)
def test_what_is_said_of_another_person_is_theirs(line: str, attribute: str, subject: str, value: str) -> None:
    assert value in values(told(line), attribute, subject)


@pytest.mark.parametrize(
    ("lines", "negative"),
    [
        (("我喜欢靠窗", "我不喜欢靠窗了"), True),
        (("我鍾意靠窗", "我唔鍾意靠窗喇"), True),
        (("I love Chinese food", "I hate Chinese food now"), True),
    ],
)
def test_liking_and_then_disliking_the_same_is_one_fact_the_second(lines: tuple[str, ...], negative: bool) -> None:
    tastes = [f for f in told(*lines) if f.attribute == "preference"]
    assert [f.negative for f in tastes] == [negative]


@pytest.mark.parametrize(
    "line",
    [
        "I would like to talk to a human",
        "我想转人工",
        "我想轉人工",
        "我要投诉",
        "Does Christophe work today?",
        "我住哪里？",
        "俺家那口子说这家店不行",
        "my flatmate says the blue one is better",
        "if I had a garden I'd buy two",
        "假如我有院子就买两个",
    ],
)
def test_a_request_a_question_or_others_words_make_no_fact(line: str) -> None:
    assert told(line) == []


@pytest.mark.parametrize(
    ("line", "attribute", "value"),
    [
        ("I live in Leeds.", "address", "Leeds"),
        ("the new place is ready. 14 Mill Lane flat 2", "address", "14 Mill Lane flat 2"),
        ("it's 7 Abbey Crescent, Whitby", "address", "7 Abbey Crescent, Whitby"),
        ("我住在杭州。", "address", "杭州"),
        ("我住喺杭州。", "address", "杭州"),
        ("membership no is 77120", "code", "77120"),
        ("手机尾号 0418", "phone", "0418"),
        ("手機尾號 0418", "phone", "0418"),
        ("my card ends in 5512", "card", "5512"),
        ("信用卡尾号5512", "card", "5512"),
        ("my birthday is 9 March", "birthday", "9 March"),
        ("我生日是3月9号", "birthday", "3月9号"),
        ("the plate is KX21 4PT", "code", "KX21 4PT"),
        ("I'm vegetarian", "is", "vegetarian"),
        ("Please ship it to 14 Elm Road, Bristol BS1 4QT", "address", "14 Elm Road, Bristol BS1 4QT"),
        ("我在杭州西湖区 文三路12号，住在翠苑 3幢502", "address", "翠苑 3幢502"),
        ("打我新号码13800001111吧", "phone", "13800001111"),
        ("打我新號碼13800001111吧", "phone", "13800001111"),
        ("my postcode is BS1 4QT", "postcode", "BS1 4QT"),
    ],
)
def test_a_value_is_kept_as_said_without_what_stands_around_it(line: str, attribute: str, value: str) -> None:
    assert value in values(told(line), attribute)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("我家有两只狗，一只叫旺财，一只叫来福", {"旺财", "来福"}),
        ("我屋企有兩隻狗，一隻叫旺財，一隻叫來福", {"旺財", "來福"}),
        ("We have two dogs, Rex and Luna", {"Rex", "Luna"}),
    ],
)
def test_each_of_several_animals_keeps_its_name(line: str, names: set[str]) -> None:
    facts = told(line)
    assert {f.value for f in facts if f.attribute == "name"} == names
    assert {f.entity for f in facts if f.attribute == "name"} == {"dog"}


@pytest.mark.parametrize("line", ["旺财今年三岁", "旺財今年三歲", "Rex is a labrador, he is 3"])
def test_an_animals_age_is_not_the_customers(line: str) -> None:
    assert values(told(line), "age") == []


def test_two_statements_in_one_clause_have_a_subject_each() -> None:
    facts = told("I'm allergic to nuts and my son is lactose intolerant")
    assert values(facts, "allergy") == ["nuts"]
    assert values(facts, "is", "son") == ["lactose intolerant"]


def test_what_the_same_line_cancels_is_not_kept() -> None:
    assert values(told("I have a parrot. Cancel that."), "has") == []


def test_an_old_number_beside_the_new_one_is_not_kept() -> None:
    assert values(told("我电话变了，8841停用，用5520"), "phone") == ["5520"]


@pytest.mark.parametrize(
    ("line", "subject", "value"),
    [
        ("家里有个小子，今年六岁", "小子", "六岁"),
        ("俺闺女也想来看 五岁半", "闺女", "五岁半"),
        ("我個女囡唔舒服，我孫女七歲", "孙女", "七歲"),
        ("my grandson is coming, he is 9", "grandson", "9"),
    ],
)
def test_an_age_is_kept_whole_and_of_the_child_whose_it_is(line: str, subject: str, value: str) -> None:
    assert [(fact.subject, fact.value) for fact in told(line) if fact.attribute == "age"] == [(subject, value)]


@pytest.mark.parametrize(
    "line",
    [
        "打我电话 尾号5561，那个2208停机了",
        "打我電話 尾號5561，嗰個2208停機了",
        "my phone number ends 5561, the old one ending 2208 's dead",
    ],
)
def test_a_number_that_is_out_of_use_is_not_the_one_to_call(line: str) -> None:
    assert [fact.value for fact in told(line) if fact.attribute == "phone"] == ["5561"]


@pytest.mark.parametrize(
    ("line", "entity", "value"),
    [
        ("我要改签，票号 334-7781200456", "票号", "334-7781200456"),
        ("報修號我抄下來了：RX-7-0041", "报修号", "RX-7-0041"),
        ("订单KD-2201-77还没发", "order", "KD-2201-77"),
        ("our flight is KQ 418 on the way back", "flight", "KQ 418"),
    ],
)
def test_a_code_is_named_by_the_noun_before_it(line: str, entity: str, value: str) -> None:
    assert [(fact.entity, fact.value) for fact in told(line) if fact.attribute == "code"] == [(entity, value)]


@pytest.mark.parametrize(
    ("line", "kept", "left"),
    [
        ("我同事说用左边那扇门。我住在桂花路12号", "桂花路12号", "左边"),
        ("我同事話用左邊嗰扇門。我住在桂花路12號", "桂花路12號", "左邊"),
        ("my colleague says use the left door. I live at 12 Rose Lane", "12 Rose Lane", "left door"),
    ],
)
def test_what_the_customer_adds_after_anothers_words_is_the_customers(line: str, kept: str, left: str) -> None:
    values = [fact.value for fact in told(line)]
    assert kept in values
    assert not any(left in value for value in values)


@pytest.mark.parametrize(
    ("line", "question", "covered"),
    [
        ("家里有个小子，今年六岁", "孩子多大了", True),
        ("我女兒今年六歲", "我女兒幾歲", True),
        ("我儿子今年六岁", "我今年多大", False),
        ("my son is 9", "how old is my boy, my son?", True),
        ("my son is 9", "how old am I?", False),
        ("her sister Nell's 10 and wants a kite", "how old is Nell?", True),
    ],
)
def test_an_age_answers_the_question_about_whose_it_is(line: str, question: str, covered: bool) -> None:
    ages = [fact for fact in told(line) if fact.attribute == "age"]
    assert len(ages) == 1
    assert covers(read_question(question), ages[0]) is covered


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("the order number is KX-2201-88", "the lift on floor 88 stopped again"),
        ("订单号是KX-2201-88", "88楼的电梯不用了"),
        ("訂單號係KX-2201-88", "88樓部𨋢唔用喇"),
    ],
)
def test_something_that_stopped_takes_no_code_back(code: str, line: str) -> None:
    assert "KX-2201-88" in [fact.value for fact in told(code, line)]
