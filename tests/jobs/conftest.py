from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from jobs.enqueue import enqueue
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.jobs import kinds


class SilentHints:
    def publish(self, **_: object) -> None:
        pass

    def subscribe(self, wake: Callable[[], None]) -> None:
        pass

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        pass


@pytest.fixture(autouse=True)
def _fresh() -> object:
    kinds.forget()
    with port_scope(hints=SilentHints()):
        yield


@pytest.fixture
def make_due() -> Callable[[TenantView], None]:
    """The pause before the next attempt is over."""

    def skip(tenant: TenantView) -> None:
        with tenant_scope(tenant.id), connection.cursor() as cursor:
            cursor.execute("UPDATE jobs_job SET available_at = clock_timestamp() WHERE state = 'due'")

    return skip


@pytest.fixture
def put() -> Callable[..., object]:
    def ask(tenant: TenantView, name: str, *, kind: str = "test.plain", partition: str = "", **more: object) -> object:
        with tenant_scope(tenant.id):
            return enqueue(kind=kind, dedup_key=name, partition=partition, payload={"name": name}, **more)

    return ask


@pytest.fixture
def state_of() -> Callable[[TenantView, object], tuple[str, int, str]]:
    def read(tenant: TenantView, job_id: object) -> tuple[str, int, str]:
        with tenant_scope(tenant.id), connection.cursor() as cursor:
            cursor.execute("SELECT state, attempts, last_error FROM jobs_job WHERE id = %s", [job_id])
            return cursor.fetchone()

    return read
