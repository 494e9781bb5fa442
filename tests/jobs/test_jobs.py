"""From the outbox to the end of a job: claim, run, retry, bury, fence."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections

from accounts.models import Customer
from adapters.system_clock import FixedClock
from jobs.claim import claim
from jobs.enqueue import enqueue
from jobs.errors import LeaseLost, UnknownKind
from jobs.finish import finishing, heartbeat
from jobs.models import Job
from jobs.run import run_job, run_until_idle
from jobs.schedule import enqueue_periodic
from jobs.sweep import due_jobs, queue_health
from jobs.types import Lease
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.jobs.kinds import DEAD, RAN, body

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def fail(lease: Lease) -> None:
    raise ValueError("the model is away")


def test_the_same_work_asked_for_twice_is_one_job(tenant: TenantView, put: Callable) -> None:
    assert put(tenant, "a") == put(tenant, "a")
    assert run_until_idle() == 1


def test_the_same_key_of_another_tenant_is_another_job(
    tenant: TenantView, other_tenant: TenantView, put: Callable
) -> None:
    assert put(tenant, "a") != put(other_tenant, "a")
    assert run_until_idle() == 2


def test_a_job_of_a_rolled_back_change_does_not_exist(tenant: TenantView) -> None:
    def failing_change() -> None:
        with tenant_scope(tenant.id):
            enqueue(kind="test.plain", dedup_key="a", payload={"name": "a"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing_change()
    assert run_until_idle() == 0


def test_an_unknown_kind_is_refused_when_it_is_asked_for(tenant: TenantView) -> None:
    with tenant_scope(tenant.id), pytest.raises(UnknownKind):
        enqueue(kind="test.misspelt", dedup_key="a", payload={})


def test_jobs_of_a_partition_run_in_the_order_they_were_asked_for(tenant: TenantView, put: Callable) -> None:
    for name in "abcde":
        put(tenant, name, partition="conversation")
    run_until_idle()
    assert RAN["test.plain"] == list("abcde")


def test_the_second_of_a_partition_cannot_be_claimed_while_the_first_runs(tenant: TenantView, put: Callable) -> None:
    first, second = (put(tenant, name, partition="conversation") for name in "ab")
    assert claim(tenant.id, first) is not None
    assert claim(tenant.id, second) is None


def test_the_second_of_a_partition_waits_for_the_retry_of_the_first(tenant: TenantView, put: Callable) -> None:
    first, second = (put(tenant, name, partition="conversation") for name in "ab")
    with body("test.plain", fail):
        run_job(tenant.id, first)
    assert claim(tenant.id, second) is None


def test_a_kind_that_gives_way_lets_the_next_go_first_while_it_waits(tenant: TenantView, put: Callable) -> None:
    first, second = (put(tenant, name, kind="test.polite", partition="index") for name in "ab")
    with body("test.polite", fail):
        run_job(tenant.id, first)
    assert [job.job_id for job in due_jobs()] == [second]
    assert claim(tenant.id, second) is not None


def test_two_of_a_kind_that_gives_way_never_run_at_once(tenant: TenantView, put: Callable, make_due: Callable) -> None:
    first, second = (put(tenant, name, kind="test.polite", partition="index") for name in "ab")
    assert claim(tenant.id, second) is None  # the first is due and goes first
    with body("test.polite", fail):
        run_job(tenant.id, first)
    assert claim(tenant.id, second) is not None
    make_due(tenant)
    assert claim(tenant.id, first) is None  # its pause is over while the other runs


def test_a_later_job_with_a_lower_id_waits_for_the_one_that_runs(tenant: TenantView, put: Callable) -> None:
    """Two web processes whose clocks differ: ids are times."""
    first, second = (put(tenant, name, partition="conversation") for name in "ab")
    with tenant_scope(tenant.id):  # `second` is the one that was made first, and it runs already
        connection.cursor().execute(
            "UPDATE jobs_job SET state = 'running', lease_until = clock_timestamp() + interval '1 minute' "
            "WHERE id = %s",
            [second],
        )
    assert claim(tenant.id, first) is None
    assert due_jobs() == []


def test_other_partitions_do_not_wait(tenant: TenantView, put: Callable) -> None:
    put(tenant, "a", partition="one")
    other = put(tenant, "b", partition="two")
    assert claim(tenant.id, other) is not None


def test_a_dead_job_does_not_stop_its_partition(tenant: TenantView, put: Callable, make_due: Callable) -> None:
    first = put(tenant, "a", kind="test.twice", partition="conversation")
    second = put(tenant, "b", partition="conversation")
    with body("test.twice", fail):
        run_job(tenant.id, first)
        make_due(tenant)
        run_job(tenant.id, first)
    assert DEAD == ["a"]
    assert claim(tenant.id, second) is not None


def test_two_workers_never_get_the_same_job(tenant: TenantView, put: Callable) -> None:
    job = put(tenant, "a")
    assert [claim(tenant.id, job) is None for _ in range(3)] == [False, True, True]


def test_a_failed_attempt_is_tried_again_after_a_pause(
    tenant: TenantView, put: Callable, state_of: Callable, make_due: Callable
) -> None:
    job = put(tenant, "a")
    with body("test.plain", fail):
        run_job(tenant.id, job)
    assert state_of(tenant, job) == ("due", 1, "ValueError: the model is away")
    assert not run_job(tenant.id, job)
    make_due(tenant)
    assert run_job(tenant.id, job)
    assert state_of(tenant, job)[0] == "done"


def test_pauses_grow(tenant: TenantView, put: Callable, make_due: Callable) -> None:
    job = put(tenant, "a")
    pauses = []
    with body("test.plain", fail):
        for _ in range(4):
            run_job(tenant.id, job)
            with tenant_scope(tenant.id), connection.cursor() as cursor:
                cursor.execute("SELECT extract(epoch FROM available_at - clock_timestamp()) FROM jobs_job")
                pauses.append(math.ceil(cursor.fetchone()[0]))
            make_due(tenant)
    assert pauses == [2, 4, 8, 16]


def test_after_the_last_attempt_a_job_is_dead_and_that_is_made_visible(
    tenant: TenantView, put: Callable, state_of: Callable, make_due: Callable
) -> None:
    job = put(tenant, "a", kind="test.twice")
    with body("test.twice", fail):
        run_job(tenant.id, job)
        make_due(tenant)
        run_job(tenant.id, job)
    assert state_of(tenant, job) == ("dead", 2, "ValueError: the model is away")
    assert DEAD == ["a"]
    assert queue_health().dead == 1


def test_a_dead_job_is_not_run_again(tenant: TenantView, put: Callable, make_due: Callable) -> None:
    job = put(tenant, "a", kind="test.twice")
    with body("test.twice", fail):
        for _ in range(3):
            run_job(tenant.id, job)
            make_due(tenant)
    assert RAN["test.twice"] == ["a", "a"]


def test_a_job_that_kills_its_worker_each_time_is_buried_too(
    tenant: TenantView, put: Callable, state_of: Callable
) -> None:
    """A poison message: nobody is left to count the failure, so the claim does."""
    job = put(tenant, "a", kind="test.short")
    for attempt in (1, 2, 3):
        lease = claim(tenant.id, job)  # and the worker dies here
        assert lease is not None
        assert lease.attempt == attempt
        time.sleep(0.08)
    assert claim(tenant.id, job) is None
    assert state_of(tenant, job)[:2] == ("dead", 3)
    assert DEAD == ["a"]


def test_when_a_lease_has_run_out_another_worker_may_claim(tenant: TenantView, put: Callable) -> None:
    job = put(tenant, "a", kind="test.short")
    claim(tenant.id, job)
    assert due_jobs() == []
    time.sleep(0.08)
    assert [due.job_id for due in due_jobs()] == [job]
    assert claim(tenant.id, job) is not None


def test_a_heartbeat_keeps_the_lease(tenant: TenantView, put: Callable) -> None:
    lease = claim(tenant.id, put(tenant, "a", kind="test.second"))
    assert lease is not None
    for _ in range(4):
        time.sleep(0.3)
        heartbeat(lease)
    assert due_jobs() == []


def test_a_slow_job_keeps_its_lease_while_it_runs(
    tenant: TenantView, put: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.claim.SLICE", timedelta(seconds=1.5))
    stolen = []

    def slow(lease: Lease) -> None:
        for _ in range(8):
            time.sleep(0.3)
            stolen.append(len(due_jobs()))

    with body("test.plain", slow):
        run_job(tenant.id, put(tenant, "a"))
    assert stolen == [0] * 8
    assert RAN["test.plain"] == ["a"]


def test_a_job_that_hangs_loses_its_lease_when_patience_is_over(
    tenant: TenantView, put: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.claim.SLICE", timedelta(milliseconds=20))
    taken = []

    def hang(lease: Lease) -> None:  # its patience is 60 ms
        time.sleep(0.15)
        taken.append(len(due_jobs()))

    with body("test.short", hang):
        run_job(tenant.id, put(tenant, "a", kind="test.short"))
    assert taken == [1]


def test_a_crashed_workers_job_is_taken_by_another_within_the_short_lease(tenant: TenantView, put: Callable) -> None:
    """However long the job may take: `test.plain` has patience for a minute."""
    lease = claim(tenant.id, put(tenant, "a"))
    assert lease is not None
    assert lease.length <= timedelta(seconds=12) < lease.patience


def test_what_a_slow_worker_stores_after_its_lease_is_thrown_away(tenant: TenantView, put: Callable) -> None:
    job = put(tenant, "a", kind="test.short")
    slow = claim(tenant.id, job)
    time.sleep(0.08)
    quick = claim(tenant.id, job)
    assert slow is not None
    assert quick is not None
    with finishing(quick):
        Customer.objects.create(name="stored by the quick one")

    def store_late() -> None:
        with finishing(slow):
            Customer.objects.create(name="stored by the slow one")

    with pytest.raises(LeaseLost):
        store_late()
    with tenant_scope(tenant.id):
        assert [row.name for row in Customer.objects.all()] == ["stored by the quick one"]


def test_a_lost_lease_cannot_be_kept_by_a_heartbeat(tenant: TenantView, put: Callable) -> None:
    job = put(tenant, "a", kind="test.short")
    slow = claim(tenant.id, job)
    time.sleep(0.08)
    claim(tenant.id, job)
    assert slow is not None
    with pytest.raises(LeaseLost):
        heartbeat(slow)


def test_what_a_job_stores_falls_when_storing_fails_halfway(tenant: TenantView, put: Callable) -> None:
    def half(lease: Lease) -> None:
        with finishing(lease):
            Customer.objects.create(name="half")
            raise ValueError

    with body("test.plain", half):
        run_job(tenant.id, put(tenant, "a"))
    with tenant_scope(tenant.id):
        assert Customer.objects.count() == 0
        assert Job.objects.get().state == "due"


def test_no_transaction_is_open_while_a_job_works(tenant: TenantView, put: Callable) -> None:
    open_blocks = []
    with body("test.plain", lambda _: open_blocks.append(connection.in_atomic_block)):
        run_job(tenant.id, put(tenant, "a"))
    assert open_blocks == [False]


def test_a_delayed_job_is_not_due_yet_except_for_who_asked(tenant: TenantView, put: Callable) -> None:
    job = put(tenant, "a", delay=timedelta(minutes=5))
    assert due_jobs() == []
    assert not run_job(tenant.id, job)
    assert run_job(tenant.id, job, early=True)


def test_a_job_of_another_tenant_cannot_be_claimed(tenant: TenantView, other_tenant: TenantView, put: Callable) -> None:
    job = put(other_tenant, "a")
    assert claim(tenant.id, job) is None
    assert run_job(other_tenant.id, job)


def test_a_flood_of_one_tenant_does_not_starve_another(
    tenant: TenantView, other_tenant: TenantView, put: Callable
) -> None:
    for number in range(60):
        put(tenant, f"flood {number}")
    put(other_tenant, "one")
    assert other_tenant.id in [job.tenant_id for job in due_jobs(limit=4)]


def test_leases_follow_the_databases_clock_and_not_a_processs(tenant: TenantView, put: Callable) -> None:
    """A worker whose clock is an hour ahead must not take a job from a healthy one."""
    job = put(tenant, "a")
    claim(tenant.id, job)
    with port_scope(clock=FixedClock(datetime.now(UTC) + timedelta(hours=1))):
        assert claim(tenant.id, job) is None
        assert due_jobs() == []


def test_health_tells_how_long_the_oldest_due_job_waits(tenant: TenantView, put: Callable) -> None:
    put(tenant, "a")
    with tenant_scope(tenant.id):
        connection.cursor().execute("UPDATE jobs_job SET available_at = clock_timestamp() - interval '90 seconds'")
    health = queue_health()
    assert health.due == 1
    assert 90 <= health.oldest_due_seconds < 150


def test_the_sweeper_has_no_way_to_read_what_a_job_is_about() -> None:
    with connections["sweeper"].cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone()[0] == "anamnesis_sweeper"


def test_periodic_work_is_asked_for_once_a_period_for_each_tenant(
    tenant: TenantView, other_tenant: TenantView, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jobs import registry  # noqa: PLC0415  its table of schedules is what this test replaces

    monkeypatch.setattr(registry, "_schedules", {})
    registry.every("test.plain", hours=24)
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for at in (noon, noon + timedelta(minutes=1), noon + timedelta(hours=24)):
        with port_scope(clock=FixedClock(at)):
            enqueue_periodic()
    for each in (tenant, other_tenant):
        with tenant_scope(each.id):
            assert Job.objects.filter(kind="test.plain").count() == 2
