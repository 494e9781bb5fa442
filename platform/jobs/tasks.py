"""The Celery doors. A task is a hint that runs the same claim; a lost or repeated one does no harm."""

from __future__ import annotations

import uuid

from celery import shared_task

from jobs.run import run_job
from jobs.schedule import enqueue_periodic
from jobs.sweep import due_jobs
from ports import get_port


@shared_task(name="jobs.run", ignore_result=True)  # type: ignore[untyped-decorator]  # celery ships no types
def run(tenant_id: str, job_id: str) -> None:
    run_job(uuid.UUID(tenant_id), uuid.UUID(job_id))


@shared_task(name="jobs.sweep", ignore_result=True)  # type: ignore[untyped-decorator]  # celery ships no types
def sweep() -> None:
    for job in due_jobs(limit=50):
        get_port("hints").publish(tenant_id=job.tenant_id, job_id=job.job_id, kind=job.kind)


@shared_task(name="jobs.schedule", ignore_result=True)  # type: ignore[untyped-decorator]  # celery ships no types
def schedule() -> None:
    enqueue_periodic()
