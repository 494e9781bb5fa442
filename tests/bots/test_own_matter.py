import pytest

from bots.own_matter import (
    asks_for_all_that_is_known,
    asks_for_own_datum,
    asks_the_company,
    asks_what_was_told,
)


@pytest.mark.parametrize(
    "text",
    [
        "What's my order number?",
        "When did I order?",
        "Do you remember my budget?",
        "Do I drink decaf?",
        "Where do I live?",
        "我的订单号",
        "我上次说的预算是多少？",
        "我對什麼過敏？",
    ],
)
def test_what_the_customer_told_is_their_own_matter(text: str) -> None:
    assert asks_what_was_told(text)


@pytest.mark.parametrize(
    "text",
    [
        "How long do I have to return my order?",
        "Will I get a refund if my order is late?",
        "Is my warranty valid if I open it?",
        "What happens to my points?",
        "我怎么退款？",
        "我可以改地址嗎？",
        "我的订单什么时候到？",
        "Do you ship abroad?",
    ],
)
def test_what_the_company_decides_is_not(text: str) -> None:
    assert not asks_what_was_told(text)


@pytest.mark.parametrize(
    "text", ["What's my order number?", "when is my birthday", "我的手机尾号是多少", "我的手機尾號是多少？"]
)
def test_what_no_document_can_hold_is_known(text: str) -> None:
    assert asks_for_own_datum(text)


@pytest.mark.parametrize(
    "text",
    [
        "What is my delivery time?",
        "where is my refund",
        "我的退款是多少天到",
        "What is your phone number?",
        "我的订单到哪了",
    ],
)
def test_what_a_document_may_hold_is_told_apart(text: str) -> None:
    assert not asks_for_own_datum(text)


@pytest.mark.parametrize(
    "text",
    [
        "Do you have a loyalty programme?",
        "Can I return an opened bag if I just don't like it?",
        "So what do you recommend for me?",
        "Which beans are good for espresso and is there a decaf?",
        "I'm Tom. Do you sell tea?",
        "Is my order shipped?",
        "你们有会员吗",
        "能开发票吗",
        "我对牛奶过敏，你们有燕麦奶吗",
        "請問有沒有低因的？",
    ],
)
def test_what_the_company_is_asked_no_line_of_the_customer_answers(text: str) -> None:
    assert asks_the_company(text)


@pytest.mark.parametrize(
    "text",
    [
        "Do you know my name?",
        "Can you tell me my order number?",
        "Could you remind me what I ordered?",
        "When is Anna's birthday?",
        "What did you recommend to me?",
        "你知道我的生日吗",
        "我妹妹能吃花生吗",
        "你還記得我有沒有訂過豆子嗎",
    ],
)
def test_what_the_customer_may_have_told_is_not_the_companys(text: str) -> None:
    assert not asks_the_company(text)


@pytest.mark.parametrize(
    ("text", "all_of_it"),
    [
        ("What do you know about me?", True),
        ("what have you got on me", True),
        ("What have I told you so far?", True),
        ("Tell me everything you remember about me", True),
        ("你记得我什么", True),
        ("你都記得我哪些信息？", True),
        ("我都跟你说过什么", True),
        ("What do you know about coffee?", False),
        ("Do you know my name?", False),
        ("你记得我的猫叫什么吗", False),
        ("你们有什么", False),
    ],
)
def test_who_asks_for_all_that_is_known_is_told_from_who_asks_for_one_thing(text: str, all_of_it: bool) -> None:
    assert asks_for_all_that_is_known(text) is all_of_it
