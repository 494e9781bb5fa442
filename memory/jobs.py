"""Memory's work outside a turn."""

from __future__ import annotations

from datetime import timedelta

from jobs.api import every, finishing, handles
from jobs.types import Lease
from memory import write as pipeline
from memory.forgetting.compact import compact
from memory.forgetting.decay import cool_down
from memory.models import Fact
from ports import get_port
from tenants.scope import tenant_scope

TIDY = "memory.tidy"
every(TIDY, hours=24 * 7)


@handles(pipeline.WRITE, max_attempts=5, lease=timedelta(seconds=60))
def write(lease: Lease) -> None:
    pipeline.write(lease)


@handles(TIDY, max_attempts=3, lease=timedelta(minutes=10))
def tidy(lease: Lease) -> None:
    """Once a week: what is never touched goes to cold storage, scattered entries under a general one."""
    with tenant_scope(lease.tenant_id):
        customers = list(Fact.objects.filter(status="active").values_list("customer_id", flat=True).distinct())
    for customer_id in customers:  # a transaction each: nothing is locked for long
        with tenant_scope(lease.tenant_id):
            compact(customer_id)
    with finishing(lease):
        cool_down(now=get_port("clock").now())
