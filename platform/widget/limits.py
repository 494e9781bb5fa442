"""Token buckets: how often somebody may do something."""

from __future__ import annotations

from collections import OrderedDict

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


class Buckets:
    """One bucket a key, the longest unused dropped."""

    def __init__(self, *, rate: float, burst: float, most: int = 20_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> float:
        bucket = self._by_key.pop(key, None) or Bucket(rate=self._rate, burst=self._burst)
        self._by_key[key] = bucket
        while len(self._by_key) > self._most:
            self._by_key.popitem(last=False)
        return bucket.take()
