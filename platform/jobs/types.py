from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass(kw_only=True, slots=True)
class Lease:
    """A claimed job. `token` fences: whoever claims later has another one.

    The lease is short, so that a crash shows soon, and kept alive for `patience` while the job runs: jobs/keep.py.
    """

    tenant_id: uuid.UUID
    job_id: uuid.UUID
    kind: str
    payload: Mapping[str, str]
    token: uuid.UUID
    attempt: int  # from 1
    max_attempts: int
    length: timedelta
    patience: timedelta
    keep_until: float = field(default=0.0)  # on the process's own monotonic clock
    finished: bool = field(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class DueJob:
    tenant_id: uuid.UUID
    job_id: uuid.UUID
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class QueueHealth:
    due: int
    oldest_due_seconds: float  # 0 when nothing is due
    dead: int


@dataclass(frozen=True, kw_only=True, slots=True)
class JobView:
    id: uuid.UUID
    kind: str
    state: str
    attempts: int
    last_error: str
    created_at: datetime
    finished_at: datetime | None
