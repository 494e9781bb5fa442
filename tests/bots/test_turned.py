"""A word or a clause turned in a near copy is found; the same said in other words is not held against it."""

from __future__ import annotations

import pytest

from bots.verifying.grounding import ground

CUPS = "Cups may be exchanged at the counter within two weeks, unless they are engraved."
POST = "The seller pays the postage, and the buyer pays the customs duty before the parcel is handed over."
TEA = "Members get at least two tastings a year, and guests may join them only on Saturdays."
ROOM = "The room must be left before 11 am if you pay in cash."
SIZE = "The large kettle holds more than 3 liters and weighs 900 g."
CUPS_ZH = "杯子两周内可以在柜台更换，刻字的除外。"
POST_ZH = "运费由卖家承担，关税由买家在签收之前支付。"
TEA_ZH = "会员每年至少可以参加两次品鉴，所有门店周六都开放。"
ROOM_ZH = "如果使用现金，客人必须在上午11点之前退房。"
SIZE_ZH = "大水壶的容量超过3升，价格高于小水壶。"


@pytest.mark.parametrize(
    ("evidence", "false"),
    [
        (CUPS, "Cups may be exchanged at the counter after two weeks, unless they are engraved."),
        (CUPS, "Cups may be exchanged at the counter within two weeks."),
        (CUPS, "Cups must be exchanged at the counter within two weeks, unless they are engraved."),
        (CUPS, "Cups may be exchanged at the counter within two months, unless they are engraved."),
        (POST, "The buyer pays the postage, and the seller pays the customs duty before the parcel is handed over."),
        (POST, "The seller pays the postage, and the buyer pays the customs duty after the parcel is handed over."),
        (TEA, "Members get at most two tastings a year, and guests may join them only on Saturdays."),
        (TEA, "Members get at least two tastings a year, and guests may join them also on Saturdays."),
        (TEA, "Members get at least two tastings a year, and guests may join them only on Sundays."),
        (ROOM, "The room must be left after 11 am if you pay in cash."),
        (ROOM, "The room may be left before 11 am if you pay in cash."),
        (ROOM, "The room must be left before 11 am."),
        (SIZE, "The large kettle holds less than 3 liters and weighs 900 g."),
        (SIZE, "The small kettle holds more than 3 liters and weighs 900 g."),
        (SIZE, "The large kettle holds more than 3 gallons and weighs 900 g."),
        (CUPS_ZH, "杯子两周后可以在柜台更换，刻字的除外。"),
        (CUPS_ZH, "杯子两周内必须在柜台更换，刻字的除外。"),
        (POST_ZH, "运费由买家承担，关税由卖家在签收之前支付。"),
        (POST_ZH, "运费由卖家承担，关税由买家在签收之后支付。"),
        (TEA_ZH, "会员每年至多可以参加两次品鉴，所有门店周六都开放。"),
        (TEA_ZH, "会员每年至少可以参加两次品鉴，部分门店周六都开放。"),
        (TEA_ZH, "会员每年至少可以参加两次品鉴，所有门店周日都开放。"),
        (ROOM_ZH, "如果使用现金，客人可以在上午11点之前退房。"),
        (ROOM_ZH, "客人必须在上午11点之前退房。"),
        (SIZE_ZH, "大水壶的容量不足3升，价格高于小水壶。"),
        (SIZE_ZH, "大水壶的容量超过3升，价格低于小水壶。"),
        (SIZE_ZH, "小水壶的容量超过3升，价格高于大水壶。"),
    ],
)
def test_a_turned_sentence_is_withheld(evidence: str, false: str) -> None:
    assert ground(false, [evidence]).reason


@pytest.mark.parametrize(
    ("evidence", "true"),
    [
        (CUPS, "You can exchange cups at the counter within two weeks, unless they are engraved."),
        (CUPS, "Unless they are engraved, cups may be exchanged within two weeks at the counter."),
        (POST, "The seller pays the postage."),
        (POST, "Before the parcel is handed over, the buyer pays the customs duty."),
        (TEA, "Members get at least two tastings a year."),
        (TEA, "Guests may join them only on Saturdays."),
        (ROOM, "If you pay in cash, the room must be left before 11 am."),
        (SIZE, "The large kettle weighs 900 g and holds more than 3 liters."),
        (CUPS_ZH, "杯子两周内可以在柜台更换，但刻字的除外。"),
        (POST_ZH, "运费由卖家承担。"),
        (TEA_ZH, "会员每年至少可以参加两次品鉴。"),
        (ROOM_ZH, "使用现金的客人必须在上午11点之前退房。"),
        (SIZE_ZH, "大水壶的价格高于小水壶。"),
        ("My budget is 300 euros.", "Your budget is 300 euros."),
        ("我的预算是300元。", "您的预算是300元。"),
        (POST, "The postage is paid by the seller."),
    ],
)
def test_the_same_in_other_words_stands(evidence: str, true: str) -> None:
    assert ground(true, [evidence]).reason == ""


def test_a_condition_that_the_customer_says_is_met_may_be_left_out() -> None:
    said = ["I pay in cash, when must I leave the room?"]
    assert ground("The room must be left before 11 am.", [ROOM], known=said).reason == ""
