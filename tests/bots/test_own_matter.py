import pytest

from bots.own_matter import asks_for_own_datum, asks_what_was_told


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
