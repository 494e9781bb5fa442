"""Put work into the outbox, in the transaction of the change that asks for it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import timedelta

from django.db import connection, transaction

from jobs.registry import kind_named
from ports import get_port
from ports.ids import new_id
from tenants.scope import current_tenant_id

_INSERT = """
INSERT INTO jobs_job (id, tenant_id, kind, partition, dedup_key, payload, state, attempts, max_attempts,
                      available_at, last_error, created_at)
VALUES (%s, %s, %s, %s, %s, %s, 'due', 0, %s, clock_timestamp() + make_interval(secs => %s), '', clock_timestamp())
ON CONFLICT (tenant_id, kind, dedup_key) DO NOTHING RETURNING id
"""
_FIND = "SELECT id FROM jobs_job WHERE tenant_id = %s AND kind = %s AND dedup_key = %s"


def enqueue(
    *,
    kind: str,
    dedup_key: str,
    payload: Mapping[str, str],
    partition: str = "",
    delay: timedelta = timedelta(),
    hint: bool = True,
) -> uuid.UUID:
    """The job's id, the old one when this work was asked for before. A hint goes out when the transaction commits."""
    tenant_id, known = current_tenant_id(), kind_named(kind)
    values: list[str | int | float | uuid.UUID] = [
        new_id(),
        tenant_id,
        kind,
        partition,
        dedup_key,
        json.dumps(dict(payload)),
        known.max_attempts,
        delay.total_seconds(),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)
        row = cursor.fetchone()
        if row is None:
            cursor.execute(_FIND, [tenant_id, kind, dedup_key])
            found: uuid.UUID = cursor.fetchone()[0]
            return found
    job_id: uuid.UUID = row[0]
    if hint and not delay:
        transaction.on_commit(lambda: get_port("hints").publish(tenant_id=tenant_id, job_id=job_id, kind=kind))
    return job_id
