"""Hints as Celery tasks, published by name: the web process knows no task's code."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import NamedTuple

from celery import Celery, current_app
from kombu.connection import Connection

from adapters.background_sender import BackgroundSender


class _Hint(NamedTuple):
    tenant_id: str
    job_id: str


class CeleryHints:
    """The task gets the keyword arguments tenant_id and job_id, as strings.

    `apply_async` on a broker that is down may block for ever (celery #4296), whatever its retry policy: so it runs on
    a thread of its own behind a bounded queue, with time-outs on the socket as well.
    """

    def __init__(
        self,
        *,
        task: str = "jobs.run",
        app: Celery | None = None,
        expires: float = 300.0,
        timeout: float = 2.0,
        capacity: int = 1000,
    ) -> None:
        self._task = task
        self._app = app
        self._expires = expires  # seconds; later the sweeper has long found the job
        self._timeout = timeout
        self._sender = BackgroundSender(name="celery-hints", send=self._publish, capacity=capacity)
        self._connection: Connection | None = None

    @property
    def dropped(self) -> int:
        return self._sender.dropped

    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        self._sender.put(_Hint(str(tenant_id), str(job_id)))

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Nothing: hints go to Celery's workers, not to a runner."""

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """Nothing, likewise."""

    def flush(self, timeout: float) -> bool:
        return self._sender.flush(timeout)

    def _publish(self, hint: _Hint) -> None:
        app = self._app or current_app
        try:
            app.send_task(
                self._task,
                kwargs=hint._asdict(),
                connection=self._connected(app),
                ignore_result=True,
                retry=False,
                expires=self._expires,
            )
        except Exception:
            self._connection = None  # what broke once is not asked again
            raise

    def _connected(self, app: Celery) -> Connection:
        """One connection for the publishing thread, kept from hint to hint."""
        if self._connection is None:
            connection = app.connection_for_write()
            for name in ("socket_timeout", "socket_connect_timeout"):
                connection.transport_options.setdefault(name, self._timeout)
            connection.ensure_connection(
                max_retries=1, interval_start=0, interval_step=0, interval_max=0, timeout=self._timeout
            )
            self._connection = connection
        return self._connection
