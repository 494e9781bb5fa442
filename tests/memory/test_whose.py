"""What is said of a relative's number, birthday or age is kept as theirs, never as the customer's own. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.words import canonical

AT = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "who", "attribute", "value"),
    [
        ("my husband's phone is 07700 900417", "husband", "phone", "07700 900417"),
        ("我先生的手机是13812340000", "husband", "phone", "13812340000"),
        ("我先生的手機是13812340000", "husband", "phone", "13812340000"),
        ("my mum's birthday is 3 May", "mother", "birthday", "3 May"),
        ("我妈的生日是5月3日", "mother", "birthday", "5月3日"),
        ("我媽的生日是5月3日", "mother", "birthday", "5月3日"),
        ("my husband's 44", "husband", "age", "44"),
        ("我先生今年四十四岁", "husband", "age", "四十四岁"),
        ("我先生今年四十四歲", "husband", "age", "四十四歲"),
        ("My friend's order number is LB-20931", "friend", "code", "LB-20931"),
        ("我朋友的订单号是 LB-20931", "friend", "code", "LB-20931"),
        ("我朋友的訂單號是 LB-20931", "friend", "code", "LB-20931"),
    ],
)
def test_it_is_theirs(text: str, who: str, attribute: str, value: str) -> None:
    found = [fact for fact in extract(read_line(text, AT)) if fact.attribute == attribute]
    assert [(canonical(fact.subject), fact.value) for fact in found] == [(canonical(who), value)]


@pytest.mark.parametrize("text", ["my husband's shoe size is 44", "my sister's room is 12 now"])
def test_a_number_of_something_else_is_no_age(text: str) -> None:
    assert "age" not in [fact.attribute for fact in extract(read_line(text, AT))]
