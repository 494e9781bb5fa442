"""What crosses the border of knowledge/: frozen, without a database behind it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Language = Literal["zh", "zh-Hant", "en"]
DocumentKind = Literal["text", "pair", "file", "page"]
DocumentState = Literal["waiting", "indexing", "live", "failed", "removed"]
# words_only: the embedder or the vector store did not answer; not_reranked: the reranker did not, the order is our own
Degraded = Literal["", "words_only", "not_reranked"]
RejectReason = Literal["weak", "duplicate", "expired", "over_limit"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """For whom and when a document holds."""

    overrides: bool = False  # wins over what a model believes
    effective_from: datetime | None = None
    expires_at: datetime | None = None
    bot_ids: tuple[uuid.UUID, ...] = ()  # empty: every bot of the tenant


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchQuery:
    tenant_id: uuid.UUID
    question: str
    language: Language
    now: datetime  # decides which revisions are effective
    limit: int = 6
    bot_id: uuid.UUID | None = None  # documents bound to other bots stay out
    document_ids: tuple[uuid.UUID, ...] | None = None  # None: all; () finds nothing
    recent: tuple[str, ...] = ()  # earlier turns, newest last: their words count, less, for finding
    embed: bool = True  # False: words only, when a caller has no time


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    chunk_id: uuid.UUID
    document_id: uuid.UUID
    revision_id: uuid.UUID
    kind: DocumentKind
    title: str
    heading: str  # path of headings above the passage, joined by " > "
    text: str  # of a question-answer pair: the answer; its question is the heading
    url: str  # "" without one
    position: int  # from 0, within the revision
    score: float  # fused, only comparable within one search
    word_score: float
    vector_score: float  # cosine
    confidence: float  # calibrated probability in [0, 1] that this passage answers the question
    best_sentence: str
    overrides: bool = False  # marked as winning over what a model believes
    effective_from: datetime | None = None
    revised_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RejectedPassage:
    chunk_id: uuid.UUID
    title: str
    score: float
    confidence: float
    reason: RejectReason


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResult:
    passages: tuple[Passage, ...] = ()  # best first
    confidence: float = 0.0  # calibrated probability in [0, 1] that the best passage answers the question
    fitted: float | None = None  # the confidence before the tenant's own correction; None without a passage
    fitted_by: str = ""  # the version of the shipped model
    answerable_hint: str = ""  # what the question names and no passage holds, for a clarifying reply
    rejected: tuple[RejectedPassage, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)  # embed, search, score, rerank
    degraded: Degraded = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PassageView:
    """One passage as a citation opens it, also when a newer revision has replaced it."""

    chunk_id: uuid.UUID
    document_id: uuid.UUID
    revision_id: uuid.UUID
    revision_number: int
    title: str
    heading: str
    text: str
    url: str
    position: int
    before: str  # neighbouring text in the same revision, "" at the edge
    after: str
    current: bool  # False: a newer revision is live, or the document was removed
    revised_at: datetime
    replaced_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentRow:
    document_id: uuid.UUID
    title: str
    kind: DocumentKind
    state: DocumentState
    language: Language
    chunks: int
    embedded: int  # of those chunks; the share is the indexing progress
    revision_number: int  # 0 while nothing is live
    overrides: bool
    source_id: uuid.UUID | None
    source_name: str
    url: str
    error: str
    updated_at: datetime
    effective_from: datetime | None
    expires_at: datetime | None
    stale: bool  # expired, or its source has failed for long
    bot_ids: tuple[uuid.UUID, ...] = ()  # empty: every bot of the tenant


@dataclass(frozen=True, kw_only=True, slots=True)
class RevisionRow:
    revision_id: uuid.UUID
    number: int
    made_at: datetime
    origin: Literal["upload", "edit", "refresh", "rollback"]
    live: bool
    characters: int
    added: int  # lines against the revision before
    removed: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ChunkRow:
    chunk_id: uuid.UUID
    position: int
    heading: str
    text: str
    page: int | None
    edited: bool
    embedded: bool
    cited: int  # times a reply cited it


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentView:
    row: DocumentRow
    text: str  # of the live revision, or of the newest when none is live
    question: str  # of a question-answer pair
    notes: tuple[str, ...]  # what the parser left out
    revisions: tuple[RevisionRow, ...]  # newest first
    chunks: tuple[ChunkRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """One page of a list; `total` counts all of it."""

    rows: tuple[DocumentRow, ...]
    total: int
    number: int  # from 1
    pages: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviewPassage:
    heading: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class UploadPreview:
    """A file as it would be stored."""

    title: str
    language: Language
    characters: int
    encoding: str
    notes: tuple[str, ...]
    passages: tuple[PreviewPassage, ...]
    replaces: str  # the title of the document that would get a revision; "" for a new one
    unchanged: bool  # that document says this already


PairFate = Literal["added", "changed", "unchanged", "incomplete"]  # the last has no question, or no answer


@dataclass(frozen=True, kw_only=True, slots=True)
class PairLine:
    question: str
    answer: str
    fate: PairFate


@dataclass(frozen=True, kw_only=True, slots=True)
class BulkChange:
    """None leaves a property as it is."""

    remove: bool = False
    overrides: bool | None = None
    language: Language | None = None
    sets_expiry: bool = False
    expires_at: datetime | None = None  # with sets_expiry: None lifts it


DiffKind = Literal["same", "added", "removed", "changed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffLine:
    kind: DiffKind
    before: str
    after: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduledRow:
    """A text that goes live on its day, against what stands there now."""

    scheduled_id: uuid.UUID
    title: str
    due_at: datetime
    made_at: datetime
    lines: tuple[DiffLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffPart:
    """A stretch of a changed line: in both, or in one alone."""

    text: str
    changed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexMove:
    """Another embedder's vectors are being made; the old ones answer meanwhile."""

    space: str  # serves
    target: str
    done: int  # passages
    total: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerNote:
    """What bots tell about a finished reply, so that gaps, thresholds and citations can be looked at later."""

    reply_id: uuid.UUID
    conversation_id: uuid.UUID
    bot_id: uuid.UUID
    customer_id: uuid.UUID
    question: str
    language: Language
    confidence: float
    threshold: float
    outcome: str
    cited_chunks: tuple[uuid.UUID, ...]
    best_chunk: uuid.UUID | None
    at: datetime
    fitted: float | None = None  # as SearchResult
    fitted_by: str = ""
