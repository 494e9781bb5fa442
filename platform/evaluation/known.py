"""What memory knows of a script, before any question is asked: at once, and at the end."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from evaluation.judging import holds_answer
from evaluation.suite import Row
from memory import api as memory
from memory.types import Recall, RecallQuery

NUMBERS = "number_or_code"


def at_once(
    questions: Sequence[Row], turn: str, *, tenant_id: uuid.UUID, customer_id: uuid.UUID, talk: uuid.UUID, at: datetime,
    time_zone: str,
) -> Iterator[bool]:  # fmt: skip
    """Of each question about a number or code that this line answers: can the very next turn recall it?

    No job of memory has run since the line was said."""
    for question in questions:
        if question.get("category") == NUMBERS and _last_evidence(question) == turn:
            found = memory.recall(
                RecallQuery(
                    tenant_id=tenant_id, customer_id=customer_id, conversation_id=talk, message_id=None,
                    question=str(question["question"]), now=at + timedelta(minutes=1), time_zone=time_zone,
                )
            )  # fmt: skip
            yield holds_answer(_given(found), question)


def _last_evidence(question: Row) -> str:
    evidence = question.get("evidence")
    return max((str(turn) for turn in evidence), key=_place) if isinstance(evidence, list) and evidence else ""


def _place(turn: str) -> tuple[int, int]:
    """Session and number of "s2t11"."""
    session, _, number = turn.removeprefix("s").partition("t")
    return int(session), int(number)


def _given(found: Recall) -> str:
    facts = [f"{fact.value} {fact.text}" for fact in found.facts]
    return "\n".join([*facts, *(episode.text for episode in found.episodes)])


def in_facts(questions: Sequence[Row], facts: Sequence[Mapping[str, object]]) -> Iterator[bool]:
    """Of each answerable question: does its answer stand in a current fact of one of the lines that answer it?"""
    for question in questions:
        evidence = question.get("evidence")
        if question.get("category") == "unknown" or not isinstance(evidence, list):
            continue
        held = [fact for fact in facts if fact["status"] == "active" and _told_in(fact, evidence)]
        yield holds_answer("\n".join(" ".join(map(str, _words(fact))) for fact in held), question)


def _told_in(fact: Mapping[str, object], evidence: Sequence[object]) -> bool:
    sources = fact["sources"]
    return isinstance(sources, list) and bool(set(sources) & set(evidence))


def _words(fact: Mapping[str, object]) -> tuple[object, ...]:
    return fact["subject"], fact["entity"], fact["value"], fact["normal"]
