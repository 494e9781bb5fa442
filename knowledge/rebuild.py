"""Put every live passage's vector into the vector store again, from what PostgreSQL keeps."""

from __future__ import annotations

import uuid

from knowledge.moving import count_lacking, fill_store, queue_move
from knowledge.spaces import forget_serving, serving_space
from ports import get_port
from tenants.scope import tenant_scope


def rebuild_vectors(tenant_id: uuid.UUID) -> tuple[int, int]:
    """(vectors stored, passages that the present embedder has still to see, which a job does). Opens its own scopes.
    While another embedder's vectors still serve, those are put back as well."""
    store, present = get_port("vectors"), get_port("embedder").name
    forget_serving(tenant_id)
    with tenant_scope(tenant_id):
        serving, lacking = serving_space(), count_lacking(present)
    store.drop_tenant(tenant_id=tenant_id)
    stored = sum(fill_store(tenant_id, space) for space in {present, serving})
    with tenant_scope(tenant_id):
        queue_move()
    return stored, lacking
