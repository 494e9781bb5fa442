"""Take a due job under a lease, or bury it."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from jobs.registry import giving_way, kind_named
from jobs.types import Lease
from ports.ids import new_id
from postgres.values import Bound
from tenants.scope import tenant_scope

# The head of its partition only, and `running` counts as not done: two workers never answer one conversation at once,
# also where a process whose clock is behind gave the later job the lower id.
_TAKE = """
SELECT id, kind, payload, attempts, max_attempts, partition FROM jobs_job AS job
 WHERE job.tenant_id = %(tenant)s AND job.id = %(job)s
   AND (job.state = 'due' AND (%(early)s OR job.available_at <= clock_timestamp())
        OR job.state = 'running' AND job.lease_until < clock_timestamp())
   AND (job.partition = '' OR NOT EXISTS (
        SELECT 1 FROM jobs_job AS other
         WHERE other.tenant_id = job.tenant_id AND other.partition = job.partition AND other.id <> job.id
           AND (other.state IN ('due', 'running') AND other.id < job.id
                AND NOT (other.state = 'due' AND other.available_at > clock_timestamp()
                         AND other.kind = ANY(%(giving_way)s))
                OR other.state = 'running' AND other.lease_until > clock_timestamp())))
   FOR UPDATE SKIP LOCKED
"""
# A job that waited may come due while a later one is being taken: one claim of such a partition at a time.
_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_LEASE = """
UPDATE jobs_job SET state = 'running', attempts = attempts + 1, lease_token = %s,
       lease_until = clock_timestamp() + make_interval(secs => %s) WHERE tenant_id = %s AND id = %s
"""
_BURY = "UPDATE jobs_job SET state = 'dead', lease_token = NULL, lease_until = NULL WHERE tenant_id = %s AND id = %s"

SLICE = timedelta(seconds=12)  # after a crash, another worker takes the job within this


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    kind: str
    payload: dict[str, str]
    attempts: int
    max_attempts: int


def claim(tenant_id: uuid.UUID, job_id: uuid.UUID, *, early: bool = False) -> Lease | None:
    """A lease, or None when the job is not due, not the head of its partition, or taken.

    `early`: the process that enqueued it with a delay for itself may take it before the delay ends.
    A job whose workers died `max_attempts` times is buried here, visibly.
    """
    with tenant_scope(tenant_id):
        row = _take(tenant_id, job_id, early=early)
        if row is None:
            return None
        kind = kind_named(row.kind)
        lease = Lease(
            tenant_id=tenant_id,
            job_id=job_id,
            kind=row.kind,
            payload=row.payload,
            token=new_id(),
            attempt=row.attempts + 1,
            max_attempts=row.max_attempts,
            length=min(kind.lease, SLICE),
            patience=kind.lease,
        )
        with connection.cursor() as cursor:
            if row.attempts >= row.max_attempts:
                cursor.execute(_BURY, [tenant_id, job_id])
                if kind.on_dead is not None:
                    kind.on_dead(lease)
                return None
            cursor.execute(_LEASE, [lease.token, kind.lease.total_seconds(), tenant_id, job_id])
        return lease


def _take(tenant_id: uuid.UUID, job_id: uuid.UUID, *, early: bool) -> _Row | None:
    with connection.cursor() as cursor:
        values: dict[str, Bound] = {"tenant": tenant_id, "job": job_id, "early": early, "giving_way": giving_way()}
        cursor.execute(_TAKE, values)
        row = cursor.fetchone()
        if row is not None and kind_named(row[1]).gives_way:
            cursor.execute(_ALONE, [f"{tenant_id}:{row[5]}"])
            cursor.execute(_TAKE, values)  # a new statement sees what the one before us took
            row = cursor.fetchone()
    if row is None:
        return None
    payload = row[2] if isinstance(row[2], dict) else json.loads(row[2])
    return _Row(kind=row[1], payload=payload, attempts=row[3], max_attempts=row[4])
