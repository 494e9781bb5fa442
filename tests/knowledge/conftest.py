"""The knowledge tests' cast: embedders without weights, a clock that stands, jobs run on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from adapters.hashing_embedder import HashingEmbedder
from jobs.api import run_until_idle
from knowledge.types import Language, SearchQuery
from ports import port_scope
from tenants.types import TenantView

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _light_ports() -> Iterator[None]:
    with port_scope(embedder=HashingEmbedder()):
        yield


@pytest.fixture
def index(tenant: TenantView) -> Callable[[], int]:
    """Run the tenant's jobs to their end."""
    return lambda: run_until_idle(tenant_id=tenant.id)


@pytest.fixture
def ask(tenant: TenantView) -> Callable[..., SearchQuery]:
    def make(question: str, language: Language = "en", *, now: datetime = NOON, limit: int = 6) -> SearchQuery:
        return SearchQuery(tenant_id=tenant.id, question=question, language=language, now=now, limit=limit)

    return make
