"""What a Celery worker does beside waiting for hints: it sweeps, and shows that it gets on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.conf import settings
from django.db import DatabaseError, connections

if TYPE_CHECKING:
    from jobs.runner import Runner
    from jobs.types import QueueHealth

_PAUSE = 2.0  # seconds between two sweeps
_STUCK_AFTER = 60.0  # seconds that the oldest due job may wait before this worker calls itself stuck


def heartbeat_file() -> Path:
    """Its age is the worker's health: see config/probe.py."""
    return Path(os.environ.get("ANAMNESIS_WORKER_FILE") or settings.ANAMNESIS_HOME / "worker.alive")


def show_beat(**_: object) -> None:
    """Beat has published a task: touch the file that its health check looks at."""
    path = os.environ.get("ANAMNESIS_BEAT_FILE")
    if path:
        Path(path).touch()


class SweepingWorker:
    """A runner in the worker's own process, so that losing the broker, or beat, costs a pause and no work."""

    def __init__(self) -> None:
        self._runner: Runner | None = None
        self._stopping = threading.Event()

    def start(self, **_: object) -> None:
        django.setup()
        from jobs.runner import Runner  # noqa: PLC0415  Celery loads this module before Django is set up
        from jobs.sweep import queue_health  # noqa: PLC0415  as above

        self._runner = Runner(workers=settings.JOB_WORKERS, pause=_PAUSE)
        self._runner.start()
        threading.Thread(target=self._show_progress, args=(queue_health,), name="progress", daemon=True).start()

    def stop(self, **_: object) -> None:
        self._stopping.set()
        if self._runner is not None:
            self._runner.stop()

    def _show_progress(self, health: Callable[[], QueueHealth]) -> None:
        """A worker whose process lives but whose work stands still (celery #10302) is restarted by its health check."""
        while not self._stopping.wait(_PAUSE):
            try:
                if health().oldest_due_seconds < _STUCK_AFTER:
                    heartbeat_file().touch()
            except DatabaseError:
                connections.close_all()  # nothing can get on without the database: the file grows old
