"""Another embedder was chosen: make its vectors in the background, let the old ones serve until all are there."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from jobs.api import Lease, enqueue, finishing, heartbeat
from knowledge.chunking import Piece
from knowledge.embeddings import read_embeddings, store_embeddings
from knowledge.indexing import embedded_text
from knowledge.models import Chunk, Embedding, IndexSpace
from knowledge.spaces import forget_serving, serving_space
from ports import get_port
from ports.ids import new_id
from ports.vectors import VectorRow
from tenants.scope import tenant_scope

_BATCH = 16  # passages embedded between two signs of life
_STORED = 500


def queue_move() -> bool:
    """Inside the tenant's scope: whether there is anything to make."""
    target = get_port("embedder").name
    if serving_space() == target and not _lacking(target).exists():
        return False
    enqueue(kind="knowledge.reembed", dedup_key=str(new_id()), partition="knowledge.reembed", payload={})
    return True


def reembed(lease: Lease) -> None:
    """Steps: embed what the new embedder has not seen, store its vectors, switch, take the old vectors out."""
    tenant_id, target = lease.tenant_id, get_port("embedder").name
    _begin(tenant_id, target)
    while batch := _next(tenant_id, target):
        vectors = get_port("embedder").embed_documents([text for _, text in batch])
        with tenant_scope(tenant_id):
            rows = {text_hash: np.asarray(row) for (text_hash, _), row in zip(batch, vectors, strict=True)}
            store_embeddings(target, rows)
            _tell(target)
        heartbeat(lease)
    fill_store(tenant_id, target)
    with finishing(lease):
        before = _switch(target)
    forget_serving(tenant_id)
    if before != target:
        _empty_store(tenant_id, before)


def fill_store(tenant_id: uuid.UUID, space: str) -> int:
    """Put the live passages' vectors of a space into the vector store, from what PostgreSQL keeps; how many. Opens its
    own scopes."""
    with tenant_scope(tenant_id):
        live = list(Chunk.objects.filter(live=True).order_by("id").values_list("id", "document_id", "text_hash"))
    stored = 0
    for start in range(0, len(live), _STORED):
        part = live[start : start + _STORED]
        with tenant_scope(tenant_id):
            vectors = read_embeddings(space, [text_hash for _, _, text_hash in part])
        rows = [
            VectorRow(chunk_id=chunk_id, document_id=document_id, vector=vectors[text_hash])
            for chunk_id, document_id, text_hash in part
            if text_hash in vectors
        ]
        get_port("vectors").upsert(tenant_id=tenant_id, space=space, rows=rows)
        stored += len(rows)
    return stored


def count_lacking(space: str) -> int:
    """Inside the tenant's scope: live passages that this embedder has not seen."""
    return _lacking(space).count()


def _lacking(space: str) -> QuerySet[Chunk]:
    known = Embedding.objects.filter(space=space, text_hash=OuterRef("text_hash"))
    return Chunk.objects.filter(live=True).exclude(Exists(known))


def _begin(tenant_id: uuid.UUID, target: str) -> None:
    with tenant_scope(tenant_id):
        row = IndexSpace.objects.first() or IndexSpace(space=serving_space())
        row.target = target
        row.save()
        _tell(target)


def _next(tenant_id: uuid.UUID, target: str) -> Sequence[tuple[str, str]]:
    """(hash, text) of passages that are still to be embedded."""
    with tenant_scope(tenant_id):
        chunks = _lacking(target).select_related("document__live_revision").order_by("id")[:_BATCH]
        return [(chunk.text_hash, _text(chunk)) for chunk in chunks]


def _text(chunk: Chunk) -> str:
    revision = chunk.document.live_revision
    title = revision.title if revision else chunk.document.title
    return embedded_text(title, Piece(heading=chunk.heading, text=chunk.text))


def _tell(target: str) -> None:
    total = Chunk.objects.filter(live=True).count()
    IndexSpace.objects.update(done=total - count_lacking(target), total=total)


def _switch(target: str) -> str:
    """What served before."""
    row = IndexSpace.objects.select_for_update().get()
    before, row.space, row.target = row.space, target, ""
    row.save()
    return before


def _empty_store(tenant_id: uuid.UUID, space: str) -> None:
    """The embeddings stay, so that going back costs nothing; the store's copies go."""
    with tenant_scope(tenant_id):
        gone = list(Chunk.objects.values_list("id", flat=True))
    for start in range(0, len(gone), _STORED):
        get_port("vectors").delete(tenant_id=tenant_id, space=space, chunk_ids=gone[start : start + _STORED])
