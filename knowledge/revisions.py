"""Make a revision of a document, in the transaction of the change that asks for it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from jobs.api import enqueue
from knowledge.diffing import count_changes
from knowledge.errors import EmptyDocument
from knowledge.models import Document, Revision
from knowledge.models.documents import DocumentState, Origin
from ports import get_port


@dataclass(frozen=True, kw_only=True, slots=True)
class NewText:
    title: str
    text: str  # Markdown
    origin: Origin
    source_text: str = ""
    content_hash: str = ""
    encoding: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)


def make_revision(document: Document, new: NewText) -> Revision | None:
    """None when the newest revision already says this. The new one goes live when it is indexed."""
    text = tidy(new.text)
    if not text.strip():
        raise EmptyDocument
    before = Revision.objects.filter(document=document).order_by("-number").first()
    text_hash = digest(new.title, text)
    if before is not None and before.text_hash == text_hash and document.state != DocumentState.REMOVED:
        return None
    added, removed = count_changes(before.text if before else "", text)
    revision = Revision.objects.create(
        document=document,
        number=before.number + 1 if before else 1,
        origin=new.origin,
        title=new.title,
        text=text,
        text_hash=text_hash,
        source_text=new.source_text,
        content_hash=new.content_hash,
        encoding=new.encoding,
        notes=list(new.notes),
        added=added,
        removed=removed,
        made_at=get_port("clock").now(),
    )
    _wait_for_index(document, revision)
    return revision


def digest(*parts: str) -> str:
    return hashlib.sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def tidy(text: str) -> str:
    """PostgreSQL refuses NUL and lone surrogates; line ends are made one kind."""
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    return clean.replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _wait_for_index(document: Document, revision: Revision) -> None:
    document.state = DocumentState.WAITING if document.live_revision_id is None else DocumentState.INDEXING
    document.error, document.removed_at, document.updated_at = "", None, revision.made_at
    document.save(update_fields=["state", "error", "removed_at", "updated_at"])
    enqueue(
        kind="knowledge.index",
        dedup_key=str(revision.id),
        partition="knowledge",  # one at a time in a tenant: they count the same words. One that waits gives way
        payload={"revision": str(revision.id)},
    )
