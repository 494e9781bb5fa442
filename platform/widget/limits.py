"""How many frames one socket may send."""

from __future__ import annotations

from ports import get_port


class Bucket:
    """`burst` at once, then `rate` a second."""

    def __init__(self, *, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._level, self._at = burst, get_port("clock").monotonic()

    def take(self) -> float:
        """0 when allowed, else the seconds to wait."""
        now = get_port("clock").monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level >= 1:
            self._level -= 1
            return 0.0
        return (1 - self._level) / self._rate
