import pytest

from bots.own_matter import asks_what_was_told


@pytest.mark.parametrize(
    "text",
    [
        "What's my order number?",
        "When did I order?",
        "Do you remember my budget?",
        "Do I drink decaf?",
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
