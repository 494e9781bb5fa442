"""Hints by PostgreSQL's NOTIFY, and straight to the runner in the same process."""

from __future__ import annotations

import logging
import os
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
        self._listener_process = 0
        self._lock = threading.Lock()

    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        self._wake()
        if self._sender is not None:
            self._sender.put(str(job_id))

    def subscribe(self, wake: Callable[[], None]) -> None:
        self._subscribers.append(wake)
        self._start_listening()

    def _wake(self) -> None:
        for wake in self._subscribers:
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
            if self._listen and self._listener_process != os.getpid():
                self._listener_process = os.getpid()
                threading.Thread(target=self._listen_for_ever, name="notify-listener", daemon=True).start()

    def _listen_for_ever(self) -> None:
        while True:
            try:
                with self._connect() as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                    self._wake()  # what was published while nobody listened
                    for _notice in connection.notifies():
                        self._wake()
            except psycopg.Error as error:
                logger.warning("Hints are not heard for the moment, the sweeper still runs: %s", error)
            time.sleep(_RETRY_SECONDS)

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
