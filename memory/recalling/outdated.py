"""Lines that tell what no longer holds: a superseded value never answers a question about now. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory.recalling.asking.as_of import read_as_of
from memory.recalling.asking.question import QuestionReading
from memory.recalling.candidates import FactRow
from memory.recalling.covering import covers
from memory.recalling.ranking.linear import Ranked
from memory.words import attributes, beings, canonical, naming_words

_OVER = frozenset({"superseded", "retracted"})


class Keyed(Protocol):
    @property
    def subject(self) -> str: ...
    @property
    def entity(self) -> str: ...
    @property
    def attribute(self) -> str: ...


def asked_for(question: QuestionReading, fact: Keyed) -> bool:
    """The question names the attribute, and the entity or the person where the fact has one."""
    words = _words(question)
    if bool(fact.subject) != bool(question.kin) or (fact.subject and canonical(fact.subject) not in words):
        return False
    entity = set(fact.entity.split())
    if fact.attribute == "decision" and not entity:
        return question.choice and not question.kin
    if fact.attribute in _BY_ENTITY:
        return bool(entity & words)
    if not entity:
        return fact.attribute in words and fact.attribute not in _OF_SOMETHING
    return fact.attribute in words and bool(entity & words)


def named_attributes(question: QuestionReading) -> frozenset[str]:
    """The attributes that facts asked for may have."""
    return _words(question) | _BY_ENTITY


_OF_SOMETHING = frozenset({"quantity", "date", "amount"})  # says little without what it is of
_BY_ENTITY = frozenset({"is", "preference", "decision"})


def _words(question: QuestionReading) -> frozenset[str]:
    return question.concepts | attributes(question.text) | beings(question.text) | naming_words(question.text)


def without_outdated(question: QuestionReading, ranked: Sequence[Ranked], facts: Sequence[FactRow]) -> list[Ranked]:
    """Without the lines whose only facts that are asked for have been replaced or taken back since."""
    if question.first or not ranked or read_as_of(question.text, now=ranked[0].line.reading.at) is not None:
        return list(ranked)
    asked = [(row["episode_id"], row["status"]) for row in facts if asks_for(question, row)]
    over = {episode for episode, status in asked if status in _OVER}
    over -= {episode for episode, status in asked if status == "active"}
    left = [item for item in ranked if item.line.key not in over]
    if any(status == "active" for _, status in asked):
        return left
    said = (row for row in facts if row["status"] == "retracted" and not row["negative"])  # not what takes it back
    gone = {row["episode_id"] for row in said if asks_for(question, row)}
    gone -= {row["episode_id"] for row in facts if row["status"] == "active" or row["negative"]}
    return [item for item in ranked if item.line.key not in gone]


def asks_for(question: QuestionReading, row: FactRow) -> bool:
    key = _Row(row)
    return asked_for(question, key) or covers(question, key)


class _Row:
    """A row of the recall statement as a key."""

    def __init__(self, row: FactRow) -> None:
        self.subject, self.entity, self.attribute = row["subject"], row["entity"], row["attribute"]
        self.text = row["text"]
