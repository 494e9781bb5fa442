"""Run one job from claim to end."""

from __future__ import annotations

import logging
import uuid

from jobs.claim import claim
from jobs.errors import LeaseLost
from jobs.finish import finishing, give_back
from jobs.keep import kept
from jobs.registry import kind_named
from jobs.sweep import due_jobs
from jobs.types import Lease

logger = logging.getLogger(__name__)


def run_job(tenant_id: uuid.UUID, job_id: uuid.UUID, *, early: bool = False) -> bool:
    """Claim and run; False when there was nothing to take. The job's own exceptions end in a retry, never here."""
    lease = claim(tenant_id, job_id, early=early)
    if lease is None:
        return False
    try:
        with kept(lease):
            kind_named(lease.kind).run(lease)
        if not lease.finished:
            with finishing(lease):
                pass
    except LeaseLost:
        logger.info("lease lost: %s %s", lease.kind, lease.job_id)
    except Exception as error:  # whatever a handler raises is a failed attempt
        _failed(lease, error)
    return True


def run_until_idle(*, tenant_id: uuid.UUID | None = None, limit: int = 100_000) -> int:
    """Run due jobs in this thread until none is due; the number run. For commands, evaluations and tests."""
    done = 0
    while done < limit:
        ran = 0
        for job in due_jobs(limit=200):
            if tenant_id is None or job.tenant_id == tenant_id:
                ran += run_job(job.tenant_id, job.job_id)
        if not ran:
            break
        done += ran
    return done


def _failed(lease: Lease, error: Exception) -> None:
    # The text of an error may hold a customer's words, so the log names the class alone.
    logger.warning("job failed: %s %s attempt %d: %s", lease.kind, lease.job_id, lease.attempt, type(error).__name__)
    try:
        give_back(lease, error=f"{type(error).__name__}: {error}")
    except LeaseLost:
        logger.info("lease lost: %s %s", lease.kind, lease.job_id)
