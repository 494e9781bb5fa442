"""Business records: what is asked, and cells with their provenance."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from knowledge.types.documents import Language

ColumnType = Literal["text", "integer", "money", "date", "time", "datetime", "enum"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordQuery:
    tenant_id: uuid.UUID
    customer_id: uuid.UUID
    external_id: str  # how the customer is named in the business's own tables; "" when nobody vouches for it
    email: str  # verified, or ""
    question: str
    recent: tuple[str, ...]  # what the customer wrote before, newest last: an identifier given earlier still counts
    language: Language
    now: datetime
    bot_id: uuid.UUID | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordCell:
    table: str
    key: str
    column: str
    label: str  # the column in words of the customer's language
    value: str  # canonical: "CNY 21460" in minor units is never used; money is "CNY 214.60", dates ISO 8601
    text: str  # rendered by the program for the customer's language and locale
    read_at: datetime

    @property
    def placeholder(self) -> str:
        return f"⟨{self.table}.{self.column}⟩"


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordHit:
    table: str
    title: str  # of the table, in words
    key: str
    cells: tuple[RecordCell, ...]
    asked: tuple[str, ...]  # columns that the question asks for; empty: not known which
    sentence: str  # the asked cells as one sentence for the customer, made from templates
    read_at: datetime


RecordOutcome = Literal["not_asked", "found", "not_found", "ask_identifier", "unavailable"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordResult:
    outcome: RecordOutcome = "not_asked"
    hits: tuple[RecordHit, ...] = ()
    reply: str = ""  # what to say when not found, or what to ask for; in the customer's language
    choices: tuple[str, ...] = ()  # keys of the rows that the question may mean, where it is to be asked which
    timings_ms: Mapping[str, float] = field(default_factory=dict)


OwnerKindName = Literal["nobody", "external_id", "email"]
TrialFault = Literal[
    "",
    "placeholder",  # neither {key} nor {owner} stands in the address or the body
    "forbidden",
    "unknown_name",
    "timeout",
    "too_large",
    "unreachable",
    "status",
    "not_json",
    "no_rows",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordTableRow:
    table_id: uuid.UUID
    name: str
    titles: Mapping[str, str]
    rows: int
    key_column: str
    owner_column: str  # "": anybody may read
    columns: tuple[tuple[str, str], ...]  # name, type
    connected: bool  # read from another program
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class ColumnSample:
    """A column as a file or an answer shows it, before anything is stored."""

    name: str
    type: ColumnType  # as told from the values
    label: str
    samples: tuple[str, ...]
    filled: int  # rows that have a value
    label_zh: str = ""
    currency: str = ""  # that the values themselves tell


@dataclass(frozen=True, kw_only=True, slots=True)
class TablePreview:
    columns: tuple[ColumnSample, ...]
    rows: int
    first: tuple[tuple[str, ...], ...]  # rows as they would be stored, columns in order
    key_column: str  # suggestions, "" where none offers itself
    owner_column: str
    owner_kind: OwnerKindName


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportSummary:
    """What an import did, row by row; of a key that comes twice the last row counts."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    without_key: int = 0  # left out
    without_owner: int = 0  # kept, and shown to no customer
    repeated: int = 0
    misfits: Mapping[str, int] = field(default_factory=dict)  # column -> values that do not fit its type, kept as text
    unknown: tuple[str, ...] = ()  # columns of the file that the table does not have


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordLine:
    key: str
    owner: str
    cells: tuple[str, ...]  # canonical, in the order of the table's columns
    read_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordPage:
    rows: tuple[RecordLine, ...]
    total: int
    number: int  # from 1
    pages: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectorTrial:
    """What the other program said to one question."""

    fault: TrialFault
    url: str  # as it was asked
    status: int  # 0: there was no answer
    taken_ms: float
    rows: tuple[Mapping[str, str], ...]  # every path of the answer with its value, unmapped
    body: str  # its beginning
