"""A server that fails again and again is left alone for a while (Nygard, Release It!, 2007)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ports.errors import ChatError, ChatFault

_COUNTED: frozenset[ChatFault] = frozenset(
    {"unreachable", "timeout", "rate_limited", "server_error", "cut", "bad_answer", "empty"}
)


class CircuitBreaker:
    """Closed; open after `failures` in a row; after `seconds` one call may try, and decides for all."""

    def __init__(
        self, *, failures: int = 5, seconds: float = 30.0, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = failures
        self._seconds = seconds
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failed = 0
        self._closed_from = float("-inf")
        self._trying_until = float("-inf")

    def enter(self, *, patience: float) -> None:
        """Raises ChatError('circuit_open'). Who tries first must report within `patience` seconds."""
        with self._lock:
            if self._failed < self._most and self._monotonic() >= self._closed_from:
                return
            now = self._monotonic()
            wait = max(self._closed_from, self._trying_until) - now
            if wait > 0:
                raise ChatError("circuit_open", f"it failed {self._failed} times in a row", retry_after=wait)
            self._trying_until = now + patience

    def succeeded(self) -> None:
        with self._lock:
            self._failed = 0
            self._closed_from = self._trying_until = float("-inf")

    def failed(self, error: ChatError) -> None:
        """Other faults say nothing about the server's health, but that it answers."""
        with self._lock:
            self._trying_until = float("-inf")
            if error.fault not in _COUNTED:
                return
            self._failed += 1
            if self._failed >= self._most:
                self._closed_from = self._monotonic() + max(self._seconds, min(error.retry_after or 0.0, 300.0))

    def left(self) -> None:
        """The caller went away before there was a verdict."""
        with self._lock:
            self._trying_until = float("-inf")
