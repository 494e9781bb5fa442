import pytest

from bots.asking.parts import parts_of
from bots.asking.pending import Choice, Pending, picked

ORDERS = Pending(
    kind="record", question="When does it come?", choices=(Choice(name="K4471902"), Choice(name="K4471955"))
)
PLANS = Pending(
    kind="document",
    question="How much storage is there?",
    choices=(
        Choice(name="Basic plan", item="a"),
        Choice(name="Pro plan", item="b"),
        Choice(name="Team plan", item="c"),
    ),
)
PLANS_ZH = Pending(
    kind="document", question="有多少空间？", choices=(Choice(name="基础版套餐"), Choice(name="专业版套餐"))
)


@pytest.mark.parametrize(
    ("said", "pending", "name"),
    [
        ("the second one", ORDERS, "K4471955"),
        ("2", ORDERS, "K4471955"),
        ("The first, please", ORDERS, "K4471902"),
        ("the last one", PLANS, "Team plan"),
        ("k4471902", ORDERS, "K4471902"),
        ("the one ending in 955", ORDERS, "K4471955"),
        ("I mean the Pro plan", PLANS, "Pro plan"),
        ("pro", PLANS, "Pro plan"),
        ("第二个", ORDERS, "K4471955"),
        ("第一個吧", ORDERS, "K4471902"),
        ("后面那个", PLANS_ZH, "专业版套餐"),
        ("专业版的", PLANS_ZH, "专业版套餐"),
        ("專業版", PLANS_ZH, "专业版套餐"),
    ],
)
def test_an_answer_picks_its_choice(said: str, pending: Pending, name: str) -> None:
    choice = picked(said, pending)
    assert choice is not None
    assert choice.name == name


@pytest.mark.parametrize(
    "said",
    [
        "Never mind",
        "What about your opening hours?",
        "算了",
        "both plans",
        "this one",
        "你们几点关门？",
        "the fifth one",
    ],
)
def test_what_names_none_of_them_picks_none(said: str) -> None:
    assert picked(said, PLANS) is None


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("Can I return opened bags and how long does the refund take?", 2),
        ("How long is delivery? Do you ship to Norway?", 2),
        ("可以退货吗？另外可以开发票吗？", 2),
        ("How much is it and can I return it?", 0),
        ("Do you sell tea and coffee?", 0),
        ("What is my cat called, did I tell you?", 0),
        ("我的猫叫什么，跟你说过吗？", 0),
    ],
)
def test_only_questions_that_each_stand_alone_are_parts(said: str, count: int) -> None:
    assert len(parts_of(said)) == count
