"""Put every live passage's vector into the vector store again, from what PostgreSQL keeps."""

from __future__ import annotations

import uuid

from django.db.models import Exists, OuterRef

from knowledge.change import reindex
from knowledge.embeddings import read_embeddings
from knowledge.models import Chunk, Embedding
from ports import get_port
from ports.vectors import VectorRow
from tenants.scope import tenant_scope

_BATCH = 500


def embed_lacking() -> int:
    """Queue the documents whose live passages the embedder in use has not seen, say after another one was chosen; until
    they are done, words alone find them. Their number. Inside the tenant's scope."""
    known = Embedding.objects.filter(space=get_port("embedder").name, text_hash=OuterRef("text_hash"))
    lacking = Chunk.objects.filter(live=True).exclude(Exists(known)).values_list("document_id", flat=True).distinct()
    return sum(reindex(document_id=document_id) for document_id in list(lacking))


def rebuild_vectors(tenant_id: uuid.UUID) -> tuple[int, int]:
    """(vectors stored, passages still to be embedded, whose documents were queued). Opens its own scopes."""
    store, space = get_port("vectors"), get_port("embedder").name
    store.drop_tenant(tenant_id=tenant_id)
    with tenant_scope(tenant_id):
        live = list(Chunk.objects.filter(live=True).order_by("id").values_list("id", "document_id", "text_hash"))
    stored = 0
    lacking: set[uuid.UUID] = set()
    for start in range(0, len(live), _BATCH):
        batch = live[start : start + _BATCH]
        with tenant_scope(tenant_id):
            vectors = read_embeddings(space, [text_hash for _, _, text_hash in batch])
        rows = [
            VectorRow(chunk_id=chunk_id, document_id=document_id, vector=vectors[text_hash])
            for chunk_id, document_id, text_hash in batch
            if text_hash in vectors
        ]
        lacking |= {document_id for _, document_id, text_hash in batch if text_hash not in vectors}
        store.upsert(tenant_id=tenant_id, space=space, rows=rows)
        stored += len(rows)
    with tenant_scope(tenant_id):
        for document_id in lacking:
            reindex(document_id=document_id)
    return stored, len(live) - stored
