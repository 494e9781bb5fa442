# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Make an elliptical question stand alone, from what was last spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extracting.reading import cue
from memory.types import OpenPoint, TurnText
from memory.words import plain, terms

_ELLIPTIC = re.compile(
    r"(?:那个|那件|那事|刚才说的|之前说的|上次说的|另一个|另外一个|它|这个|这事)|\b(?:the other (?:one|two)|that one|this one|it|that|those|the same)\b"
    r"|^(?:and|what about|how about|那|还有)\b",
    re.I,
)


def rewrite(question: str, *, recent: Sequence[TurnText], decisions: Sequence[OpenPoint]) -> str:
    """The question itself unless it only points; then with the last line that names something, or an open point."""
    if len(terms(question)) > 3 or not (_ELLIPTIC.search(question) or cue("vague").search(plain(question).lower())):
        return question
    for turn in reversed(recent):
        if turn.author == "customer" and turn.text != question and len(terms(turn.text)) >= 2:
            return f"{question} ({turn.text.strip()})"
    return f"{question} ({decisions[0].text})" if decisions else question
