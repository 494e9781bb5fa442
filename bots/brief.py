"""What one turn hands to whoever drafts, and to whoever verifies the draft: frozen, pure."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bots.settings import BotSettings
from memory.types import TakenBack

EvidenceKind = Literal["document", "record", "memory"]
Language = Literal["zh", "zh-Hant", "en"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """Something a reply may cite as [label]: passages 1, 2, …, memories M1, …, record rows R1, …"""

    label: str
    kind: EvidenceKind
    text: str
    title: str = ""
    heading: str = ""
    url: str = ""
    item_id: uuid.UUID | None = None  # chunk, fact or episode
    revision_id: uuid.UUID | None = None
    confidence: float = 0.0  # probability in [0, 1]
    best_sentence: str = ""
    overrides: bool = False
    at: datetime | None = None
    wish: bool = False  # a memory of what the customer likes now: advice heeds it
    fields: Mapping[str, str] = field(default_factory=dict)  # of a record: placeholder -> rendered value
    columns: Mapping[str, str] = field(default_factory=dict)  # of a record: placeholder -> the column in words


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedAnswer:
    """A deterministic answer found before any model was asked: from memory or from a record."""

    text: str
    labels: tuple[str, ...]
    outcome: Literal["answered", "unknown", "clarify"]
    confidence: float


@dataclass(frozen=True, kw_only=True, slots=True)
class RecentTurn:
    author: Literal["customer", "bot", "agent"]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingDecision:
    kind: Literal["chosen", "ruled_out", "request", "promise"]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionPart:
    """One of the questions of a message that asks several. `label`: of the passage that answers it best."""

    text: str
    confidence: float = 0.0
    label: str = ""
    answer: PreparedAnswer | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SettledClaim:
    """What an earlier reply of this conversation said from its evidence, and so settled until newer evidence comes."""

    text: str  # without markers
    said_at: datetime
    evidence_at: datetime | None = None  # of the newest that it cited
    sources: tuple[str, ...] = ()  # what it cited: a revision, or a record's row
    cells: Mapping[str, str] = field(default_factory=dict)  # of the records cited: "orders/K1 orders.eta" -> value said


@dataclass(frozen=True, kw_only=True, slots=True)
class Brief:
    message: str  # the customer's own words
    question: str  # the same, rewritten so that it stands alone
    language: Language
    settings: BotSettings
    now: datetime
    route: str  # bots.route.Route.kind
    evidence: tuple[Evidence, ...] = ()
    memory_answer: PreparedAnswer | None = None
    record_answer: PreparedAnswer | None = None
    record_choices: tuple[str, ...] = ()  # keys of the rows that the question may mean
    parts: tuple[QuestionPart, ...] = ()  # where the message asks more than one thing
    picked: str = ""  # what the customer chose of the things that the bot had asked about
    taken_back: TakenBack = ""  # what became of the customer's order to forget
    noted: tuple[str, ...] = ()  # what the customer has just told, in their own words
    decisions: tuple[StandingDecision, ...] = ()
    settled: tuple[SettledClaim, ...] = ()  # oldest first
    summary: str = ""
    recent: tuple[RecentTurn, ...] = ()
    customer_words: tuple[str, ...] = ()  # all that the customer said here: literals found in it may be repeated
    company: str = ""
    names: tuple[str, ...] = ()  # folded, of the tenant's records and documents
    time_zone: str = "UTC"
    turn_number: int = 1
    topic: Mapping[str, object] = field(default_factory=dict)  # where this turn begins a new one: what the record says
    nonce: str = ""  # random, makes this turn's delimiters unforgeable

    def labelled(self, label: str) -> Evidence | None:
        return next((item for item in self.evidence if item.label == label), None)
