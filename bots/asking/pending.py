# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The question that the bot asked last, and what its answer picks. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bots.cues import QUESTION
from language.script import fold
from language.tokens import content_words, search_tokens

AskKind = Literal["record", "document", "reference"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """`name` as it was offered; `item` is the passage that stands behind it, "" for a row of a table."""

    name: str
    item: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    kind: AskKind
    question: str  # the customer's, to be answered once it is known which is meant
    choices: tuple[Choice, ...]

    def row(self) -> dict[str, object]:
        choices = [{"name": choice.name, "item": choice.item} for choice in self.choices]
        return {"kind": self.kind, "question": self.question, "choices": choices}


def pending_in(state: Mapping[str, object]) -> Pending | None:
    """What the last turn asked, from the conversation's state."""
    row = state.get("pending")
    if not isinstance(row, Mapping) or row.get("kind") not in ("record", "document", "reference"):
        return None
    rows = row.get("choices")
    choices = tuple(
        Choice(name=str(each["name"]), item=str(each.get("item", "")))
        for each in (rows if isinstance(rows, list) else [])
        if isinstance(each, Mapping) and each.get("name")
    )
    return Pending(kind=row["kind"], question=str(row.get("question", "")), choices=choices) if choices else None


_ORDINALS: tuple[tuple[str, int], ...] = (
    (r"\b(?:first|1st|former|number one|option one|no\.? ?1|one)\b|第一|第1|前者|前面那|头一|^[#(（]?1[).）]?$|^一$|^(?:option|number) ?1$|前一", 0),
    (r"\b(?:second|2nd|latter|number two|option two|no\.? ?2)\b|第二|第2|后者|后面那|^[#(（]?2[).）]?$|^二$|^(?:option|number) ?2$|后一", 1),
    (r"\b(?:third|3rd|number three|option three|no\.? ?3)\b|第三|第3|^[#(（]?3[).）]?$|^三$|^(?:option|number) ?3$", 2),
    (r"\b(?:fourth|4th)\b|第四|第4|^[#(（]?4[).）]?$|^四$", 3),
    (r"\b(?:last|final|bottom)\b|最后|末尾", -1),
)  # fmt: skip
_NAMED_ONE = re.compile(r"\b(?:this|that|which|another|any) one\b|\b(?:the|a) \w+ one\b")
_LONGEST = 8  # telling words of an answer; what says more is a message of its own


def picked(text: str, pending: Pending) -> Choice | None:
    """The choice that the customer means; None where the message answers something else."""
    folded = fold(text).strip(" .。!！~")
    words = content_words(folded)
    if len(words) > _LONGEST or (QUESTION.search(folded) and len(words) > 4):
        return None
    by_name = _by_name(folded, pending.choices)
    if by_name is not None:
        return by_name
    for pattern, place in _ORDINALS:
        plain = _NAMED_ONE.sub(" ", folded) if place == 0 else folded
        if re.search(pattern, plain) and -1 <= place < len(pending.choices):
            return pending.choices[place]
    return None


def _by_name(folded: str, choices: Sequence[Choice]) -> Choice | None:
    """The only one whose whole name stands in the answer, or of whose own words some do."""
    whole = [choice for choice in choices if fold(choice.name) in folded]
    if len(whole) == 1:
        return whole[0]
    hits = [(sum(_said(word, folded) for word in own), choice) for choice, own in telling_apart(choices)]
    best = max((hit for hit, _ in hits), default=0)
    found = [choice for hit, choice in hits if hit == best]
    return found[0] if best and len(found) == 1 else None


def telling_apart(choices: Sequence[Choice]) -> list[tuple[Choice, frozenset[str]]]:
    """Each choice with the words that only its own name holds; of a number also its last digits."""
    words = [_words(choice.name) for choice in choices]
    return [
        (choice, mine - frozenset().union(*(other for i, other in enumerate(words) if i != place)))
        for place, (choice, mine) in enumerate(zip(choices, words, strict=True))
    ]


def _words(name: str) -> frozenset[str]:
    folded = fold(name)
    ends = {digits[-size:] for digits in re.findall(r"\d{4,}", folded) for size in (3, 4)}
    return frozenset({*content_words(folded), *search_tokens(folded), *ends})


def _said(word: str, folded: str) -> bool:
    if word.isascii():
        return re.search(rf"(?<![a-z0-9]){re.escape(word)}", folded) is not None
    return word in folded
