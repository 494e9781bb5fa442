from datetime import datetime
from time import perf_counter

import pytest

from language.literals import LiteralKind, find_literals


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("三十天内", "within 30 days"),
        ("30天", "thirty days"),
        ("¥99", "99元"),
        ("九十九块", "RMB 99"),
        ("$1,299.50", "1299.5 dollars"),
        ("214块6", "¥214.6"),
        ("3.5万元", "35,000元"),
        ("2月25日", "February 25"),
        ("2026年2月25日", "Feb 25th, 2026"),
        ("下午2点半", "2:30 pm"),
        ("两周", "14 days"),
        ("一年半", "18 months"),
        ("48小时", "2天"),
        ("百分之三十", "30%"),
        ("三成", "30 percent"),
        ("0.5公斤", "500g"),
        ("周三", "Wednesday"),
        ("+86 138 0013 8000", "13800138000"),
        ("3个工作日", "3 business days"),
    ],
)
def test_two_ways_to_say_it_have_one_value(one: str, other: str) -> None:
    assert (
        [literal.value for literal in find_literals(one)] == [literal.value for literal in find_literals(other)] != []
    )


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("单号AB20260301-77", LiteralKind.CODE, "AB20260301-77"),
        ("order #K4471902", LiteralKind.CODE, "K4471902"),
        ("code SPRINGTIME", LiteralKind.CODE, "SPRINGTIME"),
        ("write to ann.lee@shop.example", LiteralKind.EMAIL, "ann.lee@shop.example"),
        ("see https://shop.example/help.", LiteralKind.URL, "shop.example/help"),
        ("电话010-66001234", LiteralKind.PHONE, "+861066001234"),
        ("at 12 Maple Road, Suite 9", LiteralKind.ADDRESS, "12 maple road suite 9"),
        ("2026/3/1", LiteralKind.DATE, "2026-03-01"),
        ("七十个", LiteralKind.QUANTITY, "70 个"),
        ("两个半小时", LiteralKind.DURATION, "PT2.5H"),
    ],
)
def test_a_literal_is_found_with_its_kind(text: str, kind: LiteralKind, value: str) -> None:
    assert [(literal.kind, literal.value) for literal in find_literals(text)] == [(kind, value)]


def test_both_ends_of_a_range_are_literals() -> None:
    assert [literal.value for literal in find_literals("3-5个工作日")] == ["P3BD", "P5BD"]


def test_a_literal_stands_at_its_place_in_the_text_as_given() -> None:
    text = "付了￥９９，谢谢"
    literal = find_literals(text)[0]
    assert (text[literal.start : literal.end], literal.value) == ("￥９９", "CNY 99")


def test_articles_and_idioms_are_no_numbers() -> None:
    assert find_literals("一个很好的选择，万一不行再说") == ()


def test_last_wednesday_is_a_date_when_now_is_known() -> None:
    friday = datetime(2026, 3, 6)  # noqa: DTZ001  local time
    assert [literal.value for literal in find_literals("上周三", now=friday)] == ["2026-02-25"]


@pytest.mark.parametrize("piece", ["1", "一", "1,", "a1-", "9.", "one ", "$ ", "1-", "@a.", "http://", "三十", "+1 "])
def test_no_input_makes_the_reading_slow(piece: str) -> None:
    text = piece * (4000 // len(piece))
    start = perf_counter()
    find_literals(text)
    assert perf_counter() - start < 3.0
