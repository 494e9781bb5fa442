# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Make an elliptical question stand alone, from what was last spoken of. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extracting.reading import cue
from memory.types import TurnText
from memory.words import naming_words, plain, terms

_POINTS = re.compile(
    r"(?:那个|那件|那事|刚才说的|之前说的|上次说的|另一个|另外一个|它|这个|这事)|\b(?:the other (?:one|two)|that one|this one|it|that|those|the same)\b",
    re.I,
)
_GOES_ON = re.compile(r"^\W*(?:(?:and|what about|how about)\b|那(?!个|件|张|次|天|笔)|还有)", re.I)
_ASKING = naming_words(
    "thing stuff one other same going happened status kind number date time please now again still ok"
    " 那个 这个 那件 那事 这事 怎么样 怎么 怎样 如何 什么 之前 刚才 上次 说的 另一个 另外 时候 现在 结果 进展"
)


def rewrite(question: str, *, recent: Sequence[TurnText]) -> str:
    """The question itself unless it only points; then with the last line that names something."""
    if not only_points(question):
        return question
    for turn in reversed(recent):
        if turn.author == "customer" and turn.text != question and len(terms(turn.text)) >= 2:
            return f"{question} ({turn.text.strip()})"
    return question


def only_points(question: str) -> bool:
    return len(terms(question)) <= _FEW and _elliptic(question)


_FEW = 3


def _elliptic(question: str) -> bool:
    """ "And the other one?" points; "what number was on that letter?" names what it means."""
    flat = plain(question).lower()
    if _GOES_ON.search(flat):
        return True
    pointing = _POINTS.search(flat) is not None or cue("vague").search(flat)
    return pointing and not naming_words(flat) - _ASKING
