"""Durable work: put it in the outbox, run it under a lease, finish it behind a fence."""

from __future__ import annotations

from jobs.claim import claim
from jobs.enqueue import enqueue
from jobs.errors import LeaseLost
from jobs.finish import finishing, heartbeat
from jobs.registry import every, handles
from jobs.run import run_job, run_until_idle
from jobs.sweep import due_jobs, queue_health
from jobs.types import DueJob, JobView, Lease, QueueHealth

__all__ = [
    "DueJob",
    "JobView",
    "Lease",
    "LeaseLost",
    "QueueHealth",
    "claim",
    "due_jobs",
    "enqueue",
    "every",
    "finishing",
    "handles",
    "heartbeat",
    "queue_health",
    "run_job",
    "run_until_idle",
]
