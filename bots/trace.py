"""How long each step of a turn took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ports import get_port


class Trace:
    """Milliseconds by step, from the port's monotonic clock."""

    def __init__(self) -> None:
        self._clock = get_port("clock")
        self._start = self._clock.monotonic()
        self.timings_ms: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        begun = self._clock.monotonic()
        try:
            yield
        finally:
            self.add(name, self._clock.monotonic() - begun)

    def add(self, name: str, seconds: float) -> None:
        self.timings_ms[name] = round(self.timings_ms.get(name, 0.0) + seconds * 1000, 2)

    def mark(self, name: str) -> None:
        """Since the turn began, once."""
        self.timings_ms.setdefault(name, self.elapsed_ms())

    def elapsed_ms(self) -> float:
        return round((self._clock.monotonic() - self._start) * 1000, 2)
