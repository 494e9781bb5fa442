"""Whether a line holds anything worth keeping: a fitted probability, fitted by `evaluation.worth_fit`. Pure.

It stands between small talk that no phrase gives away and what a customer tells about their matter.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from memory.extracting.phrases import level
from memory.extracting.reading import Reading
from memory.extracting.worth_weights import WORTH
from memory.words import concepts

ENOUGH = 0.94  # cross-validated on written talks: three of four lines that tell something, 4 % of the small talk
_FIRST = re.compile(r"我|咱|俺|\b(?:i|i'[a-z]+|im|ive|my|me|mine|we|we'[a-z]+|our|us|ma)\b", re.I)
_YOU = re.compile(r"你|您|\b(?:you|u|your|ur|yous|y'all|yall)\b", re.I)
_WISH = re.compile(
    r"[要得请帮给让]|麻烦|别|必须"
    r"|\b(?:please|pls|plz|needs?|wants?|must|should|make sure|put|send|can (?:u|you|i|we)|only)\b",
    re.I,
)
_NOT = re.compile(r"不|没|别|未|\b(?:not?|never|\w+n'?t)\b", re.I)
_IS = re.compile(r"[是叫姓]|\b(?:is|are|was|am|called|named)\b|'[sm]\b", re.I)
_PAST = re.compile(r"了|过|\b(?:was|were|had|got|did|\w+ed)\b", re.I)


def worth(reading: Reading) -> float:
    """Probability in [0, 1]."""
    return _probability(reading.text, frozenset(signals(reading).items()))


@lru_cache(maxsize=4096)
def _probability(_: str, inputs: frozenset[tuple[str, float]]) -> float:
    total = sum(WORTH.get(name, 0.0) * value for name, value in inputs)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def signals(reading: Reading) -> dict[str, float]:
    """What a line is made of, not what it is about: the grammar of telling is the same in every trade."""
    flat = level(reading.text)
    out = {
        "bias": 1.0,
        "concepts": min(len(concepts(reading.text)), 6) / 3,
        "terms": min(len(reading.terms), 20) / 10,
        "clauses": min(len(reading.clauses), 5) / 3,
    }
    out |= {f"kind {name}": 1.0 for name in reading.kinds}
    flags = {
        "first": _FIRST.search(flat),
        "you": _YOU.search(flat),
        "wish": _WISH.search(flat),
        "not": _NOT.search(flat),
        "is": _IS.search(flat),
        "past": _PAST.search(flat),
        "moment": reading.moments,
        "changed": reading.changed,
        "corrected": reading.corrected,
        "question": reading.question,
        "exclaims": re.search(r"[!！]", reading.text),
        "chinese": any("\u3400" <= c <= "\u9fff" for c in reading.text),
    }
    return out | {name: 1.0 for name, there in flags.items() if there}
