"""Days, what is said of others, and what fits no attribute and is kept as said. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory.extracting import grammar
from memory.extracting.context import SET, Context, head_of
from memory.facts import Candidate
from memory.types import FactKind
from memory.words import attributes, concepts, labels, naming_words


def events(context: Context) -> Iterator[Candidate]:
    """Something with a day: its date is the normalised value."""
    clause = context.clause
    for moment in context.reading.moments:
        if not clause.start <= moment.start < clause.end:
            continue
        kept = sorted(attributes(clause.text) & set(_YEARLY))
        if kept and moment.grain == "day":
            place = (moment.start - clause.start, moment.end - clause.start)
            yield context.at(*place, FactKind.FACT, _YEARLY[kept[0]], normal=moment.day.isoformat()[5:], at_once=True)
            return
        if moment.day == context.reading.at.date():
            continue
        topic = context.topic or head_of(clause.text.replace(moment.text, " "))
        if (context.topic or context.keeps) and len(clause.text) > len(moment.text) + 2:
            normal = moment.day.isoformat() if moment.grain == "day" else moment.day.isoformat()[:7]
            yield context.make(
                FactKind.EVENT, "date", clause.text, entity=topic, cardinality=SET, normal=normal, confidence=0.75,
                operation="state",
            )  # fmt: skip


_YEARLY = {"birth": "birthday", "anniversary": "anniversary"}


def about_others(context: Context, found: bool) -> Iterator[Candidate]:
    """What is said of a relative or friend and fits no attribute: kept as said, as theirs."""
    if found or not context.subject or not grammar.PREDICATE.search(context.flat):
        return
    if concepts(context.clause.text) - {"relation", "name"} and len(naming_words(context.clause.text)) > 1:
        yield context.make(FactKind.FACT, "about", context.clause.text, cardinality=SET, confidence=0.6)


def note(context: Context, held: Sequence[Candidate]) -> Iterator[Candidate]:
    """What the clause says beyond the facts read off it: kept as said, under its topic."""
    rest = naming_words(context.clause.text) - naming_words(" ".join(f"{c.value} {c.entity}" for c in held))
    rest = frozenset(word for word in rest if not labels(word) and word not in _LABELLING)
    if _DENIES.match(context.flat) or (held and len(rest) < _TELLING):
        return
    if len(rest) > 1 or (rest and context.topic):
        yield context.make(
            FactKind.STATUS, "note", context.clause.text, entity=context.topic, cardinality=SET, confidence=0.5
        )


_LABELLING = naming_words("number code ending ends last digits 号码 尾号 编号 手机号")
_TELLING = 3  # naming words beyond the values of its facts, from which a clause says something of its own
_DENIES = re.compile(r"^(?:不是|不叫|not\b)", re.I)
