"""Celery's settings, where a wrong one loses work or runs code."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.processes import ROOT, environment

READ = """
import django; django.setup()
from config.celery import app
from celery import current_app
import json, threading
found = []
threading.Thread(target=lambda: found.append(current_app.main)).start()
app.loader.import_default_modules()
print(json.dumps({
  "accept": list(app.conf.accept_content), "serializer": app.conf.task_serializer, "late": app.conf.task_acks_late,
  "ignore": app.conf.task_ignore_result, "prefetch": app.conf.worker_prefetch_multiplier, "pool": app.conf.worker_pool,
  "options": app.conf.broker_transport_options, "retries": app.conf.broker_connection_max_retries,
  "tasks": sorted(name for name in app.tasks if not name.startswith("celery.")), "thread": found,
  "beat": {name: entry["options"]["expires"] for name, entry in app.conf.beat_schedule.items()},
}))
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    env = environment(
        tmp_path_factory.mktemp("celery"),
        PYTHONPATH=f"{ROOT}:{ROOT / 'platform'}",
        DJANGO_SETTINGS_MODULE="config.settings",
        CELERY_BROKER_URL="amqp://localhost//",
    )
    done = subprocess.run([sys.executable, "-c", READ], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_only_json_is_accepted(read: dict[str, object]) -> None:
    """Anything else can run what it carries."""
    assert (read["accept"], read["serializer"]) == (["json"], "json")


def test_hints_are_acknowledged_early_and_leave_no_results(read: dict[str, object]) -> None:
    assert (read["late"], read["ignore"], read["prefetch"]) == (False, True, 1)


def test_rabbitmq_confirms_what_it_took(read: dict[str, object]) -> None:
    assert read["options"] == {"confirm_publish": True}


def test_a_worker_tries_for_ever_to_reach_its_broker(read: dict[str, object]) -> None:
    assert read["retries"] is None


def test_the_doors_are_three_tasks_that_take_ids(read: dict[str, object]) -> None:
    assert read["tasks"] == ["jobs.run", "jobs.schedule", "jobs.sweep"]


def test_a_beat_that_nobody_heard_expires(read: dict[str, object]) -> None:
    """Else an hour without workers would end in a thousand sweeps at once."""
    assert read["beat"] == {"sweep": 2.0, "schedule": 60.0}


def test_every_thread_publishes_through_our_application(read: dict[str, object]) -> None:
    assert read["thread"] == ["anamnesis"]
