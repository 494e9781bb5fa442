"""The only door to tenant data.

Two locks hold at once: django-scopes makes a query outside a scope raise, and PostgreSQL's row-level security reads the
tenant from a setting that lives exactly as long as the transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection, transaction
from django_scopes import scope, scopes_disabled

from tenants.errors import NoTenant, WrongTenant

_current: ContextVar[uuid.UUID | None] = ContextVar("tenant", default=None)


@contextmanager
def tenant_scope(tenant_id: uuid.UUID) -> Iterator[None]:
    """One transaction as this tenant. Re-entrant for the same tenant; raises WrongTenant for another.

    Rows become frozen types inside; nothing lazy leaves. No model call, fetch or socket wait belongs in here.
    """
    current = _current.get()
    if current is not None:
        if current != tenant_id:
            raise WrongTenant(f"inside {current}, {tenant_id} was asked for")
        yield
        return
    with scope(tenant=tenant_id), transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            # set_config(…, true), never SET: the setting must end with the transaction, and must take a parameter.
            cursor.execute("SELECT set_config('app.tenant', %s, true)", [str(tenant_id)])
        token = _current.set(tenant_id)
        try:
            yield
        finally:
            _current.reset(token)


@contextmanager
def lookup_scope(value: str) -> Iterator[None]:
    """One transaction that may read the rows which this secret or name leads to, before a tenant is known."""
    if _current.get() is not None:
        raise WrongTenant("a look-up before the tenant is known was tried inside a tenant scope")
    with scopes_disabled(), transaction.atomic(durable=True):  # the look-up policies show these rows alone
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('app.lookup', %s, true)", [value])
        yield


def current_tenant_id() -> uuid.UUID:
    """The tenant of the open scope. Raises NoTenant."""
    current = _current.get()
    if current is None:
        raise NoTenant("open tenant_scope(tenant_id) first")
    return current


def tenant_or_none() -> uuid.UUID | None:
    return _current.get()
