"""Sources as an operator handles them: add, change, pause, run now, remove."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Count

from audit.api import SYSTEM, Actor, record
from jobs.api import enqueue
from knowledge.errors import BadSource, SourceNotFound
from knowledge.models import Document, Source
from knowledge.models.documents import DocumentState
from knowledge.models.sources import Rhythm, SourceKind
from knowledge.sources.pages import drop_missing
from knowledge.sources.schedule import next_run, valid_cron
from knowledge.sources.troubles import read
from knowledge.types import NewSource, SourceRow
from ports import get_port
from ports.ids import new_id
from tenants.api import get_tenant
from tenants.scope import current_tenant_id

_FETCHED = frozenset({SourceKind.PAGE, SourceKind.SITEMAP, SourceKind.FEED})


def add_source(new: NewSource, *, actor_id: uuid.UUID | None = None) -> uuid.UUID:
    """A fetched source is looked at right away. Raises BadSource."""
    if new.kind in _FETCHED and not new.url.startswith(("http://", "https://")):
        raise BadSource
    source = Source(kind=new.kind, url=new.url.strip())
    _describe(source, new)
    source.save(force_insert=True)
    _audit("knowledge.source.added", source.id, actor_id)
    if new.kind in _FETCHED:
        _queue(source)
    return source.id


def change_source(source_id: uuid.UUID, new: NewSource, *, actor_id: uuid.UUID | None = None) -> None:
    """All but its kind and address. Raises SourceNotFound, BadSource."""
    source = find_source(source_id)
    overrode = source.overrides
    _describe(source, new)
    source.next_run_at = _next(source, source.last_run_at or get_port("clock").now())
    source.save()
    if source.overrides != overrode:
        Document.objects.filter(source=source).update(overrides=source.overrides)
    _audit("knowledge.source.changed", source.id, actor_id)


def refresh_now(source_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Raises SourceNotFound; BadSource where nothing is fetched."""
    source = find_source(source_id)
    if source.kind not in _FETCHED:
        raise BadSource
    _queue(source)
    _audit("knowledge.source.refreshed", source.id, actor_id)


def pause_source(source_id: uuid.UUID, *, paused: bool, actor_id: uuid.UUID | None = None) -> None:
    source = find_source(source_id)
    source.paused = paused
    if not paused:
        source.next_run_at = _next(source, get_port("clock").now())
    source.save(update_fields=["paused", "next_run_at"])
    _audit("knowledge.source.paused" if paused else "knowledge.source.resumed", source.id, actor_id)


def remove_source(source_id: uuid.UUID, *, with_documents: bool, actor_id: uuid.UUID | None = None) -> None:
    """Its documents go with it, or stay as they are."""
    source = find_source(source_id)
    if with_documents:
        drop_missing(source, ())
    Document.objects.filter(source=source).update(source=None)
    source.delete()
    _audit("knowledge.source.removed", source_id, actor_id)


def list_sources() -> tuple[SourceRow, ...]:
    counts = _pages()
    return tuple(_row(source, counts) for source in Source.objects.order_by("name", "id"))


def read_source(source_id: uuid.UUID) -> SourceRow:
    return _row(find_source(source_id), _pages(source_id))


def queue_due() -> int:
    """For the schedule: every source whose time has come; the number queued."""
    now = get_port("clock").now()
    due = list(Source.objects.filter(paused=False, next_run_at__lte=now, kind__in=_FETCHED))
    for source in due:
        _queue(source)
        source.next_run_at = _next(source, now)
        source.save(update_fields=["next_run_at"])
    return len(due)


def find_source(source_id: uuid.UUID) -> Source:
    source = Source.objects.filter(id=source_id).first()
    if source is None:
        raise SourceNotFound
    return source


def _describe(source: Source, new: NewSource) -> None:
    if new.rhythm == "cron" and not valid_cron(new.cron):
        raise BadSource
    fetched = source.kind in _FETCHED
    source.name = (new.name.strip() or source.url)[:200]
    source.rhythm = new.rhythm if fetched else Rhythm.MANUAL
    source.cron = new.cron.strip() if source.rhythm == Rhythm.CRON else ""
    source.prefix, source.most_pages, source.overrides = new.prefix.strip(), new.most_pages, new.overrides
    try:
        source.full_clean(exclude=["tenant"])
    except ValidationError as error:
        raise BadSource from error


def _next(source: Source, after: datetime) -> datetime | None:
    zone = get_tenant(current_tenant_id()).time_zone
    return next_run(source.rhythm, cron=source.cron, time_zone=zone, after=after)


def _queue(source: Source) -> None:
    """It counts as running from now on; the job, or its burial, ends that."""
    Source.objects.filter(id=source.id).update(running=True)
    enqueue(
        kind="knowledge.refresh",
        dedup_key=str(new_id()),
        partition=f"source:{source.id}",
        payload={"source": str(source.id)},
    )


def _pages(source_id: uuid.UUID | None = None) -> Mapping[uuid.UUID, int]:
    """Live documents by source."""
    rows = Document.objects.exclude(state=DocumentState.REMOVED).exclude(source=None)
    rows = rows.filter(source_id=source_id) if source_id else rows
    return {source: number for source, number in rows.values_list("source_id").annotate(number=Count("id")) if source}


def _row(source: Source, pages: Mapping[uuid.UUID, int]) -> SourceRow:
    return SourceRow(
        source_id=source.id,
        name=source.name,
        kind=source.kind,  # type: ignore[arg-type]  # the column holds one of them
        url=source.url,
        rhythm=source.rhythm,  # type: ignore[arg-type]  # the column holds one of them
        cron=source.cron,
        paused=source.paused,
        running=source.running,
        pages=pages.get(source.id, 0),
        failures=source.failures,
        last_run_at=source.last_run_at,
        next_run_at=source.next_run_at,
        last_result=dict(source.last_result),
        error=source.error,
        troubles=read(source.troubles),
        prefix=source.prefix,
        most_pages=source.most_pages,
        overrides=source.overrides,
    )


def _audit(verb: str, source_id: uuid.UUID, actor_id: uuid.UUID | None) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("source", str(source_id)), actor=actor)
