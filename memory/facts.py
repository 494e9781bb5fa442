"""Facts as values: what extraction proposes, and which of a customer's facts hold now. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from memory.types import Cardinality, FactKind, FactStatus
from memory.words import canonical

Operation = Literal["state", "replace", "correct", "reattribute", "retract", "forget"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One fact as read off a line; characters [start, end) of it hold the value's clause."""

    kind: FactKind
    subject: str
    entity: str
    attribute: str
    value: str
    normal: str
    text: str
    start: int
    end: int
    cardinality: Cardinality = Cardinality.ONE
    negative: bool = False
    confidence: float = 0.7
    operation: Operation = "state"
    at_once: bool = False  # certain enough for the pre-write
    valid_from: datetime | None = None

    @property
    def key(self) -> str:
        """What versions of one fact share: whatever word, in whatever language, the person was called by."""
        return f"{canonical(self.subject) if self.subject else ''}|{self.entity}|{self.attribute}".lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A stored fact as the version rules see it."""

    fact_id: UUID
    key: str
    normal: str
    cardinality: Cardinality
    operation: Operation
    observed_at: datetime
    order: str  # breaks ties of time: the message's id and the place in it
    held: FactStatus  # a status that no rule changes (wrong, erased, quarantined, cold), or active


HELD = frozenset({FactStatus.ERASED, FactStatus.WRONG, FactStatus.QUARANTINED, FactStatus.EXPIRED, FactStatus.COLD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    status: FactStatus
    replaces: UUID | None = None


def standing(statements: Iterable[Statement]) -> Mapping[UUID, Standing]:
    """What holds now, from all statements of a customer. The order of arrival does not matter, only when each was said.

    One: the last statement supersedes. Set: each value stands until it is retracted by value, or all of them by key.
    Series: every dated point stands; the same point said twice is one, and a correction replaces those of its day.
    """
    out: dict[UUID, Standing] = {}
    keys: dict[str, list[Statement]] = {}
    for statement in statements:
        if statement.held in HELD:
            out[statement.fact_id] = Standing(status=statement.held)
        else:
            keys.setdefault(statement.key, []).append(statement)
    for members in keys.values():
        _settle(sorted(members, key=lambda s: (s.observed_at, s.order, s.normal)), out)
    return out


def _settle(timeline: list[Statement], out: dict[UUID, Standing]) -> None:
    alive: list[Statement] = []
    for statement in timeline:
        if statement.operation in ("retract", "forget"):
            gone = [a for a in alive if not statement.normal or a.normal == statement.normal]
            for old in gone:
                out[old.fact_id] = Standing(status=FactStatus.RETRACTED, replaces=out[old.fact_id].replaces)
            alive = [a for a in alive if a not in gone]
            out[statement.fact_id] = Standing(status=FactStatus.RETRACTED, replaces=gone[-1].fact_id if gone else None)
            continue
        replaced = _replaced_by(statement, alive)
        for old in replaced:
            out[old.fact_id] = Standing(status=FactStatus.SUPERSEDED, replaces=out[old.fact_id].replaces)
        alive = [a for a in alive if a not in replaced] + [statement]
        out[statement.fact_id] = Standing(status=FactStatus.ACTIVE, replaces=replaced[-1].fact_id if replaced else None)


def _replaced_by(statement: Statement, alive: list[Statement]) -> list[Statement]:
    if statement.cardinality is Cardinality.ONE:
        return list(alive)
    if statement.cardinality is Cardinality.SERIES and statement.operation == "correct":
        return [a for a in alive if day_of(a.normal) == day_of(statement.normal)]
    return [a for a in alive if a.normal == statement.normal]


def day_of(normal: str) -> str:
    """The day that the normalised value of a point of a series begins with: "2026-03-04 5 km"."""
    return normal[:10]


def held_at(statements: Iterable[Statement], at: datetime) -> frozenset[UUID]:
    """What held at a time, by what had been said until then. What is cold or has run out today held in its day."""
    then = [replace(s, held=_then(s.held)) for s in statements if s.observed_at <= at]
    return frozenset(key for key, rule in standing(then).items() if rule.status is FactStatus.ACTIVE)


def _then(status: FactStatus) -> FactStatus:
    return FactStatus.ACTIVE if status in (FactStatus.COLD, FactStatus.EXPIRED) else status
