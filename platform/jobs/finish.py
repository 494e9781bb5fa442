"""The ends of a job, each fenced by the lease token: done, again later, dead."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from jobs.errors import LeaseLost
from jobs.registry import kind_named
from jobs.types import Lease
from tenants.scope import tenant_scope

_FENCE = "WHERE tenant_id = %s AND id = %s AND lease_token = %s AND state = 'running'"
_DONE = (
    f"UPDATE jobs_job SET state = 'done', finished_at = clock_timestamp(), lease_token = NULL, last_error = '' {_FENCE}"  # noqa: S608  constants
)
_BEAT = f"UPDATE jobs_job SET lease_until = clock_timestamp() + make_interval(secs => %s) {_FENCE}"  # noqa: S608  constants
_AGAIN = (
    "UPDATE jobs_job SET state = %s, available_at = clock_timestamp() + make_interval(secs => %s), "  # noqa: S608  constants
    f"lease_token = NULL, lease_until = NULL, last_error = %s {_FENCE}"
)
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 300.0  # seconds


@contextmanager
def finishing(lease: Lease) -> Iterator[None]:
    """The transaction that stores what a job worked out. Raises LeaseLost, and stores nothing, behind a newer lease."""
    with tenant_scope(lease.tenant_id):
        _fenced(_DONE, [], lease)
        yield
    lease.finished = True


def heartbeat(lease: Lease) -> None:
    """The job gets on: its patience starts anew. Raises LeaseLost."""
    lease.keep_until = time.monotonic() + lease.patience.total_seconds()
    extend(lease)


def extend(lease: Lease) -> None:
    """Ours for the lease's length from now on. Raises LeaseLost."""
    with tenant_scope(lease.tenant_id):
        _fenced(_BEAT, [lease.length.total_seconds()], lease)


def give_back(lease: Lease, *, error: str) -> None:
    """Try again later, twice as late each time; after the last attempt, bury it and make that visible."""
    dead = lease.attempt >= lease.max_attempts
    pause = min(_FIRST_PAUSE * 2 ** (lease.attempt - 1), _LONGEST_PAUSE)
    with tenant_scope(lease.tenant_id):
        _fenced(_AGAIN, ["dead" if dead else "due", pause, error[:2000]], lease)
        on_dead = kind_named(lease.kind).on_dead
        if dead and on_dead is not None:
            on_dead(lease)


def _fenced(statement: str, values: list[str | float], lease: Lease) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, lease.tenant_id, lease.job_id, lease.token])
        if cursor.rowcount != 1:
            raise LeaseLost(f"{lease.kind} {lease.job_id}")
