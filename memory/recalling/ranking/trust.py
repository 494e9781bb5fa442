# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""How sure we may be that the best line answers the question: a fitted probability. It is what "no record" rests on."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from memory.extracting.reading import EN_KIN, Reading
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.lacking import asks_age, lacks, tells_age
from memory.recalling.ranking.linear import FEATURES, Ranked
from memory.recalling.ranking.values import holds, kind_asked, literals
from memory.recalling.ranking.weights import TRUST
from memory.words import attributes, naming_words, plain

_TAKEN = ("coverage", "kind", "cosine", "bm25", "concept", "held_near")
_GENERIC = frozenset(
    "quantity relation city language size time date choice like dislike cancel start end age cause distance frequency "
    "person plan goal diet reference name appointment colour fault material phone".split()
)
_ASKS_NAME = re.compile(r"叫|名字|姓什么|姓啥|\bnames?\b|\bcalled\b", re.I)
_NAMED = re.compile(
    r"叫|姓|名|[小老阿][\u4e00-\u9fff]|\b(?:Mr|Mrs|Ms|Dr)\b|[\"“「]|(?<=[a-z,] )[A-Z][a-z]+|"
    rf"\b(?i:{EN_KIN})(?:'s name is|,| is| called| named)*\s+[A-Z][a-z]+|[A-Z][a-z]+(?:,| is)? (?:my|our|me) (?i:{EN_KIN})|\b(?:called|named|name's|fella|lady|lad|guy|coach|with|myself)\b"
)
SURE = 0.69  # from here on the best line is told: what it costs to be wrong and to be silent is about even there
_DEPTH = 5
_PLAIN = 0.8
_STANDS_OUT = 0.5  # share of the probability among all lines
_IN_CLAUSE = 0.66  # a certain value in a clause that shares a word with the question
_LACKING = 0.3  # under every threshold; how sure we are that a check is right


def trust(question: QuestionReading, ranked: Sequence[Ranked]) -> float:
    """Probability in [0, 1]."""
    if not ranked:
        return 0.0
    inputs = signals(question, ranked)
    total = sum(TRUST.get(name, 0.0) * value for name, value in inputs.items())
    fitted = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    if lacks(question, _likely(ranked)) or _certainly_missing(question, _likely(ranked)):
        return min(fitted, _LACKING)
    return max(fitted, _PLAIN) if _plainly_told(question, ranked[0], inputs) else fitted


def _plainly_told(question: QuestionReading, best: Ranked, inputs: Mapping[str, float]) -> bool:
    """One line stands out, names all that the question is about, and has a value of its kind right there. In a talk of
    few lines the fitted probability is too low: no word of it is rarer than another."""
    certain = kind_asked(question) in _MUST_STAND and bool(question.concepts - _GENERIC)
    return certain and best.share >= _STANDS_OUT and inputs["about"] == 1.0 and inputs["held_near"] >= _IN_CLAUSE


def signals(question: QuestionReading, ranked: Sequence[Ranked]) -> dict[str, float]:
    best = ranked[0]
    reading = best.line.reading
    specific = question.concepts - _GENERIC
    out = {"bias": 1.0, "score": best.score / 3, "share": best.share}
    out["margin"] = min(4.0, best.score - ranked[1].score) if len(ranked) > 1 else 3.0
    out["field"] = min(8.0, best.score - ranked[min(4, len(ranked) - 1)].score) / 2
    for name in _TAKEN:
        out[name] = float(best.features[FEATURES.index(name)])
    out["about"] = len(specific & reading.concepts) / len(specific) if specific else 0.5
    out["words"] = len(naming_words(question.text)) / 5
    out["now"], out["first"] = float(question.now), float(question.first)
    out["person"] = float(question.kind == "person")
    out["person_name"] = float(question.kind == "person" and "name" in reading.kinds)
    out["kin"] = float(bool(question.kin))
    out["kin_match"] = float(bool(question.kin & reading.kin))
    out["unreal"] = float(reading.poison or reading.hypothetical or reading.quoted)
    near = _likely(ranked)
    out["kindless"] = float(not kind_asked(question))
    out["value_missing"] = float(value_missing(question, [item.line.reading for item in ranked[:3]]))
    out["attribute_missing"] = float(_attribute_missing(question, near))
    out["name_missing"] = float(_name_missing(question, near))
    return out


def _attribute_missing(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks for something that people call by its name, and no likely line has that name."""
    asked = attributes(question.text) - {"contact"}  # told in too many words
    if not asks_age(question.text) or any(tells_age(reading.text) for reading in near):
        asked -= {"age"}  # "how big a size" asks for none; and an age is told without its name
    told = frozenset[str]().union(*(attributes(reading.text) for reading in near))
    return bool(asked - told)


def _likely(ranked: Sequence[Ranked]) -> list[Reading]:
    return [item.line.reading for item in ranked[:_DEPTH] if not item.line.reading.poison]


def _certainly_missing(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """An attribute that is hardly ever told without a word for it."""
    asked = attributes(question.text) & _ALWAYS_NAMED
    return bool(asked - frozenset[str]().union(*(attributes(reading.text) for reading in near)))


_ALWAYS_NAMED = frozenset(
    "birth passport identity licence height balance password postcode blood income limit religion colourhair maiden zodiac "
    "tax wifi fax visa anniversary interest score mortgage rent pension language hobby".split()
)


def lacks_what_is_asked(question: QuestionReading, ranked: Sequence[Ranked]) -> bool:
    """No likely line names the attribute asked for, or none holds a value of its kind."""
    near = _likely(ranked)
    return _attribute_missing(question, near) or value_missing(question, near)


def value_missing(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks for a number, an amount, a colour and so on, and no likely line holds one that the question does not."""
    kind, figures = kind_asked(question), literals(question.text)
    if kind not in _MUST_STAND:
        return False
    return not any(holds(kind, reading, clause, asked=figures) for reading in near for clause in reading.clauses)


_MUST_STAND = frozenset({"code", "money", "colour", "email", "count", "clock"})


def _name_missing(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks what somebody is called, and no likely line about them holds a name."""
    if not asks_name(question):
        return False
    return not any(_about(question, reading) and _NAMED.search(plain(reading.text)) for reading in near)


def asks_name(question: QuestionReading) -> bool:
    return bool(_ASKS_NAME.search(plain(question.text)))


def _about(question: QuestionReading, reading: Reading) -> bool:
    if question.kin:
        return bool(reading.kin & question.kin)
    return bool((naming_words(question.text) - _NAME_WORDS) & naming_words(reading.text))


_NAME_WORDS = frozenset({"call", "name", "名字"})
