"""The system's clock, and a clock that stands still until it is told to move."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class FixedClock:
    """The twin: `advance` and `set` move it, nothing else does.

    With `real_durations` the monotonic side runs on, so that an evaluation with a fixed date still measures time.
    """

    def __init__(self, at: datetime, *, real_durations: bool = False) -> None:
        if at.tzinfo is None:
            raise ValueError("A clock needs an aware time.")
        self._at = at.astimezone(UTC)
        self._advanced = 0.0
        self._real_durations = real_durations
        self._lock = threading.Lock()

    def now(self) -> datetime:
        return self._at

    def monotonic(self) -> float:
        return self._advanced + (time.monotonic() if self._real_durations else 0.0)

    def advance(self, step: timedelta) -> datetime:
        with self._lock:
            self._at += step
            self._advanced += step.total_seconds()
            return self._at

    def set(self, at: datetime) -> datetime:
        """Jump, also backwards; the monotonic side never goes back."""
        if at.tzinfo is None:
            raise ValueError("A clock needs an aware time.")
        with self._lock:
            self._advanced += max(0.0, (at - self._at).total_seconds())
            self._at = at.astimezone(UTC)
            return self._at
