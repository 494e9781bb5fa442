"""The runner's threads, and the Celery doors, against real time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from jobs import tasks
from jobs.runner import Runner
from jobs.types import Lease
from ports import get_port
from tenants.types import TenantView
from tests.jobs.kinds import RAN, body

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


@contextmanager
def running(**options: float) -> Iterator[Runner]:
    runner = Runner(schedule_every=3600, **options)
    runner.start()
    try:
        yield runner
    finally:
        runner.stop()


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_a_due_job_is_found_without_any_hint(tenant: TenantView, put: Callable) -> None:
    put(tenant, "a")
    with running(pause=0.05):
        assert wait_for(lambda: RAN["test.plain"] == ["a"])


def test_a_hint_wakes_the_runner_before_its_pause_is_over(tenant: TenantView, put: Callable) -> None:
    with running(pause=60) as runner:
        time.sleep(0.2)
        put(tenant, "a")
        runner.wake()
        assert wait_for(lambda: RAN["test.plain"] == ["a"], seconds=5)


def test_a_partition_is_worked_off_in_order_by_many_workers(tenant: TenantView, put: Callable) -> None:
    names = [str(number) for number in range(12)]
    for name in names:
        put(tenant, name, partition="conversation")
    with running(workers=6, pause=0.02):
        assert wait_for(lambda: len(RAN["test.plain"]) == 12)
    assert RAN["test.plain"] == names


def test_a_failing_job_does_not_stop_the_others(tenant: TenantView, put: Callable) -> None:
    def explode(lease: Lease) -> None:
        raise RuntimeError

    put(tenant, "bad", kind="test.twice")
    put(tenant, "good")
    with body("test.twice", explode), running(pause=0.05):
        assert wait_for(lambda: RAN["test.plain"] == ["good"])


def test_stopping_lets_the_running_job_end(tenant: TenantView, put: Callable, state_of: Callable) -> None:
    inside = threading.Event()

    def slow(lease: Lease) -> None:
        inside.set()
        time.sleep(0.5)

    job = put(tenant, "a")
    with body("test.plain", slow):
        with running(pause=0.05):
            assert inside.wait(10)
        assert state_of(tenant, job)[0] == "done"


def test_another_tenants_job_does_not_wait_for_the_end_of_a_flood(
    tenant: TenantView, other_tenant: TenantView, put: Callable
) -> None:
    with body("test.plain", lambda _: time.sleep(0.02)):
        for number in range(80):
            put(tenant, f"flood {number}")
        with running(workers=2, pause=0.05):
            assert wait_for(lambda: len(RAN["test.plain"]) > 4)
            put(other_tenant, "one")
            assert wait_for(lambda: "one" in RAN["test.plain"])
    assert len(RAN["test.plain"]) < 60


def test_a_task_is_a_hint_that_runs_the_same_claim(tenant: TenantView, put: Callable, state_of: Callable) -> None:
    job = put(tenant, "a")
    for _ in range(3):  # delivered three times
        tasks.run(str(tenant.id), str(job))
    assert RAN["test.plain"] == ["a"]
    assert state_of(tenant, job)[0] == "done"


def test_a_task_with_another_tenants_id_does_nothing(
    tenant: TenantView, other_tenant: TenantView, put: Callable
) -> None:
    tasks.run(str(tenant.id), str(put(other_tenant, "a")))
    assert RAN["test.plain"] == []


def test_the_sweeping_task_hints_at_what_is_due(
    tenant: TenantView, put: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    hinted: list[object] = []
    monkeypatch.setattr(get_port("hints"), "publish", lambda **given: hinted.append(given["job_id"]))
    job = put(tenant, "a")
    hinted.clear()
    tasks.sweep()
    assert hinted == [job]
