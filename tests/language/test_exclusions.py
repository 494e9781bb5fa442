from __future__ import annotations

import pytest

from language.exclusions import excluded_words, without_exclusions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Is there caffeine-free coffee?", {"caffein"}),
        ("coffee without any caffeine", {"caffein"}),
        ("It doesn't contain nuts.", {"nut"}),
        ("Our decaf tastes of cocoa.", {"caffein"}),
        ("This blend is not decaf.", set()),
        ("I can no longer sign in.", set()),
        ("The blend has caffeine.", set()),
        ("有没有不含咖啡因的咖啡？", {"咖啡因"}),
        ("有没有发票？", set()),
        ("我无法登录", set()),
        ("无糖酸奶可以退吗", {"糖"}),
        ("有沒有無糖優格？", {"糖"}),
        ("不含麩質的麵包", {"麸质"}),
    ],
)
def test_what_is_said_to_be_absent_is_read(text: str, words: set[str]) -> None:
    assert excluded_words(text) == words


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("coffee without caffeine", "coffee"),
        ("We have no oat milk.", "we have no oat milk."),  # denies that there is one
        ("不含咖啡因的咖啡", "的咖啡"),
        ("無糖優格", "优格"),
    ],
)
def test_the_thing_itself_stays(text: str, rest: str) -> None:
    assert without_exclusions(text).strip() == rest
