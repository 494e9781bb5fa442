"""Two texts, word by word."""

from __future__ import annotations

import pytest

from console.wording import compare


@pytest.mark.parametrize(
    ("then", "now", "gone", "new"),
    [
        ("in 30 days", "in 60 days", ["30"], ["60"]),
        ("costs ¥1,299.50 now", "costs ¥1,399.50 now", ["1,299.50"], ["1,399.50"]),
        ("三十天内可退", "六十天内可退", ["三"], ["六"]),
        ("支持iPhone手机", "支持Android手机", ["iPhone"], ["Android"]),
        ("same", "same", [], []),
        ("", "new", [], ["new"]),
    ],
)
def test_only_what_differs_is_marked(then: str, now: str, gone: list[str], new: list[str]) -> None:
    compared = compare(then, now)
    assert [piece.text for piece in compared.then if piece.changed] == gone
    assert [piece.text for piece in compared.now if piece.changed] == new


def test_no_character_is_lost() -> None:
    then, now = "A line.\n\n第二行：10:30 — ok_1 🙂\t!", "Another\nline; 第三行。"
    compared = compare(then, now)
    assert "".join(piece.text for piece in compared.then) == then
    assert "".join(piece.text for piece in compared.now) == now


def test_long_texts_are_compared_by_lines() -> None:
    then = "one two three\n" * 2_000
    compared = compare(then, then + "four\n")
    assert [piece.text for piece in compared.now if piece.changed] == ["four\n"]
