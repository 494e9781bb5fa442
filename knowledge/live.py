"""The moment a revision goes live: its chunks, vectors and word counts in one transaction, the old ones out."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from audit.api import record
from jobs.api import enqueue
from knowledge.embeddings import read_embeddings
from knowledge.models import Chunk, Document, Revision, RevisionChunk
from knowledge.models.documents import DocumentState
from knowledge.terms import terms_of, tsvector_literal
from language.detect import detect_language
from ports import get_port
from ports.ids import new_id
from ports.vectors import VectorRow
from postgres.values import Bound
from tenants.scope import current_tenant_id

ALL_CHUNKS, ALL_TERMS = "", " "  # rows of TermCount that count chunks, and their tokens in sum

_INSERT = """
INSERT INTO knowledge_chunk
    (id, tenant_id, document_id, text_hash, heading, text, language, live, position, length, words)
SELECT r.id, %(tenant)s, %(document)s, r.text_hash, r.heading, r.text, r.language, true, r.position, r.length,
       r.words::tsvector
FROM unnest(%(ids)s::uuid[], %(hashes)s::text[], %(headings)s::text[], %(texts)s::text[], %(languages)s::text[],
            %(positions)s::int[], %(lengths)s::int[], %(words)s::text[])
     AS r(id, text_hash, heading, text, language, position, length, words)
"""
_COUNT = """
INSERT INTO knowledge_termcount (id, tenant_id, term, chunks)
SELECT r.id, %(tenant)s, r.term, r.chunks FROM unnest(%(ids)s::uuid[], %(terms)s::text[], %(chunks)s::int[])
     AS r(id, term, chunks) ORDER BY r.term
ON CONFLICT (tenant_id, term) DO UPDATE SET chunks = knowledge_termcount.chunks + excluded.chunks
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prepared:
    """A passage cut and hashed, not stored yet."""

    text_hash: str
    heading: str
    text: str
    embedded_text: str


def go_live(revision_id: uuid.UUID, prepared: Sequence[Prepared], spaces: Sequence[str]) -> list[uuid.UUID]:
    """Ids of the chunks that left search."""
    revision = Revision.objects.select_related("document").get(id=revision_id)
    document = Document.objects.select_for_update().get(id=revision.document_id)
    before = {chunk.text_hash: chunk for chunk in Chunk.objects.filter(document=document)}
    now = get_port("clock").now()
    was_live = {text_hash for text_hash, chunk in before.items() if chunk.live}
    wanted = {item.text_hash: place for place, item in enumerate(prepared)}
    _insert(document, [(wanted[item.text_hash], item) for item in prepared if item.text_hash not in before])
    gone = [chunk for text_hash, chunk in before.items() if chunk.live and text_hash not in wanted]
    _keep(before, wanted, gone)
    chunks = dict(Chunk.objects.filter(document=document, live=True).values_list("text_hash", "id"))
    RevisionChunk.objects.filter(revision=revision).delete()  # of an earlier index of this same revision
    RevisionChunk.objects.bulk_create(
        [RevisionChunk(revision=revision, chunk_id=chunks[key], position=place) for key, place in wanted.items()]
    )
    _count(coming=[item.embedded_text for item in prepared if item.text_hash not in was_live], going=gone)
    for space in spaces:
        _store_vectors(prepared, document.id, space, gone)
    _switch(document, revision, now, chunks=len(prepared))
    return [chunk.id for chunk in gone]


def retire(document: Document) -> list[uuid.UUID]:
    """Take a document out of search; its chunks stay for old citations. The ids of those chunks."""
    gone = list(Chunk.objects.filter(document=document, live=True))
    Chunk.objects.filter(document=document, live=True).update(live=False)
    _count(coming=[], going=gone)
    return [chunk.id for chunk in gone]


def vector_rows(prepared: Sequence[Prepared], document_id: uuid.UUID, space: str) -> list[VectorRow]:
    """For a store outside the database: chunk ids are made from document and text, so they are known beforehand."""
    vectors = read_embeddings(space, [item.text_hash for item in prepared])
    return [
        VectorRow(chunk_id=chunk_id_of(document_id, text_hash), document_id=document_id, vector=vector)
        for text_hash, vector in vectors.items()
    ]


