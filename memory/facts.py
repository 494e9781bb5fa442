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
    said: str = ""  # the entity as said, where it stands under an alias's name

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
    alive: dict[str, Statement] = {}  # by value, in the order of the time when it was last said
    for statement in timeline:
        takes_back = statement.operation in ("retract", "forget")
        gone = _gone(statement, alive, all_values=takes_back and not statement.normal)
        for old in gone:
            del alive[old.normal]
            status = FactStatus.RETRACTED if takes_back else FactStatus.SUPERSEDED
            out[old.fact_id] = Standing(status=status, replaces=out[old.fact_id].replaces)
        if not takes_back:
            alive[statement.normal] = statement
        status = FactStatus.RETRACTED if takes_back else FactStatus.ACTIVE
        out[statement.fact_id] = Standing(status=status, replaces=gone[-1].fact_id if gone else None)


def _gone(statement: Statement, alive: Mapping[str, Statement], *, all_values: bool) -> list[Statement]:
    """What a statement puts an end to. One look by value: a set may have thousands of members."""
    states = statement.operation not in ("retract", "forget")
    if all_values or (states and statement.cardinality is Cardinality.ONE):
        return list(alive.values())
    if states and statement.cardinality is Cardinality.SERIES and statement.operation == "correct":
        return [a for a in alive.values() if day_of(a.normal) == day_of(statement.normal)]
    return [alive[statement.normal]] if statement.normal in alive else []


def day_of(normal: str) -> str:
    """The day that the normalised value of a point of a series begins with: "2026-03-04 5 km"."""
    return normal[:10]


def held_at(statements: Iterable[Statement], at: datetime) -> frozenset[UUID]:
    """What held at a time, by what had been said until then. What is cold or has run out today held in its day."""
    then = [replace(s, held=_then(s.held)) for s in statements if s.observed_at <= at]
    return frozenset(key for key, rule in standing(then).items() if rule.status is FactStatus.ACTIVE)


def _then(status: FactStatus) -> FactStatus:
    return FactStatus.ACTIVE if status in (FactStatus.COLD, FactStatus.EXPIRED) else status
