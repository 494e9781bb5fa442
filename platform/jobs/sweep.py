"""Which jobs are due, across tenants. Read as the sweeper, which sees ids, kinds, states and times, no content."""

from __future__ import annotations

from django.db import connections

from jobs.registry import giving_way
from jobs.types import DueJob, QueueHealth

# Heads of partitions only, and the tenants take turns, so that one tenant's flood does not starve the others.
_DUE = """
SELECT tenant_id, id, kind FROM (
    SELECT job.tenant_id, job.id, job.kind, job.available_at,
           row_number() OVER (PARTITION BY job.tenant_id ORDER BY job.available_at, job.id) AS turn
      FROM jobs_job AS job
     WHERE (job.state = 'due' AND job.available_at <= clock_timestamp()
            OR job.state = 'running' AND job.lease_until < clock_timestamp())
       AND (job.partition = '' OR NOT EXISTS (
            SELECT 1 FROM jobs_job AS other
             WHERE other.tenant_id = job.tenant_id AND other.partition = job.partition AND other.id <> job.id
               AND (other.state IN ('due', 'running') AND other.id < job.id
                    AND NOT (other.state = 'due' AND other.available_at > clock_timestamp()
                             AND other.kind = ANY(%s))
                    OR other.state = 'running' AND other.lease_until > clock_timestamp())))
) AS heads ORDER BY turn, available_at LIMIT %s
"""
_HEALTH = """
SELECT count(*) FILTER (WHERE state = 'due' AND available_at <= clock_timestamp()),
       coalesce(extract(epoch FROM clock_timestamp() - min(available_at)
                FILTER (WHERE state = 'due' AND available_at <= clock_timestamp())), 0),
       count(*) FILTER (WHERE state = 'dead')
  FROM jobs_job WHERE state <> 'done'
"""


def due_jobs(*, limit: int = 100) -> list[DueJob]:
    with connections["sweeper"].cursor() as cursor:
        cursor.execute(_DUE, [giving_way(), limit])
        return [DueJob(tenant_id=row[0], job_id=row[1], kind=row[2]) for row in cursor.fetchall()]


def queue_health() -> QueueHealth:
    with connections["sweeper"].cursor() as cursor:
        cursor.execute(_HEALTH)
        due, oldest, dead = cursor.fetchone()
    return QueueHealth(due=due, oldest_due_seconds=float(oldest), dead=dead)
