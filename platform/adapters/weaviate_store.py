"""Passage vectors in Weaviate: one collection for each embedder's space, one native tenant for each of ours."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from ports.embedding import Vectors
from ports.errors import StoreError
from ports.vectors import VectorHit, VectorRow

if TYPE_CHECKING:
    from weaviate import WeaviateClient
    from weaviate.collections import Collection

_BATCH = 200


class WeaviateStore:
    name = "weaviate"
    transactional = False

    def __init__(self, *, url: str, api_key: str = "", grpc_port: int = 50051, timeout: int = 10) -> None:
        self._url, self._api_key, self._grpc_port, self._timeout = urlsplit(url), api_key, grpc_port, timeout
        self._client: WeaviateClient | None = None
        self._lock = threading.Lock()

    def upsert(self, *, tenant_id: uuid.UUID, space: str, rows: Sequence[VectorRow]) -> None:
        from weaviate.classes.data import DataObject  # noqa: PLC0415  the client is loaded where it is used

        with _store_errors():
            tenant = self._tenant(space, tenant_id, make=True)
            for start in range(0, len(rows), _BATCH):
                batch = rows[start : start + _BATCH]
                made = tenant.data.insert_many(
                    [
                        DataObject(
                            uuid=row.chunk_id,
                            properties={"document": str(row.document_id)},
                            vector=np.asarray(row.vector, dtype=np.float32).tolist(),
                        )
                        for row in batch
                    ]
                )
                if made.has_errors:
                    raise StoreError(f"weaviate refused {len(made.errors)} vectors")

    def delete(self, *, tenant_id: uuid.UUID, space: str, chunk_ids: Sequence[uuid.UUID]) -> None:
        from weaviate.classes.query import Filter  # noqa: PLC0415  the client is loaded where it is used

        with _store_errors():
            tenant = self._existing(space, tenant_id)
            if tenant is None:
                return
            for start in range(0, len(chunk_ids), _BATCH):
                tenant.data.delete_many(
                    where=Filter.by_id().contains_any([str(chunk_id) for chunk_id in chunk_ids[start : start + _BATCH]])
                )

    def search(
        self,
        *,
        tenant_id: uuid.UUID,
        space: str,
        query: Vectors,
        limit: int,
        document_ids: Sequence[uuid.UUID] | None = None,
    ) -> list[VectorHit]:
        from weaviate.classes.query import Filter, MetadataQuery  # noqa: PLC0415

        if document_ids is not None and not document_ids:
            return []
        within = None
        if document_ids is not None:
            within = Filter.by_property("document").contains_any([str(document_id) for document_id in document_ids])
        with _store_errors():
            tenant = self._existing(space, tenant_id)
            if tenant is None:
                return []
            found = tenant.query.near_vector(
                near_vector=np.asarray(query, dtype=np.float32).tolist(),
                limit=limit,
                filters=within,
                return_metadata=MetadataQuery(distance=True),
                return_properties=[],
            )
        return [
            VectorHit(chunk_id=item.uuid, similarity=1 - float(item.metadata.distance or 0)) for item in found.objects
        ]

    def count(self, *, tenant_id: uuid.UUID, space: str) -> int:
        with _store_errors():
            tenant = self._existing(space, tenant_id)
            return 0 if tenant is None else int(tenant.aggregate.over_all(total_count=True).total_count or 0)

    def drop_tenant(self, *, tenant_id: uuid.UUID) -> None:
        with _store_errors():
            client = self._connected()
            for name in client.collections.list_all():
                if name.startswith("Passages_"):
                    client.collections.get(name).tenants.remove([str(tenant_id)])

    def tune(self, *, tenant_id: uuid.UUID, space: str) -> None:
        """Weaviate keeps its own index."""

    def close(self) -> None:
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _tenant(self, space: str, tenant_id: uuid.UUID, *, make: bool) -> Collection:
        from weaviate.classes.config import Configure, DataType, Property, Tokenization, VectorDistances  # noqa: PLC0415
        from weaviate.classes.tenants import Tenant  # noqa: PLC0415

        client, name = self._connected(), _collection(space)
        if make and not client.collections.exists(name):
            client.collections.create(
                name,
                vector_config=Configure.Vectors.self_provided(
                    vector_index_config=Configure.VectorIndex.hnsw(distance_metric=VectorDistances.COSINE)
                ),
                multi_tenancy_config=Configure.multi_tenancy(enabled=True, auto_tenant_creation=True),
                properties=[Property(name="document", data_type=DataType.TEXT, tokenization=Tokenization.FIELD)],
            )
        collection = client.collections.get(name)
        if make and not collection.tenants.exists(str(tenant_id)):
            collection.tenants.create([Tenant(name=str(tenant_id))])
        return collection.with_tenant(str(tenant_id))

    def _existing(self, space: str, tenant_id: uuid.UUID) -> Collection | None:
        client, name = self._connected(), _collection(space)
        if not client.collections.exists(name):
            return None
        collection = client.collections.get(name)
        return collection.with_tenant(str(tenant_id)) if collection.tenants.exists(str(tenant_id)) else None

    def _connected(self) -> WeaviateClient:
        import weaviate  # noqa: PLC0415  the client is loaded where it is used
        from weaviate.classes.init import AdditionalConfig, Auth, Timeout  # noqa: PLC0415

        with self._lock:
            if self._client is None or not self._client.is_connected():
                secure, host = self._url.scheme == "https", self._url.hostname or "localhost"
                self._client = weaviate.connect_to_custom(
                    http_host=host,
                    http_port=self._url.port or (443 if secure else 8080),
                    http_secure=secure,
                    grpc_host=host,
                    grpc_port=self._grpc_port,
                    grpc_secure=secure,
                    auth_credentials=Auth.api_key(self._api_key) if self._api_key else None,
                    additional_config=AdditionalConfig(timeout=Timeout(init=3, query=self._timeout, insert=60)),
                )
            return self._client


@contextmanager
def _store_errors() -> Iterator[None]:
    from weaviate.exceptions import WeaviateBaseError  # noqa: PLC0415  the client is loaded where it is used

    try:
        yield
    except (WeaviateBaseError, OSError) as error:
        raise StoreError(f"weaviate: {type(error).__name__}") from error


def _collection(space: str) -> str:
    return f"Passages_{re.sub(r'[^A-Za-z0-9]', '_', space)}"
