"""What a Celery worker does beside waiting for hints: it sweeps, and shows that it gets on."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import django
from django.conf import settings
from django.db import DatabaseError

from jobs.runner import Runner
from jobs.sweep import queue_health

_PAUSE = 2.0  # seconds between two sweeps
_STUCK_AFTER = 60.0  # seconds that the oldest due job may wait before this worker calls itself stuck


def heartbeat_file() -> Path:
    """Its age is the worker's health: see config/probe.py."""
    return Path(os.environ.get("ANAMNESIS_WORKER_FILE") or settings.ANAMNESIS_HOME / "worker.alive")


class SweepingWorker:
    """A runner in the worker's own process, so that losing the broker, or beat, costs a pause and no work."""

    def __init__(self) -> None:
        self._runner: Runner | None = None
        self._stopping = threading.Event()

    def start(self, **_: object) -> None:
        django.setup()
        self._runner = Runner(workers=settings.JOB_WORKERS, pause=_PAUSE)
        self._runner.start()
        threading.Thread(target=self._show_progress, name="progress", daemon=True).start()

    def stop(self, **_: object) -> None:
        self._stopping.set()
        if self._runner is not None:
            self._runner.stop()

    def _show_progress(self) -> None:
        """A worker whose process lives but whose work stands still (celery #10302) is restarted by its health check."""
        while not self._stopping.wait(_PAUSE):
            try:
                if queue_health().oldest_due_seconds < _STUCK_AFTER:
                    heartbeat_file().touch()
            except DatabaseError:
                continue  # nothing can get on without the database: the file grows old
