"""What another program, or a person with a folder, puts into a source."""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from audit.api import SYSTEM, Actor, record
from knowledge.errors import BadSource, EmptyDocument
from knowledge.models import Revision, Source
from knowledge.models.documents import DocumentState, Origin
from knowledge.models.sources import SourceKind
from knowledge.reading import markdown_of
from knowledge.revisions import NewText
from knowledge.sources.manage import find_source
from knowledge.sources.pages import Fate, drop_missing, drop_page, key_of, pages_of, put_page
from knowledge.sources.troubles import kept
from knowledge.types import Trouble
from ports import get_port
from ports.errors import ParseError
from tenants.scope import tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class _Read:
    """A file of the folder; `new` is None where it says what it said before, or where it could not be read."""

    name: str
    new: NewText | None = None
    trouble: Trouble | None = None


def push_document(source_id: uuid.UUID, *, key: str, title: str, text: str) -> Fate:
    """Another program's document under its own key; empty text removes it. Raises SourceNotFound, BadSource."""
    source = find_source(source_id)
    if source.kind != SourceKind.PUSH:
        raise BadSource
    if text.strip():
        new = NewText(title=(title or key)[:300], text=text, origin=Origin.REFRESH, source_text=text)
        fate = put_page(source, key, new, {})
    else:
        fate = drop_page(source, key)
    _note(source, Counter([fate]), [])
    return fate


def sync_folder(
    source_id: uuid.UUID, files: Sequence[tuple[str, bytes]], *, tenant_id: uuid.UUID, actor_id: uuid.UUID | None = None
) -> dict[str, Fate]:
    """Opens its own scopes: files are read between them. What is no longer among them is removed, what cannot be read
    stays as it was. Raises SourceNotFound, BadSource."""
    with tenant_scope(tenant_id):
        known = _known_hashes(_folder(source_id))
    read = [_read(name, content, known) for name, content in files]
    with tenant_scope(tenant_id):
        source = _folder(source_id)
        fates = {file.name: _put(source, file) for file in read}
        counts = Counter(fates.values())
        counts["removed"] += drop_missing(source, [name for name, _ in files])
        _note(source, counts, [file.trouble for file in read if file.trouble is not None])
        actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
        detail = {"files": len(read)}
        record(verb="knowledge.source.synced", subject=("source", str(source_id)), actor=actor, detail=detail)
    return fates


def _folder(source_id: uuid.UUID) -> Source:
    source = find_source(source_id)
    if source.kind != SourceKind.FOLDER:
        raise BadSource
    return source


def _known_hashes(source: Source) -> Mapping[str, str]:
    """Of the newest revision of each live file, by its name."""
    documents = {row.id: row.origin_key for row in pages_of(source).exclude(state=DocumentState.REMOVED)}
    rows = Revision.objects.filter(document_id__in=documents).order_by("number")
    return {documents[row.document_id]: row.content_hash for row in rows.only("document_id", "content_hash")}


def _read(name: str, content: bytes, known: Mapping[str, str]) -> _Read:
    content_hash = hashlib.sha256(content).hexdigest()
    if known.get(key_of(name)) == content_hash:
        return _Read(name=name)
    try:
        parsed = get_port("parser").parse(name=name, content=content)
    except ParseError as error:
        return _Read(name=name, trouble=Trouble(url=name, code="unreadable", detail=str(error)))
    text = markdown_of(parsed)
    if not text.strip():
        return _Read(name=name, trouble=Trouble(url=name, code="empty"))
    new = NewText(
        title=(parsed.title or name)[:300],
        text=text,
        origin=Origin.REFRESH,
        source_text=text,
        content_hash=content_hash,
        encoding=parsed.encoding,
        notes=parsed.notes,
    )
    return _Read(name=name, new=new)


def _put(source: Source, file: _Read) -> Fate:
    if file.new is None:
        return "failed" if file.trouble else "unchanged"
    try:
        return put_page(source, file.name, file.new, {})
    except EmptyDocument:
        return "failed"


def _note(source: Source, counts: Counter[Fate], troubles: Sequence[Trouble]) -> None:
    source.last_run_at = get_port("clock").now()
    source.last_result, source.troubles = {fate: number for fate, number in counts.items() if number}, kept(troubles)
    source.save(update_fields=["last_run_at", "last_result", "troubles"])
