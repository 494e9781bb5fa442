"""Where documents come from by themselves."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

SourceKindName = Literal["page", "sitemap", "feed", "folder", "push"]
RhythmName = Literal["manual", "hourly", "daily", "weekly", "cron"]
TroubleCode = Literal[
    "robots",  # the site asks programs not to read it
    "private",
    "too_large",
    "timeout",
    "unknown_name",
    "unreachable",
    "redirects",
    "status",  # detail: the number that was answered
    "unreadable",  # detail: the parser's reason, an English msgid
    "empty",
    "crashed",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Trouble:
    """Why a page, or the whole source, brought nothing in the last run."""

    url: str  # or the name of a file
    code: TroubleCode
    detail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSource:
    name: str
    kind: SourceKindName
    url: str = ""
    rhythm: RhythmName = "daily"
    cron: str = ""  # five fields, in the tenant's time zone
    prefix: str = ""  # only addresses that start so
    most_pages: int = 200
    overrides: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceRow:
    source_id: uuid.UUID
    name: str
    kind: SourceKindName
    url: str
    rhythm: RhythmName
    cron: str
    paused: bool
    running: bool
    pages: int
    failures: int
    last_run_at: datetime | None
    next_run_at: datetime | None
    last_result: Mapping[str, int]  # added, changed, unchanged, removed, failed, forbidden
    error: str  # "", or an English msgid
    troubles: tuple[Trouble, ...]
    prefix: str
    most_pages: int
    overrides: bool
