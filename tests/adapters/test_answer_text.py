"""Text comes out whole: characters, no controls, no thoughts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.answer_text import AnswerText


def said(pieces: list[str]) -> str:
    text = AnswerText()
    return "".join([text.feed(piece) for piece in pieces]) + text.end()


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["Hello", " there"], "Hello there"),
        (["\ud83d", "\ude00"], "\U0001f600"),
        (["a\ud83d", "b"], "a\ufffdb"),
        (["a\ud83d"], "a\ufffd"),
        (["a\x00b\x1bc\td\ne"], "abc\td\ne"),
        (["<think>hm</think>Yes."], "Yes."),
        (["\n<think>hm", "</think>\n\nYes."], "Yes."),
        (["<think>never ends"], ""),
        (["<thin"], "<thin"),
        (["<thinly> sliced"], "<thinly> sliced"),
        (["Say <think> twice</think>."], "Say <think> twice</think>."),
        (["", ""], ""),
    ],
)
def test_what_goes_out(pieces: list[str], expected: str) -> None:
    assert said(pieces) == expected


@given(st.lists(st.integers(min_value=1, max_value=40), max_size=15))
def test_where_the_server_cuts_makes_no_difference(cuts: list[int]) -> None:
    whole = "<think>30 天?\U0001f914</think>\nReturns take 30 days \U0001f600."
    units = whole.encode("utf-16-le")
    halves = [units[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)]
    places = sorted({0, len(halves), *(cut for cut in cuts if cut < len(halves))})
    pieces = ["".join(halves[a:b]) for a, b in itertools.pairwise(places)]
    assert said(pieces) == "Returns take 30 days \U0001f600."


def test_text_is_not_held_back_once_it_is_no_tag() -> None:
    text = AnswerText()
    assert text.feed("<t") == ""
    assert text.feed("able>") == "<table>"


def test_thoughts_take_no_room() -> None:
    text = AnswerText()
    text.feed("<think>")
    for _ in range(1000):
        text.feed("and then again " * 10)
    assert len(text._held or "") < 100
