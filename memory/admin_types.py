"""What the console shows of memory's own doings: how a line was read, and what a compaction gathered. Frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.types import FactView


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRunRow:
    """One line of a customer in the list of what was read. `kept`: facts that stand for it."""

    message_id: UUID
    text: str
    at: datetime
    flags: tuple[str, ...]
    kept: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRunView:
    """What each step of the pipeline made of one line, in order; the facts as they are today."""

    message_id: UUID
    customer_id: UUID
    text: str
    at: datetime
    steps: tuple[Mapping[str, object], ...]
    facts: tuple[FactView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """`general` speaks for `sources`."""

    general: FactView
    sources: tuple[FactView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Is a source still there: its row, behind its general entry, with the sentence it was read from?"""

    fact_id: UUID
    fact: FactView | None
    reachable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenGathering:
    general_id: UUID
    general: FactView | None
    sources: tuple[Proof, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionView:
    run_id: UUID
    customer_id: UUID
    at: datetime
    undone_at: datetime | None
    gatherings: tuple[ProvenGathering, ...]

    @property
    def sources(self) -> int:
        return sum(len(gathering.sources) for gathering in self.gatherings)

    @property
    def reachable(self) -> int:
        return sum(proof.reachable for gathering in self.gatherings for proof in gathering.sources)
