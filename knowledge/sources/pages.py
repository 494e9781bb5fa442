"""Put what a source says into documents: new, changed, unchanged, gone."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Literal

from django.db.models import QuerySet

from knowledge.add import add_document
from knowledge.change import newest_revision, remove_document
from knowledge.models import Document, Source
from knowledge.models.documents import DocumentKind, DocumentState, Origin
from knowledge.revisions import NewText, make_revision, tidy
from knowledge.sources.merge import merge
from knowledge.types import Terms
from ports import get_port
from ports.ids import new_id

Fate = Literal["added", "changed", "unchanged", "removed", "failed", "forbidden"]


def put_page(source: Source, key: str, new: NewText, validators: Mapping[str, str]) -> Fate:
    """`key`: the page's address, or a pushed document's own name."""
    document = pages_of(source).filter(origin_key=key_of(key)).order_by("created_at").first()
    if document is None:
        _add(source, key, new, validators)
        return "added"
    document.validators = dict(validators)
    document.save(update_fields=["validators"])
    revised = make_revision(document, _with_edits(document, new))
    return "changed" if revised else "unchanged"


def drop_missing(source: Source, present: Collection[str]) -> int:
    """Pages that the source no longer has leave search; their citations still open."""
    kept = {key_of(key) for key in present}
    gone = [row for row in pages_of(source).exclude(state=DocumentState.REMOVED) if row.origin_key not in kept]
    for document in gone:
        remove_document(document.id, actor_id=None)
    return len(gone)


def drop_page(source: Source, key: str) -> Fate:
    for document in pages_of(source).filter(origin_key=key_of(key)).exclude(state=DocumentState.REMOVED):
        remove_document(document.id, actor_id=None)
    return "removed"


def pages_of(source: Source) -> QuerySet[Document]:
    return Document.objects.filter(source=source)


def key_of(key: str) -> str:
    """Short keys stay readable, long addresses become their digest."""
    return key if len(key) <= 300 else f"sha256:{hashlib.sha256(key.encode()).hexdigest()}"


def _add(source: Source, key: str, new: NewText, validators: Mapping[str, str]) -> uuid.UUID:
    url = key if key.startswith("http") else ""
    document = Document(
        id=new_id(),
        kind=DocumentKind.PAGE,
        url=url[:2000],
        origin_key=key_of(key),
        source=source,
        validators=dict(validators),
        updated_at=get_port("clock").now(),
    )
    add_document(document, new, language=None, terms=Terms(overrides=source.overrides), actor_id=None)
    return document.id


def _with_edits(document: Document, new: NewText) -> NewText:
    """What an operator changed stays where the source did not change it too."""
    newest = newest_revision(document)
    source_text = tidy(new.text)
    if newest.origin not in {Origin.EDIT, Origin.REFRESH, Origin.ROLLBACK} or not newest.source_text:
        return replace(new, source_text=source_text)
    merged = merge(base=newest.source_text, ours=newest.text, theirs=source_text)
    notes = new.notes if not merged.conflicts else (*new.notes, f"kept_edits:{merged.conflicts}")
    return replace(new, text=merged.text, source_text=source_text, notes=notes)
