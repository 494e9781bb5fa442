"""The Celery application of the production shape.

    celery -A config.celery worker          celery -A config.celery beat

The broker carries hints only (jobs/tasks.py), so early acknowledgement is right: a hint that is lost costs the pause of
a sweep, and a late acknowledgement on Redis would bring a second copy each visibility time-out. Time limits are not
set, since threads cannot be killed: a job that outlives its lease is fenced off in PostgreSQL.
"""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from celery import Celery
from celery.signals import after_task_publish, worker_init, worker_shutdown
from django.conf import settings

from config.worker import SweepingWorker, show_beat

_SWEEP_SECONDS, _SCHEDULE_SECONDS = 2.0, 60.0

app = Celery("anamnesis")
app.conf.update(
    broker_url=settings.BROKER_URL or "memory://",
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # for ever: the sweeper works meanwhile
    broker_transport_options={"confirm_publish": True} if settings.BROKER_URL.startswith("amqp") else {},
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_default_queue="anamnesis",
    task_acks_late=False,
    worker_pool="threads",
    worker_concurrency=settings.JOB_WORKERS,
    worker_prefetch_multiplier=1,
    worker_soft_shutdown_timeout=10.0,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,
    worker_proc_alive_timeout=10.0,
    beat_schedule={
        "sweep": {"task": "jobs.sweep", "schedule": _SWEEP_SECONDS, "options": {"expires": _SWEEP_SECONDS}},
        "schedule": {"task": "jobs.schedule", "schedule": _SCHEDULE_SECONDS, "options": {"expires": _SCHEDULE_SECONDS}},
    },
    timezone="UTC",
)
app.set_default()  # of every thread: hints are published from one of their own
app.autodiscover_tasks(["jobs"])

_sweeping = SweepingWorker()
worker_init.connect(_sweeping.start)  # before the broker is reached, so that its absence stops nothing
worker_shutdown.connect(_sweeping.stop)
after_task_publish.connect(show_beat)
