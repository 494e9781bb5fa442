"""Hints by PostgreSQL's NOTIFY, and straight to the runner in the same process."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
import uuid
from collections.abc import Callable

import psycopg
from django.db import connections
from psycopg import sql

from adapters.background_sender import BackgroundSender

logger = logging.getLogger(__name__)

_KEPT = frozenset({"host", "port", "dbname", "user", "password", "sslmode", "sslrootcert"})
_RETRY_SECONDS = 2.0
_LOOK_SECONDS = 0.5  # between two looks whether anybody still subscribes


class NotifyHints:
    """The runner in this process wakes at once; runners elsewhere by LISTEN, over one small connection per side."""

    def __init__(
        self, *, channel: str = "jobs", database: str = "default", notify: bool = True, listen: bool = True
    ) -> None:
        """With `notify` and `listen` off it is for one process alone, and opens no connection."""
        self._channel = channel
        self._database = database
        self._listen = listen
        self._subscribers: list[Callable[[], None]] = []
        self._sender = BackgroundSender(name="notify-hints", send=self._notify) if notify else None
        self._connection: psycopg.Connection | None = None
        self._listener: threading.Thread | None = None
        self._lock = threading.Lock()

    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        self._wake()
        if self._sender is not None:
            self._sender.put(str(job_id))

    def subscribe(self, wake: Callable[[], None]) -> None:
        self._subscribers.append(wake)
        self._start_listening()

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """When nobody is left, the listener ends within a second."""
        with contextlib.suppress(ValueError):
            self._subscribers.remove(wake)

    def _wake(self) -> None:
        for wake in tuple(self._subscribers):
            wake()

    def _notify(self, job_id: str) -> None:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._connect()
            self._connection.execute("SELECT pg_notify(%s, %s)", [self._channel, job_id])
        except psycopg.Error:
            self._connection = None
            raise

    def _start_listening(self) -> None:
        with self._lock:
            if self._listen and (self._listener is None or not self._listener.is_alive()):  # a fork has no thread
                self._listener = threading.Thread(target=self._listen_on, name="notify-listener", daemon=True)
                self._listener.start()

    def _listen_on(self) -> None:
        while self._subscribers:
            try:
                self._hear()
            except psycopg.Error as error:
                if self._subscribers:
                    logger.warning("Hints are not heard for the moment, the sweeper still runs: %s", error)
                    time.sleep(_RETRY_SECONDS)

    def _hear(self) -> None:
        with self._connect() as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
            self._wake()  # what was published while nobody listened
            while self._subscribers:
                for _notice in connection.notifies(timeout=_LOOK_SECONDS):
                    self._wake()

    def _connect(self) -> psycopg.Connection:
        given = connections[self._database].get_connection_params()
        params = {name: value for name, value in given.items() if name in _KEPT and value}
        return psycopg.connect(
            **params,
            autocommit=True,
            prepare_threshold=None,
            connect_timeout=3,
            keepalives_idle=30,  # a listener says nothing for hours, and would not notice a lost network
            keepalives_interval=10,
            keepalives_count=3,
            options="-c statement_timeout=3000",
            application_name="anamnesis-hints",
        )
