"""What crosses memory's border: frozen values, never rows of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from memory.policy import FREE, MemoryPolicy

MemoryMode = Literal["long_term", "conversation", "stateless"]


class FactKind(StrEnum):
    PREFERENCE = "preference"
    FACT = "fact"
    STATUS = "status"
    EVENT = "event"
    CONTACT = "contact"
    DECISION = "decision"


class FactStatus(StrEnum):
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    COLD = "cold"
    QUARANTINED = "quarantined"
    ERASED = "erased"
    WRONG = "wrong"


class Authority(StrEnum):
    """Who vouches for it. The bot's own words are no source of facts."""

    CUSTOMER = "customer"
    RECORD = "record"
    STAFF = "staff"


class Cardinality(StrEnum):
    ONE = "one"
    SET = "set"
    SERIES = "series"


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerMessage:
    """One accepted line of a customer; `at` is aware, `time_zone` an IANA name or an offset such as +08:00."""

    customer_id: UUID
    conversation_id: UUID
    message_id: UUID
    seq: int
    text: str
    at: datetime
    time_zone: str = "UTC"
    locale: str = ""
    mode: MemoryMode = "long_term"
    policy: MemoryPolicy = FREE
    summary_every: int = 8  # turns of the customer


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTurn:
    """What the bot or an agent said. It is kept as an episode; only a promise of an agent becomes an open point."""

    customer_id: UUID
    conversation_id: UUID
    message_id: UUID
    seq: int
    text: str
    at: datetime
    author: Literal["bot", "agent"] = "bot"
    mode: MemoryMode = "long_term"
    policy: MemoryPolicy = FREE
    answers: bool = False  # it answered what the customer asked before, from a source or by a human's word


TakenBack = Literal["", "forgotten", "withdrawn", "nothing"]  # "nothing": there was nothing to forget


@dataclass(frozen=True, slots=True, kw_only=True)
class PreWrite:
    """What the accept transaction already knows of a line."""

    episode_id: UUID | None
    fact_ids: tuple[UUID, ...] = ()
    quarantined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnText:
    author: Literal["customer", "bot", "agent"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSpan:
    """Where it was said: characters [start, end) of the message."""

    message_id: UUID
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    tenant_id: UUID
    customer_id: UUID
    conversation_id: UUID
    message_id: UUID | None
    question: str
    now: datetime
    recent: tuple[TurnText, ...] = ()
    time_zone: str = "UTC"
    mode: MemoryMode = "long_term"
    limit: int = 5
    least: float = 0.0  # confidence below which nothing is given, where it is above the calibrated one


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledFact:
    fact_id: UUID
    text: str
    subject: str
    entity: str
    attribute: str
    value: str
    normal: str
    kind: FactKind
    status: FactStatus
    score: float
    confidence: float
    observed_at: datetime
    source: SourceSpan
    negative: bool = False  # it tells what is not so


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledEpisode:
    episode_id: UUID
    text: str
    author: Literal["customer", "bot", "agent"]
    at: datetime
    score: float
    conversation_id: UUID
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A candidate that was not injected, and why: floor, limit, duplicate, superseded, covered."""

    item_id: UUID
    layer: Literal["fact", "episode"]
    text: str
    score: float
    reason: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """A standing decision, an open request or a promise made by staff."""

    point_id: UUID
    kind: Literal["chosen", "ruled_out", "request", "promise"]
    text: str
    at: datetime
    source: SourceSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedBack:
    """The answer to a question about another time than now: `facts` are the earlier version, or the latest points of
    a series, whose figure `texts` tell in "zh" and "en"."""

    facts: tuple[RecalledFact, ...]
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """`question` stands alone after rewriting; `confidence` is the probability that the best entry answers it;
    milliseconds by step in `timings_ms`."""

    gate_open: bool
    gate_reason: str
    question: str
    facts: tuple[RecalledFact, ...] = ()
    episodes: tuple[RecalledEpisode, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    decisions: tuple[OpenPoint, ...] = ()
    summary: str = ""
    confidence: float = 0.0
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    looked_back: LookedBack | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAnswer:
    """A short answer from memory. `unknown`: it asks for the customer's own information and there is no record."""

    text: str
    used: tuple[UUID, ...]
    outcome: Literal["answered", "unknown"]
    confidence: float
    named: bool = True  # False: the question asks nothing of the customer's own, nor names what was told


@dataclass(frozen=True, slots=True, kw_only=True)
class FactView:
    """A fact as the console shows it."""

    fact_id: UUID
    customer_id: UUID
    text: str
    subject: str
    entity: str
    attribute: str
    value: str
    normal: str
    kind: FactKind
    status: FactStatus
    cardinality: Cardinality
    authority: Authority
    confidence: float
    pinned: bool
    observed_at: datetime
    valid_from: datetime | None
    valid_until: datetime | None
    use_count: int
    source: SourceSpan | None
    replaces: UUID | None
    replaced_by: UUID | None
    merged_into: UUID | None = None
    conversation_id: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptView:
    """One candidate of one answer: was it injected, why or why not, and did the reply use it."""

    reply_id: UUID
    item_id: UUID
    layer: Literal["fact", "episode"]
    injected: bool
    reason: str
    score: float
    used: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasView:
    """A word of a customer's that stands under another one's name; `score`: the cosine of the two."""

    alias_id: UUID
    word: str
    canonical: str
    how: str
    score: float
    at: datetime
    undone_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerMemory:
    """All that is held about one customer, newest first."""

    customer_id: UUID
    facts: tuple[FactView, ...]
    open_points: tuple[OpenPoint, ...]
    quarantined: tuple[FactView, ...]
    summary: str
    episode_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerRow:
    customer_id: UUID
    name: str
    external_id: str
    active_facts: int
    episodes: int
    last_seen: datetime | None
