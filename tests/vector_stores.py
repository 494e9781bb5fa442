"""Vector stores beside PostgreSQL, for tests: the twin in memory, and a Weaviate where one runs."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from adapters.weaviate_store import WeaviateStore
from tests.conftest import require


@contextmanager
def real_weaviate(tenant_ids: Iterable[uuid.UUID]) -> Iterator[WeaviateStore]:
    """Without a server the test is skipped with the reason. What the tenants stored is taken out afterwards."""
    require("weaviate")
    port = int(os.environ.get("WEAVIATE_GRPC_PORT", "50051"))
    store = WeaviateStore(url=os.environ["WEAVIATE_URL"], grpc_port=port)
    yield store
    for tenant_id in tenant_ids:
        store.drop_tenant(tenant_id=tenant_id)
    store.close()
