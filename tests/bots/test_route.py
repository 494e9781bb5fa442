import pytest

from bots.route import Route, route_turn
from bots.settings import Anchor, BotSettings, Handover


def routed(text: str, settings: BotSettings | None = None) -> Route:
    return route_turn(text=text, language="en", recent=(), settings=settings or BotSettings())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Hi there!", "greeting"),
        ("您好，在吗？", "greeting"),
        ("Hi, do you ship abroad?", "question"),
        ("好的，谢谢！", "thanks"),
        ("Thanks a lot", "thanks"),
        ("Thanks, but when does it arrive?", "question"),
        ("You open again when", "question"),
        ("Text me when it ships please", "statement"),
        ("发货了发短信通知我", "statement"),
        ("再见", "goodbye"),
        ("👍👍", "small_talk"),
        ("今天天气真好", "small_talk"),
        ("What a rainy day it is.", "small_talk"),
        ("今天星期几", "small_talk"),
        ("Lovely day, is it not?", "question"),
        ("订单号是 K4471902", "statement"),
        ("My cat is called Potato", "statement"),
        ("几天能到", "question"),
        ("Is it open on Sunday", "question"),
        ("请問可以開發票嗎", "question"),
    ],
)
def test_a_turn_is_read_by_its_words(text: str, kind: str) -> None:
    assert routed(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "I want to talk to a human",
        "转人工",
        "我要找真人客服",
        "轉人工",
        "Could I speak with someone please?",
        "I want a human",
        "Give me a real person!",
        "agent please",
        "I need an agent",
        "Let me talk to your manager",
        "叫你们经理来",
        "人工",
        "給我找個真人",
    ],
)
def test_a_wish_for_a_human_is_heard(text: str) -> None:
    assert routed(text).wants_human


@pytest.mark.parametrize(
    "text",
    [
        "不用转人工，谢谢",
        "I don't want to talk to a human",
        "I don't need a human",
        "I need an agent for cleaning",
        "Do you need a person for the job?",
        "人工费多少钱",
    ],
)
def test_a_refused_human_is_no_wish_for_one(text: str) -> None:
    assert not routed(text).wants_human


@pytest.mark.parametrize("text", ["垃圾袋多少钱？", "How do I complain about a parcel?", "投诉电话是多少？"])
def test_a_word_of_anger_in_a_plain_question_is_no_anger(text: str) -> None:
    assert not routed(text).angry


@pytest.mark.parametrize("text", ["你们就是骗子！", "太差了吧", "I'm fed up with you", "This is unacceptable."])
def test_anger_calls_for_a_human(text: str) -> None:
    assert routed(text).called_for == "anger"


@pytest.mark.parametrize(("hand_over", "called_for"), [(True, "forbidden_topic"), (False, "")])
def test_a_forbidden_topic_calls_for_a_human_only_by_the_operators_rule(hand_over: bool, called_for: str) -> None:
    settings = BotSettings(
        anchor=Anchor(forbidden_topics=("politics",)), handover=Handover(on_forbidden_topic=hand_over)
    )
    route = routed("What of POLITICS?", settings)
    assert (route.forbidden_topic, route.called_for) == ("politics", called_for)


def test_small_talk_asks_neither_memory_nor_knowledge() -> None:
    route = routed("谢谢")
    assert (route.needs_memory, route.needs_knowledge) == (False, False)


@pytest.mark.parametrize("text", ["推荐一款豆子吧", "Which beans should I buy?"])
def test_advice_is_told_from_other_questions(text: str) -> None:
    assert routed(text).seeks_advice


@pytest.mark.parametrize(
    ("text", "unhelped"),
    [
        ("That didn't help", True),
        ("no, it doesn't work", True),
        ("that's not what I asked", True),
        ("still not working!", True),
        ("Thanks, but it did not help me at all", True),
        ("My order still has not arrived", False),
        ("the lamp doesn't work with my adapter", False),
        ("I did not help you pay 40 euros", False),
        ("没用，还是不行", True),
        ("这个不管用啊", True),
        ("不是我要问的", True),
        ("沒用，還是不行", True),
        ("沒有幫助", True),
        ("我的订单还是没到", False),
        ("優惠碼用不了，還是一樣", False),
    ],
)
def test_a_message_may_say_only_that_the_answer_was_of_no_use(text: str, unhelped: bool) -> None:
    language = "en" if text.isascii() else "zh"
    route = route_turn(text=text, language=language, recent=(), settings=BotSettings())  # type: ignore[arg-type]
    assert route.unhelped is unhelped
