"""Make a revision searchable: cut, embed what is new, and let it go live in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from jobs.api import Lease, finishing, heartbeat
from knowledge.chunking import Piece, chunk_markdown
from knowledge.embeddings import known_hashes, store_embeddings
from knowledge.live import Prepared, go_live, vector_rows
from knowledge.models import Chunk, Document, Revision
from knowledge.models.documents import DocumentState
from knowledge.revisions import digest
from knowledge.spaces import embedders_to_fill, spaces_to_fill
from ports import get_port
from ports.embedding import Embedder, Vectors
from tenants.scope import tenant_scope

_LONG_TITLE = 40  # characters; a shorter one may begin a text by chance
_LONGEST_DETAIL = 300  # characters of an error
_BATCH = 16  # passages embedded between two signs of life


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """What a job needs to know, read in one short transaction."""

    document_id: uuid.UUID
    revision_id: uuid.UUID
    title: str
    text: str
    newest: bool


def index_revision(lease: Lease) -> None:
    """Steps: read, cut, embed what no text before had, store vectors, go live."""
    task = _read(lease)
    if task is None or not task.newest:
        return  # removed meanwhile, or a newer revision waits behind this job
    prepared = prepare(task.title, chunk_markdown(task.text))
    if not prepared:
        _give_up(lease)  # trying again would find no more, and hold up the documents behind it
        return
    with tenant_scope(lease.tenant_id):
        embedders = embedders_to_fill()
    for embedder in embedders:
        _embed(lease, task, prepared, embedder)
    store, spaces = get_port("vectors"), [embedder.name for embedder in embedders]
    if not store.transactional:
        _store_outside(lease.tenant_id, task.document_id, prepared, spaces)
    with finishing(lease):
        gone = go_live(task.revision_id, prepared, spaces)
    for space in spaces:
        if gone and not store.transactional:
            store.delete(tenant_id=lease.tenant_id, space=space, chunk_ids=gone)


def _give_up(lease: Lease) -> None:
    with finishing(lease):
        bury(lease, lambda: _("There is no text in this document."))


def prepare(title: str, pieces: Sequence[Piece]) -> tuple[Prepared, ...]:
    """The same text twice in one document is one passage."""
    made: dict[str, Prepared] = {}
    for piece in pieces:
        text = embedded_text(title, piece)
        key = digest(text)
        made.setdefault(key, Prepared(text_hash=key, heading=piece.heading, text=piece.text, embedded_text=text))
    return tuple(made.values())


def embedded_text(title: str, piece: Piece) -> str:
    """Title and headings stand above the text, each once; a title taken from the text is not said again."""
    parts = [title, *piece.heading.split(" > ")] if piece.heading else [title]
    head = " > ".join(part for part in dict.fromkeys(parts) if part and not _said(part, piece.text))
    return f"{head}\n{piece.text}" if head else piece.text


def _said(part: str, text: str) -> bool:
    return text.split("\n", 1)[0] == part or (len(part) >= _LONG_TITLE and text.startswith(part))


def _read(lease: Lease) -> Task | None:
    with tenant_scope(lease.tenant_id):
        revision = Revision.objects.filter(id=lease.payload["revision"]).select_related("document").first()
        if revision is None or revision.document.state == DocumentState.REMOVED:
            return None
        return Task(
            document_id=revision.document_id,
            revision_id=revision.id,
            title=revision.title,
            text=revision.text,
            newest=_newest(revision),
        )


def _store_outside(
    tenant_id: uuid.UUID, document_id: uuid.UUID, prepared: Sequence[Prepared], spaces: Sequence[str]
) -> None:
    for space in spaces:
        with tenant_scope(tenant_id):
            rows = vector_rows(prepared, document_id, space)
        get_port("vectors").upsert(tenant_id=tenant_id, space=space, rows=rows)


def _embed(lease: Lease, task: Task, prepared: Sequence[Prepared], embedder: Embedder) -> None:
    with tenant_scope(lease.tenant_id):
        known = known_hashes(embedder.name, [item.text_hash for item in prepared])
        _progress(task.document_id, done=len(known), of=len(prepared))
    missing = [item for item in prepared if item.text_hash not in known]
    for start in range(0, len(missing), _BATCH):
        batch = missing[start : start + _BATCH]
        vectors = embedder.embed_documents([item.embedded_text for item in batch])
        with tenant_scope(lease.tenant_id):
            store_embeddings(embedder.name, _by_hash(batch, vectors))
            _progress(task.document_id, done=len(known) + start + len(batch), of=len(prepared))
        heartbeat(lease)


def _by_hash(batch: Sequence[Prepared], vectors: Vectors) -> Mapping[str, Vectors]:
    return {item.text_hash: np.asarray(row) for item, row in zip(batch, vectors, strict=True)}


def _progress(document_id: uuid.UUID, *, done: int, of: int) -> None:
    Document.objects.filter(id=document_id).update(embedded=done, embeddable=of)


def forget_document(lease: Lease) -> None:
    """Take a removed document's vectors out of a store that stands outside the database."""
    with tenant_scope(lease.tenant_id):
        gone = list(
            Chunk.objects.filter(document_id=lease.payload["document"], live=False).values_list("id", flat=True)
        )
        spaces = spaces_to_fill()
    for space in spaces:
        get_port("vectors").delete(tenant_id=lease.tenant_id, space=space, chunk_ids=gone)


def tell(lease: Lease, sentence: str, error: Exception) -> None:
    """The document says why it waits: a sentence, and in the next line what a technician asks for."""
    detail = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_DETAIL]
    document = _document_of(lease)
    if document is not None:
        Document.objects.filter(id=document.id).update(error=f"{sentence}\n{detail}")


def bury(lease: Lease, error: Callable[[], str]) -> None:
    """The job gave up: the document says so."""
    document = _document_of(lease)
    if document is None:
        return
    document.error = "\n".join([error(), *document.error.splitlines()[1:]])
    document.state = DocumentState.LIVE if document.live_revision_id else DocumentState.FAILED
    document.save(update_fields=["error", "state"])


def _document_of(lease: Lease) -> Document | None:
    """None where the job's revision is no longer the newest: what became of it is nobody's trouble."""
    revision = Revision.objects.filter(id=lease.payload["revision"]).select_related("document").first()
    if revision is None or revision.document.state == DocumentState.REMOVED or not _newest(revision):
        return None
    document: Document = revision.document
    return document


def _newest(revision: Revision) -> bool:
    return not Revision.objects.filter(document=revision.document, number__gt=revision.number).exists()
