"""Periodic work: once a period, one job for each tenant."""

from __future__ import annotations

from jobs.enqueue import enqueue
from jobs.registry import Schedule, schedules
from ports import get_port
from tenants.api import all_tenant_ids
from tenants.scope import tenant_scope


def enqueue_periodic() -> int:
    """Called about once a minute; the number of the period in the dedup key makes repeats harmless."""
    now = get_port("clock").now().timestamp()
    asked = 0
    for tenant_id in all_tenant_ids():
        with tenant_scope(tenant_id):
            for schedule in schedules():
                enqueue(kind=schedule.kind, dedup_key=_slot(schedule, now), payload={})
                asked += 1
    return asked


def _slot(schedule: Schedule, now: float) -> str:
    return f"slot:{int(now // schedule.period.total_seconds())}"
