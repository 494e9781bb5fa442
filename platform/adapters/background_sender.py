"""Sending things that may be lost, on a thread of its own, so that nobody waits for a broker that is down."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

logger = logging.getLogger(__name__)

Item = TypeVar("Item")

_QUIET_SECONDS = 30.0  # between two lines about the same trouble


class BackgroundSender(Generic[Item]):
    """A bounded queue and one daemon thread. What does not fit, or fails, is dropped and counted."""

    def __init__(self, *, name: str, send: Callable[[Item], None], capacity: int = 1000) -> None:
        self._name = name
        self._send = send
        self._capacity = capacity
        self._lock = threading.Lock()
        self._process = 0  # a forked child has the object, but not the thread
        self._items: queue.Queue[Item] = queue.Queue(capacity)
        self._warned_at = float("-inf")
        self.dropped = 0

    def put(self, item: Item) -> None:
        """Returns at once; never raises."""
        try:
            self._started().put_nowait(item)
        except queue.Full:
            self._drop("its queue is full")
        except RuntimeError as error:  # the interpreter is ending and starts no thread
            self._drop(str(error))

    def flush(self, timeout: float) -> bool:
        """Wait until all is sent or dropped; False when the time is over."""
        deadline = time.monotonic() + timeout
        while self._items.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.005)
        return not self._items.unfinished_tasks

    def _started(self) -> queue.Queue[Item]:
        with self._lock:
            if self._process != os.getpid():
                self._items = queue.Queue(self._capacity)
                threading.Thread(target=self._run, args=(self._items,), name=self._name, daemon=True).start()
                self._process = os.getpid()
            return self._items

    def _run(self, items: queue.Queue[Item]) -> None:
        while True:
            item = items.get()
            try:
                self._send(item)
            except Exception as error:
                self._drop(f"{type(error).__name__}: {error}")
            finally:
                items.task_done()

    def _drop(self, reason: str) -> None:
        self.dropped += 1
        now = time.monotonic()
        if now - self._warned_at > _QUIET_SECONDS:
            self._warned_at = now
            logger.warning("%s drops what it should send (%d so far): %s", self._name, self.dropped, reason)
