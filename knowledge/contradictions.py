"""Compare a document's passages with what others say, and keep what disagrees for the operator."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from audit.api import SYSTEM, Actor, record
from jobs.api import Lease, finishing
from knowledge.contradicting import Clash, find_clash
from knowledge.embeddings import read_embeddings
from knowledge.models import Chunk, Contradiction
from knowledge.types import ContradictionRow, ContradictionSide
from ports import get_port
from ports.errors import StoreError
from tenants.scope import tenant_scope

_NEIGHBOURS = 8
_MOST_PASSAGES = 400  # of one document


def compare_document(lease: Lease) -> None:
    """Steps: read the passages, find their neighbours in other documents, compare, store."""
    document_id = uuid.UUID(lease.payload["document"])
    with tenant_scope(lease.tenant_id):
        mine = list(Chunk.objects.filter(document_id=document_id, live=True)[:_MOST_PASSAGES])
    found = [clash for chunk in mine for clash in _clashes(lease.tenant_id, chunk)]
    with finishing(lease):
        _store(document_id, found)


def list_contradictions() -> tuple[ContradictionRow, ...]:
    """Live passages that say the same thing with different values, both sides."""
    rows = Contradiction.objects.filter(dismissed_at=None, first__live=True, second__live=True)
    rows = rows.select_related("first__document", "second__document").order_by("-found_at", "-id")
    return tuple(
        ContradictionRow(
            contradiction_id=row.id,
            first=_side(row.first, row.first_sentence, row.first_value),
            second=_side(row.second, row.second_sentence, row.second_value),
            found_at=row.found_at,
        )
        for row in rows[:200]
    )


def dismiss_contradiction(contradiction_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    Contradiction.objects.filter(id=contradiction_id).update(dismissed_at=get_port("clock").now())
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    subject = ("contradiction", str(contradiction_id))
    record(verb="knowledge.contradiction.dismissed", subject=subject, actor=actor)


def _clashes(tenant_id: uuid.UUID, chunk: Chunk) -> list[tuple[Chunk, Chunk, Clash]]:
    found = []
    for other in _neighbours(tenant_id, chunk):
        first, second = sorted((chunk, other), key=lambda one: str(one.id))
        clash = find_clash(f"{first.heading}\n{first.text}", f"{second.heading}\n{second.text}")
        if clash is not None:
            found.append((first, second, clash))
    return found


def _neighbours(tenant_id: uuid.UUID, chunk: Chunk) -> list[Chunk]:
    """Live passages of other documents in the same language, nearest first."""
    store, space = get_port("vectors"), get_port("embedder").name
    with tenant_scope(tenant_id):
        vector = read_embeddings(space, [chunk.text_hash]).get(chunk.text_hash)
    if vector is None:
        return []
    try:
        hits = store.search(tenant_id=tenant_id, space=space, query=vector, limit=_NEIGHBOURS)
    except StoreError:
        return []
    with tenant_scope(tenant_id):
        rows = Chunk.objects.filter(id__in=[hit.chunk_id for hit in hits], live=True, language=chunk.language)
        return list(rows.exclude(document_id=chunk.document_id))


def _store(document_id: uuid.UUID, found: Sequence[tuple[Chunk, Chunk, Clash]]) -> None:
    """What was dismissed stays dismissed; what no longer clashes goes."""
    now = get_port("clock").now()
    old = Contradiction.objects.filter(dismissed_at=None)
    (old.filter(first__document_id=document_id) | old.filter(second__document_id=document_id)).delete()
    for first, second, clash in found:
        Contradiction.objects.get_or_create(
            first=first,
            second=second,
            defaults={
                "first_sentence": clash.first_sentence,
                "second_sentence": clash.second_sentence,
                "first_value": clash.first_value,
                "second_value": clash.second_value,
                "found_at": now,
            },
        )


def _side(chunk: Chunk, sentence: str, value: str) -> ContradictionSide:
    return ContradictionSide(
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        title=chunk.document.title,
        heading=chunk.heading,
        text=chunk.text,
        sentence=sentence,
        value=value,
        updated_at=chunk.document.updated_at,
    )
