"""An entry of the audit log, arranged for the page. Pure, but for the look-up of routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import NoReverseMatch, reverse

from audit.api import Entry
from console.words import word

_PAGES = {
    "bot": "console:bot",
    "conversation": "console:conversation",
    "document": "console:document",
    "customer": "console:customer",
    "fact": "console:fact",
    "source": "console:source",
    "record_table": "console:record_table",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    seq: int
    at: datetime
    who: str
    verb: str
    subject_kind: str
    subject_id: str
    url: str  # "" where the subject has no page
    detail: str


def line(entry: Entry, names: Mapping[str, str]) -> Line:
    return Line(
        seq=entry.seq,
        at=entry.at,
        who=names.get(entry.actor.id) or word(entry.actor.kind, "actor"),
        verb=entry.verb,
        subject_kind=entry.subject_kind,
        subject_id=entry.subject_id,
        url=_url(entry),
        detail=", ".join(f"{name}: {_plain(value)}" for name, value in entry.detail.items()),
    )


def _url(entry: Entry) -> str:
    try:
        return reverse(_PAGES[entry.subject_kind], args=[entry.subject_id])
    except (KeyError, NoReverseMatch):
        return ""


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) or "–" if isinstance(value, list) else str(value)
