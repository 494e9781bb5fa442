"""Sources as an operator handles them: add, change, pause, run now, remove; push and folders."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence

from django.core.exceptions import ValidationError

from audit.api import SYSTEM, Actor, record
from jobs.api import enqueue
from knowledge.errors import BadSource, EmptyDocument, SourceNotFound, UnreadableFile
from knowledge.models import Document, Source
from knowledge.models.documents import DocumentState, Origin
from knowledge.models.sources import Rhythm, SourceKind
from knowledge.reading import markdown_of
from knowledge.revisions import NewText
from knowledge.sources.pages import Fate, drop_missing, drop_page, put_page
from knowledge.sources.schedule import next_run, valid_cron
from knowledge.types import NewSource, SourceRow
from ports import get_port
from ports.errors import ParseError
from ports.ids import new_id
from tenants.api import get_tenant
from tenants.scope import current_tenant_id

_FETCHED = frozenset({SourceKind.PAGE, SourceKind.SITEMAP, SourceKind.FEED})


def add_source(new: NewSource, *, actor_id: uuid.UUID | None) -> uuid.UUID:
    """A fetched source is looked at right away. Raises BadSource."""
    if new.kind in _FETCHED and not new.url.startswith(("http://", "https://")):
        raise BadSource
    if new.rhythm == "cron" and not valid_cron(new.cron):
        raise BadSource
    source = Source(
        name=new.name.strip() or new.url,
        kind=new.kind,
        url=new.url.strip(),
        rhythm=new.rhythm if new.kind in _FETCHED else Rhythm.MANUAL,
        cron=new.cron.strip(),
        prefix=new.prefix.strip(),
        most_pages=new.most_pages,
        overrides=new.overrides,
    )
    try:
        source.full_clean(exclude=["tenant"])
    except ValidationError as error:
        raise BadSource from error
    source.save(force_insert=True)
    _audit("knowledge.source.added", source.id, actor_id)
    if new.kind in _FETCHED:
        _queue(source)
    return source.id


def refresh_now(source_id: uuid.UUID, *, actor_id: uuid.UUID | None) -> None:
    source = find_source(source_id)
    _queue(source)
    _audit("knowledge.source.refreshed", source.id, actor_id)


def pause_source(source_id: uuid.UUID, *, paused: bool, actor_id: uuid.UUID | None) -> None:
    source = find_source(source_id)
    source.paused = paused
    source.save(update_fields=["paused"])
    _audit("knowledge.source.paused" if paused else "knowledge.source.resumed", source.id, actor_id)


def remove_source(source_id: uuid.UUID, *, with_documents: bool, actor_id: uuid.UUID | None) -> None:
    """Its documents go with it, or stay as they are."""
    source = find_source(source_id)
    if with_documents:
        drop_missing(source, ())
    Document.objects.filter(source=source).update(source=None)
    source.delete()
    _audit("knowledge.source.removed", source_id, actor_id)


def list_sources() -> tuple[SourceRow, ...]:
    counts = {source.id: _pages(source) for source in Source.objects.all()}
    return tuple(_row(source, counts[source.id]) for source in Source.objects.order_by("name", "id"))


def push_document(source_id: uuid.UUID, *, key: str, title: str, text: str) -> Fate:
    """Another program's document under its own key; empty text removes it."""
    source = find_source(source_id)
    if not text.strip():
        return drop_page(source, key)
    new = NewText(title=(title or key)[:300], text=text, origin=Origin.REFRESH, source_text=text)
    return put_page(source, key, new, {})


def sync_folder(source_id: uuid.UUID, files: Sequence[tuple[str, bytes]]) -> dict[str, Fate]:
    """All files of a folder: what is no longer among them is removed, what cannot be read stays as it was."""
    source = find_source(source_id)
    fates: dict[str, Fate] = {}
    for name, content in files:
        try:
            parsed = get_port("parser").parse(name=name, content=content)
            text = markdown_of(parsed)
            new = NewText(
                title=(parsed.title or name)[:300],
                text=text,
                origin=Origin.REFRESH,
                source_text=text,
                content_hash=hashlib.sha256(content).hexdigest(),
                encoding=parsed.encoding,
                notes=parsed.notes,
            )
            fates[name] = put_page(source, name, new, {})
        except (ParseError, EmptyDocument, UnreadableFile):
            fates[name] = "failed"
    drop_missing(source, [name for name, _ in files])
    return fates


def queue_due() -> int:
    """For the schedule: every source whose time has come; the number queued."""
    now = get_port("clock").now()
    due = list(Source.objects.filter(paused=False, next_run_at__lte=now, kind__in=_FETCHED))
    for source in due:
        _queue(source)
        zone = get_tenant(current_tenant_id()).time_zone
        source.next_run_at = next_run(source.rhythm, cron=source.cron, time_zone=zone, after=now)
        source.save(update_fields=["next_run_at"])
    return len(due)


def find_source(source_id: uuid.UUID) -> Source:
    source = Source.objects.filter(id=source_id).first()
    if source is None:
        raise SourceNotFound
    return source


def _queue(source: Source) -> None:
    enqueue(
        kind="knowledge.refresh",
        dedup_key=str(new_id()),
        partition=f"source:{source.id}",
        payload={"source": str(source.id)},
    )


def _pages(source: Source) -> int:
    return Document.objects.filter(source=source).exclude(state=DocumentState.REMOVED).count()


def _row(source: Source, pages: int) -> SourceRow:
    return SourceRow(
        source_id=source.id,
        name=source.name,
        kind=source.kind,  # type: ignore[arg-type]  # the column holds one of them
        url=source.url,
        rhythm=source.rhythm,  # type: ignore[arg-type]  # the column holds one of them
        cron=source.cron,
        paused=source.paused,
        running=source.running,
        pages=pages,
        failures=source.failures,
        last_run_at=source.last_run_at,
        next_run_at=source.next_run_at,
        last_result=dict(source.last_result),
        error=source.error,
    )


def _audit(verb: str, source_id: uuid.UUID, actor_id: uuid.UUID | None) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("source", str(source_id)), actor=actor)
