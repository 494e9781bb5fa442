"""Answer in this process at once, by few enough threads that taking messages stays quick."""

from __future__ import annotations

import uuid
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache

from django.conf import settings
from django.db import close_old_connections

from jobs.api import run_job

_at_work: set[Future[bool]] = set()


def answer_here(tenant_id: uuid.UUID, job_id: uuid.UUID) -> Future[bool]:
    """False when the job was not to be had: another worker has it, or an earlier message is being answered."""
    future = _pool().submit(_answer, tenant_id, job_id)
    _at_work.add(future)
    future.add_done_callback(_at_work.discard)
    return future


def settle(*, seconds: float) -> bool:
    """Let the answers under way end; False where some did not in time, which the sweeper will finish."""
    return not wait(set(_at_work), timeout=seconds).not_done


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.ANSWER_THREADS, thread_name_prefix="answer")


def _answer(tenant_id: uuid.UUID, job_id: uuid.UUID) -> bool:
    try:
        return run_job(tenant_id, job_id, early=True)
    finally:
        close_old_connections()  # back to the pool
