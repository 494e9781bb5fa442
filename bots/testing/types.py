"""What crosses the border of the test cases."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from bots.testing.expect import Expected, Failure


@dataclass(frozen=True, kw_only=True, slots=True)
class CaseView:
    """`passed`: in the last run that had it; None before its first."""

    id: uuid.UUID
    bot_id: uuid.UUID
    question: str
    context: tuple[tuple[str, str], ...]  # (author, text)
    expected: Expected
    note: str
    message_id: uuid.UUID | None  # the reply that it was made from
    conversation_id: uuid.UUID | None
    created_at: datetime
    passed: bool | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultView:
    case: CaseView
    passed: bool
    failures: tuple[Failure, ...]
    reply: str
    outcome: str
    ms: float


@dataclass(frozen=True, kw_only=True, slots=True)
class RunView:
    id: uuid.UUID
    bot_id: uuid.UUID
    number: int
    draft: bool
    state: str  # queued, done, failed
    total: int
    done: int
    passed: int
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportView:
    id: uuid.UUID
    message_id: uuid.UUID
    reason: str
    note: str
    person_id: uuid.UUID | None
    created_at: datetime
    case_id: uuid.UUID | None = None
