"""What an operator looks at: gaps, contradictions, thresholds, the state of it all."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from knowledge.thresholds import Point
from knowledge.types.documents import Language


@dataclass(frozen=True, kw_only=True, slots=True)
class Gap:
    """Questions alike that nobody could answer."""

    question: str  # the shortest of them
    count: int
    thumbs_down: int
    examples: tuple[str, ...]
    conversation_ids: tuple[uuid.UUID, ...]
    question_ids: tuple[uuid.UUID, ...]
    language: Language
    last_asked_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class ContradictionSide:
    chunk_id: uuid.UUID
    document_id: uuid.UUID
    title: str
    heading: str
    text: str
    sentence: str
    value: str  # as written
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class ContradictionRow:
    contradiction_id: uuid.UUID
    first: ContradictionSide
    second: ContradictionSide
    found_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class TestQuestionRow:
    __test__ = False  # for pytest, which takes its name for a test's

    test_id: uuid.UUID
    question: str
    document_id: uuid.UUID | None  # None: must be declined
    document_title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LabQuestion:
    question: str
    confidence: float
    right: bool | None  # None: nobody marked it
    answerable: bool
    origin: Literal["past", "test"]
    conversation_id: uuid.UUID | None
    withheld: bool = False  # sure enough, but no sentence passed the check: no threshold would have answered it
    reply_id: uuid.UUID | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Lab:
    questions: tuple[LabQuestion, ...]
    points: tuple[Point, ...]  # thresholds 0, 0.01, …, 1
    judged: int  # questions known to be right or wrong
    suggestion: float | None  # None: nothing is judged yet
    reached: float | None  # of those answered at the suggestion, the share that is right: it may fall short
    newly_answered: tuple[LabQuestion, ...]  # by the proposed threshold against the current one
    newly_declined: tuple[LabQuestion, ...]


CalibrationFate = Literal["made", "too_few", "few_new", "no_better"]


@dataclass(frozen=True, kw_only=True, slots=True)
class CalibrationRow:
    """One version of a tenant's own correction of the confidence."""

    number: int
    feedback: int  # marks by customers and operators
    tests: int  # test questions
    right: int  # of both
    error_before: float  # expected calibration error
    error_after: float  # on marks it was not fitted on
    made_at: datetime
    undone_at: datetime | None
    in_use: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationRow:
    conversation_id: uuid.UUID
    reply_id: uuid.UUID
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class KnowledgeOverview:
    documents: int
    by_state: Mapping[str, int]
    passages: int
    sources: int
    failing_sources: int
    stale: int
    contradictions: int
    open_gaps: int
