"""What kind of thing would answer a question, and whether a text holds one. Pure, but for reading its patterns once.

Answer typing after Li and Roth 2002, "Learning Question Classifiers", cut down to the kinds whose presence a program
can see in a text, in Chinese and English. The patterns stand in kinds.json.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from importlib.resources import files


class Expected(StrEnum):
    PERSON = "person"
    PLACE = "place"
    TIME = "time"
    MONEY = "money"
    LENGTH = "length"  # of time
    COUNT = "count"
    SHARE = "share"
    REASON = "reason"
    WAY = "way"
    WHETHER = "whether"
    OTHER = "other"


VALUES = frozenset({Expected.TIME, Expected.MONEY, Expected.LENGTH, Expected.COUNT, Expected.SHARE})
_CASED = frozenset({Expected.PERSON, Expected.PLACE})  # told by capitals

_raw = json.loads(files("knowledge.confidence").joinpath("kinds.json").read_text(encoding="utf-8"))
_ASKS = tuple((Expected(row["kind"]), re.compile("|".join(row["patterns"]), re.IGNORECASE)) for row in _raw["asked"])
_HOLDS = {
    Expected(kind): re.compile(
        "|".join(patterns).replace("{numeral}", _raw["numeral"]).replace("{month}", _raw["month"]),
        re.NOFLAG if Expected(kind) in _CASED else re.IGNORECASE,
    )
    for kind, patterns in _raw["held"].items()
}


def expected_kind(question: str) -> Expected:
    """The first kind whose way of asking is found; OTHER when none is."""
    return next((kind for kind, asks in _ASKS if asks.search(question)), Expected.OTHER)


def held_values(kind: Expected, text: str) -> list[str]:
    """What in the text could be such an answer; [] also when nothing can be told."""
    holds = _HOLDS.get(kind)
    return [re.sub(r"[\s,，]", "", match.group()).lower() for match in holds.finditer(text)] if holds else []
