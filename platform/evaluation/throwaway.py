"""The tenant that a run is made in, and nothing of it afterwards."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connections, transaction

from ports import get_port
from ports.errors import StoreError
from postgres.grants import APPEND_ONLY
from tenants.api import create_tenant
from tenants.types import TenantView

logger = logging.getLogger(__name__)
_PREFIX = "evaluation-"
_TABLES = """
SELECT c.relname FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
   AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id' AND NOT attisdropped)
"""


@contextmanager
def throwaway_tenant() -> Iterator[TenantView]:
    tenant = create_tenant(slug=f"{_PREFIX}{uuid.uuid4().hex[:12]}", name="Evaluation")
    try:
        yield tenant
    finally:
        _empty_store(tenant)
        left = _remove(tenant)
        if left:
            logger.warning("the evaluation's tenant could not be removed from %s", ", ".join(left))


def _empty_store(tenant: TenantView) -> None:
    """A store beside the database keeps its own copy of the passages' vectors."""
    store = get_port("vectors")
    if store.transactional:
        return
    try:
        store.drop_tenant(tenant_id=tenant.id)
    except StoreError as error:
        logger.warning("the evaluation's tenant could not be removed from %s: %s", store.name, error)


def _remove(tenant: TenantView) -> list[str]:
    """As the owner, since the audit log is closed to the app. The tables that would not let go, if any."""
    if not tenant.slug.startswith(_PREFIX):
        raise ValueError("Only the tenant of an evaluation is thrown away.")
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant', %s, true)", [str(tenant.id)])
        cursor.execute(_TABLES)
        left = sorted(row[0] for row in cursor.fetchall())
        while left:
            after = [table for table in left if not _emptied(table, "tenant_id", tenant.id)]
            if len(after) == len(left):
                return left
            left = after
        return [] if _emptied("tenants_tenant", "id", tenant.id) else ["tenants_tenant"]


def _emptied(table: str, column: str, tenant_id: uuid.UUID) -> bool:
    """False where another table still refers to its rows, or the role may not."""
    connection = connections["owner"]
    quoted, name = connection.ops.quote_name(table), connection.ops.quote_name(column)
    try:
        with transaction.atomic(using="owner"), connection.cursor() as cursor:
            closed = table in APPEND_ONLY  # the trigger that keeps it so would refuse; the lock keeps others out
            if closed:
                cursor.execute(f"ALTER TABLE {quoted} DISABLE TRIGGER refuse_change")
            cursor.execute(f"DELETE FROM {quoted} WHERE {name} = %s", [tenant_id])  # noqa: S608  quoted names
            if closed:
                cursor.execute(f"ALTER TABLE {quoted} ENABLE TRIGGER refuse_change")
    except DatabaseError:
        return False
    return True