def chunk_id_of(document_id: uuid.UUID, text_hash: str) -> uuid.UUID:
    return uuid.uuid5(document_id, text_hash)


def _insert(document: Document, placed: Sequence[tuple[int, Prepared]]) -> None:
    if not placed:
        return
    terms = [terms_of(item.embedded_text) for _, item in placed]
    values: dict[str, Bound] = {
        "tenant": current_tenant_id(),
        "document": document.id,
        "ids": [chunk_id_of(document.id, item.text_hash) for _, item in placed],
        "hashes": [item.text_hash for _, item in placed],
        "headings": [item.heading for _, item in placed],
        "texts": [item.text for _, item in placed],
        "languages": [str(detect_language(item.text)) for _, item in placed],
        "positions": [place for place, _ in placed],
        "lengths": [len(found) for found in terms],
        "words": [tsvector_literal(found) for found in terms],
    }
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)


def _keep(before: dict[str, Chunk], wanted: dict[str, int], gone: Sequence[Chunk]) -> None:
    Chunk.objects.filter(id__in=[chunk.id for chunk in gone]).update(live=False)
    moved = []
    for text_hash, place in wanted.items():
        chunk = before.get(text_hash)
        if chunk is not None and (chunk.position != place or not chunk.live):
            chunk.position, chunk.live = place, True
            moved.append(chunk)
    Chunk.objects.bulk_update(moved, ["position", "live"])


def _count(*, coming: Iterable[str], going: Sequence[Chunk]) -> None:
    counts: Counter[str] = Counter()
    for text in coming:
        _add(counts, terms_of(text), 1)
    if going:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT length, tsvector_to_array(words) FROM knowledge_chunk WHERE tenant_id = %s AND id = ANY(%s)",
                [current_tenant_id(), [chunk.id for chunk in going]],
            )
            for length, terms in cursor.fetchall():
                counts.update(dict.fromkeys(terms, -1))
                counts[ALL_CHUNKS] -= 1
                counts[ALL_TERMS] -= length
    changed = {term: change for term, change in counts.items() if change}
    if changed:
        values: dict[str, Bound] = {
            "tenant": current_tenant_id(),
            "ids": [new_id() for _ in changed],
            "terms": list(changed),
            "chunks": list(changed.values()),
        }
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, values)


def _add(counts: Counter[str], terms: Sequence[str], sign: int) -> None:
    counts.update(dict.fromkeys(terms, sign))
    counts[ALL_CHUNKS] += sign
    counts[ALL_TERMS] += sign * len(terms)


def _store_vectors(prepared: Sequence[Prepared], document_id: uuid.UUID, space: str, gone: Sequence[Chunk]) -> None:
    store = get_port("vectors")
    if not store.transactional:
        return
    tenant_id = current_tenant_id()
    store.upsert(tenant_id=tenant_id, space=space, rows=vector_rows(prepared, document_id, space))
    store.delete(tenant_id=tenant_id, space=space, chunk_ids=[chunk.id for chunk in gone])


def _switch(document: Document, revision: Revision, now: datetime, *, chunks: int) -> None:
    Revision.objects.filter(document=document, live_until=None).exclude(live_from=None).exclude(id=revision.id).update(
        live_until=now
    )
    if revision.live_from is None or revision.live_until is not None:
        revision.live_from, revision.live_until = now, None
        revision.save(update_fields=["live_from", "live_until"])
    document.live_revision, document.title, document.state = revision, revision.title, DocumentState.LIVE
    document.embedded = document.embeddable = chunks
    document.error, document.updated_at = "", now
    document.save()
    enqueue(
        kind="knowledge.compare",
        dedup_key=str(new_id()),
        partition="knowledge.compare",
        payload={"document": str(document.id)},
    )
    record(verb="knowledge.revision.live", subject=("document", str(document.id)), detail={"number": revision.number})
