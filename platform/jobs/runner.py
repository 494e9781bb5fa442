"""The jobs runner of one process: threads that sweep, claim and run."""

from __future__ import annotations

import logging
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections, connections

from jobs.run import run_job
from jobs.schedule import enqueue_periodic
from jobs.sweep import due_jobs
from ports import get_port

logger = logging.getLogger(__name__)


class Runner:
    """Sweeps every `pause` seconds, or at once after `wake`. Threads suit work that waits for a model."""

    def __init__(self, *, workers: int = 4, pause: float = 1.0, schedule_every: float = 60.0) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._workers = workers
        self._pause, self._schedule_every = pause, schedule_every
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._busy: set[uuid.UUID] = set()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._sweep_loop, name="sweeper", daemon=True),
            threading.Thread(target=self._schedule_loop, name="schedule", daemon=True),
        ]

    def start(self) -> None:
        get_port("hints").subscribe(self.wake)
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        self._wake.set()

    def stop(self, *, seconds: float = 10.0) -> None:
        """No new work; what runs may end. What does not end in time is done again after its lease."""
        self._stopping.set()
        get_port("hints").unsubscribe(self.wake)
        self._wake.set()
        for thread in self._threads:
            thread.join(seconds)
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _sweep_loop(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self._sweep()
            except Exception as error:  # the database may be away for a while
                logger.warning("sweep failed: %s", type(error).__name__)
                close_old_connections()
            self._wake.wait(self._pause)
        connections.close_all()

    def _sweep(self) -> None:
        """Take in a few more than can run at once: what waits in here cannot be overtaken by another tenant's job."""
        for job in due_jobs():
            with self._lock:
                if len(self._busy) >= 2 * self._workers or self._stopping.is_set():
                    return
                if job.job_id in self._busy:
                    continue
                self._busy.add(job.job_id)
            self._pool.submit(self._run, job.tenant_id, job.job_id)

    def _run(self, tenant_id: uuid.UUID, job_id: uuid.UUID) -> None:
        ran = False
        try:
            ran = run_job(tenant_id, job_id)
        except Exception as error:
            logger.warning("job %s not run: %s", job_id, type(error).__name__)
        finally:
            close_old_connections()
            with self._lock:
                self._busy.discard(job_id)
            if ran:  # else a job that cannot be taken would be asked for without a pause
                self._wake.set()  # for the next of its partition, and for what was left out

    def _schedule_loop(self) -> None:
        while not self._stopping.is_set():
            try:
                enqueue_periodic()
            except Exception as error:
                logger.warning("schedule failed: %s", type(error).__name__)
                close_old_connections()
            self._stopping.wait(self._schedule_every)
        connections.close_all()
