"""What tells an operator's tools that a process lives, is ready, or stands still."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from config import probe
from jobs.enqueue import enqueue
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.jobs import kinds

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def make_due(tenant: TenantView, *, seconds: int) -> None:
    kinds.forget()
    with tenant_scope(tenant.id):
        enqueue(kind="test.plain", dedup_key="a", payload={"name": "a"}, hint=False)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE jobs_job SET available_at = clock_timestamp() - make_interval(secs => %s)", [seconds]
            )


def test_the_process_is_alive_without_asking_anything_else(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_ready_with_an_empty_queue(client: Client, tenant: TenantView) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["jobs"]["due"]) == (200, 0)


def test_ready_while_a_job_waits_for_a_moment(client: Client, tenant: TenantView) -> None:
    make_due(tenant, seconds=5)
    assert client.get("/readyz").status_code == 200


def test_not_ready_when_due_jobs_are_not_taken(client: Client, tenant: TenantView) -> None:
    """A wedged worker's process looks well (celery #10302); its queue does not."""
    make_due(tenant, seconds=300)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["jobs"]["oldest_due_seconds"] >= 300


def test_readiness_tells_no_tenants_name(client: Client, tenant: TenantView) -> None:
    make_due(tenant, seconds=300)
    body = client.get("/readyz").content.decode()
    assert tenant.slug not in body
    assert str(tenant.id) not in body


def test_a_young_file_is_healthy_and_an_old_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "alive"
    file.touch()
    assert probe.main(str(file), "30") == 0
    os.utime(file, (time.time() - 60, time.time() - 60))
    assert probe.main(str(file), "30") == 1


def test_a_file_that_is_not_there_is_not_healthy(tmp_path: Path) -> None:
    assert probe.main(str(tmp_path / "none"), "30") == 1


@contextmanager
def answering(status: int) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/readyz"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1), (404, 1)])
def test_an_address_is_healthy_when_it_answers_200(status: int, code: int) -> None:
    with answering(status) as url:
        assert probe.main(url, "5") == code


def test_an_address_that_nobody_serves_is_not_healthy() -> None:
    assert probe.main("http://127.0.0.1:9/readyz", "1") == 1
