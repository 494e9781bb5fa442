"""Which lines hold the very thing that is asked, by the facts read from them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.extracting.mending import mends
from memory.recalling.asking.question import QuestionReading
from memory.recalling.candidates import FactRow
from memory.recalling.covering import covers, named_code
from memory.recalling.outdated import asks_for
from memory.recalling.ranking.linear import Ranked

_SINGULAR = frozenset({"contact"})  # a customer has one of it: no other line can be meant, whatever its words


def meant_lines(question: QuestionReading, ranked: Sequence[Ranked], facts: Sequence[FactRow]) -> frozenset[str]:
    """The lines that must be meant, whatever their words: the contact, the only code with the name that is asked, and
    the line that corrected what is asked without naming it again."""
    codes = {
        row["episode_id"] or "" for row in facts if row["status"] == "active" and named_code(question, _key_of(row))
    }
    meant = covering_turns(question, facts, only=_SINGULAR) | (frozenset(codes) if len(codes) == 1 else frozenset())
    if question.first:
        return meant
    stand = {row["episode_id"] for row in facts if row["status"] == "active" and asks_for(question, row)}
    return meant | {i.line.key for i in ranked if i.line.key in stand and mends(i.line.reading)}


def covering_turns(
    question: QuestionReading, facts: Sequence[FactRow], *, status: str = "active", only: frozenset[str] = frozenset()
) -> frozenset[str]:
    chosen = [row for row in facts if row["status"] == status and (not only or row["attribute"] in only)]
    return frozenset(row["episode_id"] or "" for row in chosen if covers(question, _key_of(row)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Key:
    subject: str
    entity: str
    attribute: str
    text: str


def _key_of(row: FactRow) -> _Key:
    return _Key(subject=row["subject"], entity=row["entity"], attribute=row["attribute"], text=row["text"])
