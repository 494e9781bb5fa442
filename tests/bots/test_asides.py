"""Questions about the bot itself and about now are told from the company's own by their kind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bots.asides import Aside, aside_of
from bots.drafting.aside_reply import aside_reply
from bots.settings import Anchor
from tests.bots.briefs import brief


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Do you like Mondays?", "taste"),
        ("What is your favourite colour?", "taste"),
        ("Hi, how are you today?", "feeling"),
        ("What's your name?", "name"),
        ("Are you a real person or a robot?", "nature"),
        ("Who made you?", "maker"),
        ("Do you have any pets?", "life"),
        ("What can you do?", "ability"),
        ("Tell me a joke", "joke"),
        ("What day is it today?", "weekday"),
        ("What's today's date?", "date"),
        ("Do you have the time, please?", "time"),
        ("你喜欢周一吗", "taste"),
        ("你心情怎么样？", "feeling"),
        ("您叫什么名字？", "name"),
        ("你是机器人吗？", "nature"),
        ("你会不会累啊", "life"),
        ("你能做什么", "ability"),
        ("讲个笑话吧", "joke"),
        ("请问今天星期几？", "weekday"),
        ("今天幾號？", "date"),
        ("现在几点了", "time"),
    ],
)
def test_a_question_of_such_a_kind_is_known(text: str, kind: str) -> None:
    found = aside_of(text)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "Do you ship on Mondays?",
        "What day is my parcel coming?",
        "What time do you open today?",
        "Are you open today?",
        "What is the name on my order?",
        "Do you like Mondays? And when do you open?",
        "Do you have any gift boxes?",
        "Which beans would you recommend?",
        "What time is check-in?",
        "周一营业吗",
        "今天几点关门",
        "你们今天几号发货",
        "你喜欢哪款，推荐一下",
        "我的包裹星期几到",
        "你们有什么优惠",
        "你那边还有货吗",
    ],
)
def test_a_question_for_the_company_is_left_to_its_documents(text: str) -> None:
    assert aside_of(text) is None


@pytest.mark.parametrize(
    ("language", "zone", "aside", "said"),
    [
        ("en", "UTC", Aside(kind="weekday"), "Today is Wednesday, 4 March 2026."),
        ("en", "America/Los_Angeles", Aside(kind="date"), "Today is Tuesday, 3 March 2026."),
        ("en", "+08:00", Aside(kind="date", days=1), "That is Thursday, 5 March 2026."),
        ("en", "UTC", Aside(kind="time", place="paris"), "It is 05:00 now (Paris)."),
        ("zh", "Asia/Shanghai", Aside(kind="weekday"), "今天是2026年3月4日，星期三。"),
        ("zh", "Asia/Shanghai", Aside(kind="time"), "现在是12:00（您所在的时区）。"),
        ("zh-Hant", "UTC", Aside(kind="time", place="东京"), "現在是13:00（东京）。".replace("东京", "東京")),
    ],
)
def test_now_is_read_off_the_clock_in_the_customers_zone(language: str, zone: str, aside: Aside, said: str) -> None:
    at = datetime(2026, 3, 4, 4, tzinfo=UTC)
    assert aside_reply(aside, brief(language, now=at, time_zone=zone)) == said


def test_the_bot_gives_the_name_of_its_anchor_and_says_what_it_is() -> None:
    anchor = Anchor(identity="You are Bean, the assistant of a coffee shop.")
    assert aside_reply(Aside(kind="nature"), brief(anchor=anchor)).startswith("I am Bean, a program and not a human.")


def test_without_a_name_the_bot_is_its_companys_assistant() -> None:
    assert "幸运豆的客服助手" in aside_reply(Aside(kind="name"), brief("zh", company="幸运豆"))


@pytest.mark.parametrize(
    "text", ["What is your CEO's birthday?", "When is your founder's birthday?", "How old is your company?"]
)
def test_what_is_asked_of_the_companys_people_is_no_question_to_the_bot(text: str) -> None:
    assert aside_of(text) is None
