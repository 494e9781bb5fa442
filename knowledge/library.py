"""Read documents for people: lists, one document, a passage as a citation opens it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from knowledge.errors import DocumentNotFound, PassageNotFound, RevisionNotFound
from knowledge.models import Chunk, Document, Embedding, PassageCitation, Revision, RevisionChunk
from knowledge.models.documents import DocumentState
from knowledge.types import ChunkRow, DocumentRow, DocumentView, Page, PassageView, RevisionRow
from ports import get_port

PAGE = 50  # rows of a list
_FAILED_LONG = 5  # runs of a source in a row


def list_documents(
    *, text: str, state: str | None, kind: str, source_id: uuid.UUID | None, stale: bool, page: int
) -> Page:
    rows = Document.objects.order_by("-updated_at", "-id")
    rows = rows.filter(state=state) if state else rows.exclude(state=DocumentState.REMOVED)
    if kind:
        rows = rows.filter(kind=kind)
    if source_id:
        rows = rows.filter(source_id=source_id)
    if stale:
        rows = rows.filter(is_stale(get_port("clock").now()))
    if text:
        rows = rows.filter(Q(title__icontains=text) | Q(url__icontains=text))
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    number = min(max(page, 1), pages)
    shown = list(_with_counts(rows)[(number - 1) * PAGE : number * PAGE])
    return Page(rows=tuple(map(document_row, shown)), total=total, number=number, pages=pages)


def read_document(document_id: uuid.UUID) -> DocumentView:
    document = find_document(document_id)
    revisions = list(Revision.objects.filter(document=document).order_by("-number"))
    shown = next((one for one in revisions if one.id == document.live_revision_id), revisions[0])
    return DocumentView(
        row=document_row(document),
        text=shown.text,
        question=shown.title if document.kind == "pair" else "",
        notes=tuple(shown.notes),
        revisions=tuple(_revision_row(one, live=one.id == document.live_revision_id) for one in revisions),
        chunks=_chunk_rows(shown),
    )


def find_document(document_id: uuid.UUID) -> Document:
    document = _with_counts(Document.objects.filter(id=document_id)).first()
    if document is None:
        raise DocumentNotFound
    return document


def find_revision(document_id: uuid.UUID, revision_id: uuid.UUID) -> Revision:
    revision = Revision.objects.filter(id=revision_id, document_id=document_id).first()
    if revision is None:
        raise RevisionNotFound
    return revision


def read_passage(chunk_id: uuid.UUID, revision_id: uuid.UUID | None) -> PassageView:
    """In the named revision, else in the newest that holds it."""
    places = RevisionChunk.objects.filter(chunk_id=chunk_id).select_related("chunk", "revision__document")
    if revision_id is not None:
        places = places.filter(revision_id=revision_id)
    place = places.order_by("-revision__number").first()
    if place is None:
        raise PassageNotFound
    revision, document = place.revision, place.revision.document
    removed = document.state == DocumentState.REMOVED
    return PassageView(
        chunk_id=chunk_id,
        document_id=document.id,
        revision_id=revision.id,
        revision_number=revision.number,
        title=revision.title,
        heading=place.chunk.heading,
        text=place.chunk.text,
        url=document.url,
        position=place.position,
        before=_text_at(revision, place.position - 1),
        after=_text_at(revision, place.position + 1),
        current=revision.id == document.live_revision_id and not removed,
        revised_at=revision.live_from or revision.made_at,
        replaced_at=document.removed_at if removed else revision.live_until,
    )


def document_row(document: Document) -> DocumentRow:
    now = get_port("clock").now()
    revision = document.live_revision
    return DocumentRow(
        document_id=document.id,
        title=document.title,
        kind=document.kind,  # type: ignore[arg-type]  # the column holds one of them
        state=document.state,  # type: ignore[arg-type]  # the column holds one of them
        language=document.language,  # type: ignore[arg-type]  # the column holds one of them
        chunks=document.embeddable,
        embedded=document.embedded,
        revision_number=revision.number if revision else 0,
        overrides=document.overrides,
        source_id=document.source_id,
        source_name=document.source.name if document.source else "",
        url=document.url,
        error=document.error,
        updated_at=document.updated_at,
        effective_from=document.effective_from,
        expires_at=document.expires_at,
        stale=_stale(document, now),
        bot_ids=tuple(document.bot_ids),
    )


def is_stale(now: datetime) -> Q:
    """The same as `_stale`, for the database."""
    return Q(expires_at__lte=now) | Q(source__failures__gte=_FAILED_LONG)


def _stale(document: Document, now: datetime) -> bool:
    expired = document.expires_at is not None and document.expires_at <= now
    return expired or (document.source is not None and document.source.failures >= _FAILED_LONG)


def _with_counts(rows: QuerySet[Document]) -> QuerySet[Document]:
    return rows.select_related("live_revision", "source")


def _revision_row(revision: Revision, *, live: bool) -> RevisionRow:
    return RevisionRow(
        revision_id=revision.id,
        number=revision.number,
        made_at=revision.made_at,
        origin=revision.origin,  # type: ignore[arg-type]  # the column holds one of them
        live=live,
        characters=len(revision.text),
        added=revision.added,
        removed=revision.removed,
    )


def _chunk_rows(revision: Revision) -> tuple[ChunkRow, ...]:
    rows = list(RevisionChunk.objects.filter(revision=revision).select_related("chunk").order_by("position"))
    cited = _cited([place.chunk_id for place in rows])
    embedded = _embedded([place.chunk for place in rows])
    return tuple(
        ChunkRow(
            chunk_id=place.chunk_id,
            position=place.position,
            heading=place.chunk.heading,
            text=place.chunk.text,
            page=None,
            edited=False,
            embedded=place.chunk.text_hash in embedded,
            cited=cited.get(place.chunk_id, 0),
        )
        for place in rows
    )


def _cited(chunk_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    counted = PassageCitation.objects.filter(chunk_id__in=chunk_ids).values_list("chunk_id")
    return dict(counted.annotate(number=Count("id")))


def _embedded(chunks: Sequence[Chunk]) -> set[str]:
    hashes = [chunk.text_hash for chunk in chunks]
    rows = Embedding.objects.filter(space=get_port("embedder").name, text_hash__in=hashes)
    return set(rows.values_list("text_hash", flat=True))


def _text_at(revision: Revision, position: int) -> str:
    place = RevisionChunk.objects.filter(revision=revision, position=position).select_related("chunk").first()
    return place.chunk.text if place else ""
