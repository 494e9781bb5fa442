"""A connection that goes back to the pool takes no tenant along."""

from __future__ import annotations

import asyncio
import random
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections

from accounts.models import Customer
from tenants.scope import lookup_scope, tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

THREADS, ROUNDS = 32, 60  # more threads than the pool has connections


class Broken(Exception):
    pass


def tenant_at_checkout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.tenant', true), '')")
        return str(cursor.fetchone()[0])


def one_request(tenant_id: uuid.UUID, *, way: str) -> set[str]:
    """The tenants that stood in rows read inside the scope, or at check-out outside of it."""
    seen = {tenant_at_checkout()} - {""}
    try:
        with tenant_scope(tenant_id):
            seen |= {str(row.tenant_id) for row in Customer.objects.all()} - {str(tenant_id)}
            if way == "error":
                raise Broken
            if way == "database error":
                connection.cursor().execute("SELECT 1 / 0")
    except Exception as error:
        if way not in ("error", "database error"):
            raise error
    if way == "look-up":
        with lookup_scope("nobody"):
            pass
    seen |= {tenant_at_checkout()} - {""}
    connection.close()  # what Django does at the end of a request: back to the pool
    return seen


def test_no_request_sees_the_tenant_of_the_one_before(tenant: TenantView, other_tenant: TenantView) -> None:
    for each in (tenant, other_tenant):
        with tenant_scope(each.id):
            Customer.objects.create(name=each.slug)
    ways = ["plain", "error", "database error", "look-up"]

    def work(seed: int) -> set[str]:
        chance = random.Random(seed)
        found: set[str] = set()
        for _ in range(ROUNDS):
            found |= one_request(chance.choice([tenant, other_tenant]).id, way=chance.choice(ways))
        connections.close_all()
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        assert set().union(*pool.map(work, range(THREADS))) == set()


async def test_cancelled_requests_leave_no_tenant_behind(tenant: TenantView, other_tenant: TenantView) -> None:
    inside = threading.Event()

    def request(tenant_id: uuid.UUID) -> None:
        try:
            with tenant_scope(tenant_id):
                inside.set()
                connection.cursor().execute("SELECT pg_sleep(0.01)")
        finally:
            connections.close_all()

    def look() -> str:
        try:
            return tenant_at_checkout()
        finally:
            connections.close_all()

    for each in [tenant, other_tenant] * 20:
        inside.clear()
        task = asyncio.ensure_future(sync_to_async(request, thread_sensitive=False)(each.id))
        await asyncio.to_thread(inside.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await sync_to_async(look, thread_sensitive=False)() == ""
