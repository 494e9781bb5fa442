"""Which line of a customer is quoted, and how much of it. Pure: no database, no model."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from memory.extracting.reading import Reading, read_line
from memory.recalling.asking.question import asks, read_question
from memory.telling.antecedent import antecedent
from memory.telling.choosing import Told, choose_lines
from memory.telling.quoting import quote

AT = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


def told(*texts: str) -> list[Told]:
    """Lines said a day apart, the first judged the likeliest."""
    return [
        Told(at=AT + timedelta(days=n), reading=line(text, n), score=0.9 if n == 0 else 0.5, place=n)
        for n, text in enumerate(texts)
    ]


def line(text: str, day: int = 0) -> Reading:
    return read_line(text, AT + timedelta(days=day))


@pytest.mark.parametrize(
    ("question", "text", "kept", "left"),
    [
        ("我的编号是多少", "我家在湖边，会员编号 QX-5521，猫很胖", "QX-5521", "猫"),
        ("我的編號是多少", "我家在湖邊，會員編號 QX-5521，貓很胖", "QX-5521", "貓"),
        (
            "what is my member number",
            "the cat is fat, my member number is QX-5521, I live by the lake",
            "QX-5521",
            "cat",
        ),
        ("多多多重", "团团3.1公斤，多多4.4公斤", "4.4", "3.1"),
        ("多多多重", "團團3.1公斤，多多4.4公斤", "4.4", "3.1"),
        ("how much did I pay", "I paid 1,250 and my friend paid 990 for the same tour", "1,250", "990"),
    ],
)
def test_a_value_is_quoted_with_its_clause_and_without_other_values(
    question: str, text: str, kept: str, left: str
) -> None:
    made = quote(read_question(question), line(text)).text
    assert kept in made
    assert left not in made


@pytest.mark.parametrize(
    ("question", "text", "kept", "left"),
    [
        ("现在手机尾号", "手机换号了，1188停用，现在是 2299", "2299", "1188"),
        ("現在手機尾號", "手機換號了，1188停用，現在是 2299", "2299", "1188"),
        ("which number is mine now", "changed my phone, now it's 2299, the 1188 one is dead", "2299", "1188"),
        ("现在几个座位", "座位从12加到15", "15", "12"),
        ("現在幾個座位", "座位從12加到15", "15", "12"),
        ("how many seats now", "seats went from 12 to 15", "15", "12"),
    ],
)
def test_what_is_out_is_left_out(question: str, text: str, kept: str, left: str) -> None:
    made = quote(read_question(question), line(text)).text
    assert kept in made
    assert left not in made


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("自付额现在多少", ("自付额是750块", "自付额降到500了，750作废"), "500"),
        ("自付額現在多少", ("自付額是750塊", "自付額降到500了，750作廢"), "500"),
        ("what's my excess now", ("the excess is 750", "the excess dropped to 500, the 750 is gone"), "500"),
        ("what's the transfer each month", ("the transfer is 350 pounds", "the transfer should be 425 pounds"), "425"),
    ],
)
def test_a_line_that_replaces_the_figure_is_the_answer(question: str, lines: tuple[str, ...], wanted: str) -> None:
    assert wanted in choose_lines(read_question(question), told(*lines))[0].reading.text


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("第一张订单的编号", ("第二张订单编号 AB-2002", "第一张订单编号 AB-1001"), "AB-1001"),
        ("第一張訂單的編號", ("第二張訂單編號 AB-2002", "第一張訂單編號 AB-1001"), "AB-1001"),
        ("the number of my first order", ("my order number is AB-2002", "my order number is AB-1001"), "AB-1001"),
    ],
)
def test_a_question_about_the_first_takes_the_earlier_line(question: str, lines: tuple[str, ...], wanted: str) -> None:
    later, earlier = told(*lines)
    turned = [
        Told(at=AT + timedelta(days=9), reading=later.reading, score=0.9, place=0),
        Told(at=AT, reading=earlier.reading, score=0.5, place=1),
    ]
    assert wanted in choose_lines(read_question(question), turned)[0].reading.text


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("空调型号", ("空调又不制冷了", "型号是 KT-26GW"), "KT-26GW"),
        ("空調型號", ("空調又不製冷了", "型號是 KT-26GW"), "KT-26GW"),
        ("what colour is the van", ("the van has new plates", "it's a white one, seven seats"), "white"),
    ],
)
def test_a_line_without_the_kind_of_value_asked_for_gives_way(
    question: str, lines: tuple[str, ...], wanted: str
) -> None:
    assert wanted in choose_lines(read_question(question), told(*lines))[0].reading.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("哪天开的户", "我前天开的户，今年的"),
        ("哪天開的戶", "我前天開的戶，今年的"),
        ("when did I set it up", "the garden account, that one we set up the day before yesterday"),
    ],
)
def test_the_most_exact_day_is_given(question: str, text: str) -> None:
    assert quote(read_question(question), line(text)).day == date(2026, 3, 2)


@pytest.mark.parametrize(
    "text",
    ["洗衣机型号给我念念", "充值失败那个订单", "師傅貴姓", "病历号好多", "孩子好大了", "咋个联系你们",
     "the order number again please",
     "whit's ma number", "wots the price", "那个灯罩还退么", "那個燈罩還退麼",
     "must you still come on Monday", "my inside leg, the latest", "the desk I ended up with",
     "locker code I gave you", "one more thing, how wide is the door", "case # for my broken lamp"],
)  # fmt: skip
def test_a_request_to_be_told_is_a_question_in_any_speech(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "订单已经到了",
        "今天买了好多",
        "訂單已經到了",
        "my order arrived yesterday",
        "thanks a lot",
        "the desk I chose is broken",
    ],
)
def test_what_tells_or_thanks_is_no_question(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize(
    ("question", "lines", "left"),
    [
        ("ticket number please", ("the ticket is T-550917", "member number is M-8830"), "M-8830"),
        ("工单号多少", ("工单号是 T-550917", "会员号是 M-8830"), "M-8830"),
        ("工單號多少", ("工單號是 T-550917", "會員號是 M-8830"), "M-8830"),
        ("how many points was the red hat", ("bought the red hat, 640 points", "the green hat was 975 points"), "975"),
    ],
)
def test_a_number_of_something_else_is_not_told_beside(question: str, lines: tuple[str, ...], left: str) -> None:
    chosen = choose_lines(read_question(question), told(*lines))
    assert not any(left in one.reading.text for one in chosen)


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("最后改到几点", ("改成下午那趟吧，就是15:20那个", "我又改了，上午9:40的"), "9:40"),
        ("最後改到幾點", ("改成下午那趟吧，就是15:20那個", "我又改了，上午9:40的"), "9:40"),
        ("what time is it now", ("moved to the 3:20 pm one", "have to change again, 9:40 am"), "9:40"),
    ],
)
def test_a_change_that_says_no_more_than_the_new_value_is_of_what_was_spoken_of(
    question: str, lines: tuple[str, ...], wanted: str
) -> None:
    assert wanted in choose_lines(read_question(question), told(*lines))[0].reading.text


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("我身高多少", ("我今年35，身高 181", "我跟太太一起来，她身高 160，体重 50"), "181"),
        ("我身高多少", ("我今年35，身高 181", "我跟太太一起來，她身高 160，體重 50"), "181"),
        ("how tall am I", ("I'm 181 cm tall", "my wife comes too, she is 160 cm tall, two of us now"), "181"),
    ],
)
def test_the_figure_of_another_person_is_no_news_of_the_customers(
    question: str, lines: tuple[str, ...], wanted: str
) -> None:
    assert wanted in choose_lines(read_question(question), told(*lines))[0].reading.text


@pytest.mark.parametrize(
    ("question", "text", "kept", "left"),
    [
        ("额度要调到多少", "额度现在 80 太低，申请到 450", "450", "80"),
        ("額度要調到多少", "額度現在 80 太低，申請到 450", "450", "80"),
        ("how much should the limit be", "the limit of 80 is too low, please make the limit 450", "450", "80"),
    ],
)
def test_a_value_that_does_not_suit_is_no_answer(question: str, text: str, kept: str, left: str) -> None:
    made = quote(read_question(question), line(text)).text
    assert kept in made
    assert left not in made


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        ("旧沙发卖了多少钱", ("两个沙发一个茶几要搬", "沙发不搬了 才给八百"), "八百"),
        ("舊沙發賣了多少錢", ("兩個沙發一個茶几要搬", "沙發不搬了 才給八百"), "八百"),
        ("停车费一月多少", ("停车费改成按季交的", "停车费是一月1800吧，交半年"), "1800"),
        ("停車費一月多少", ("停車費改成按季交的", "停車費是一月1800吧，交半年"), "1800"),
    ],
)
def test_an_amount_may_go_without_its_unit(question: str, lines: tuple[str, ...], wanted: str) -> None:
    assert wanted in choose_lines(read_question(question), told(*lines))[0].reading.text


@pytest.mark.parametrize(
    ("question", "who", "quoted"),
    [
        ("是谁怕高", "我先生叫林越", "他怕高，别安排缆车"),
        ("是誰怕高", "我先生叫林越", "他怕高，別安排纜車"),
        ("who is afraid of heights", "my husband is called Idris", "he can't do heights, no cable car please"),
        ("which doctor do I keep", "they gave me Dr Okafor", "she is patient, I keep her"),
    ],
)
def test_who_he_or_she_is_is_said_with_it(question: str, who: str, quoted: str) -> None:
    first, then = (
        Told(at=AT + timedelta(minutes=n), reading=line(t), score=0.5, place=n) for n, t in enumerate((who, quoted))
    )
    asked = read_question(question)
    assert antecedent(asked, then, quoted, [then, first]) is first
    late = Told(at=AT + timedelta(days=1), reading=then.reading, score=0.5, place=1)
    assert antecedent(asked, late, quoted, [late, first]) is None
    assert antecedent(read_question("when is it"), then, quoted, [then, first]) is None


@pytest.mark.parametrize(
    ("question", "text", "kept", "left"),
    [
        ("赔偿最后按多少算", "赔偿先说赔200，后来谈到350，就按350算", "350", "200"),
        ("賠償最後按多少算", "賠償先說賠200，後來談到350，就按350算", "350", "200"),
        ("how many lessons a week", "5 lessons is too many, make it 3 a week", "3", "5"),
    ],
)
def test_of_two_values_in_one_line_the_later_holds(question: str, text: str, kept: str, left: str) -> None:
    made = quote(read_question(question), line(text)).text
    assert kept in made
    assert left not in made


@pytest.mark.parametrize(
    ("question", "newer", "older"),
    [
        ("储物柜密码是多少", "储物柜密码又变了，7712", "储物柜密码是3390"),
        ("儲物櫃密碼是多少", "儲物櫃密碼又變了，7712", "儲物櫃密碼是3390"),
        ("what is the locker code", "locker code changed again, 7712", "the locker code is 3390"),
    ],
)
def test_the_older_of_two_codes_of_one_thing_is_not_told_beside(question: str, newer: str, older: str) -> None:
    new, old = told(newer)[0], Told(at=AT - timedelta(days=9), reading=line(older, -9), score=0.85, place=1)
    assert [one.reading.text for one in choose_lines(read_question(question), [new, old])] == [newer]
