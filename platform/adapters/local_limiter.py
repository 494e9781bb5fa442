"""Limits counted in this process: the generic cell rate algorithm (ITU-T I.371), one number a key."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from ports import get_port
from ports.limits import Allowance


class LocalLimiter:
    """`most` keys are kept, those longest unused go first."""

    def __init__(self, *, most: int = 50_000) -> None:
        self._most = most
        self._full_at: OrderedDict[str, float] = OrderedDict()  # when the key will have its whole burst again
        self._lock = threading.Lock()

    def take(self, allowances: Sequence[Allowance]) -> float:
        now = get_port("clock").monotonic()
        with self._lock:
            wait = max((self._wait(each, now) for each in allowances), default=0.0)
            if wait > 0:
                return wait
            for each in allowances:
                self._full_at[each.key] = max(self._full_at.get(each.key, now), now) + 1 / each.rate
                self._full_at.move_to_end(each.key)
            while len(self._full_at) > self._most:
                self._full_at.popitem(last=False)
        return 0.0

    def _wait(self, each: Allowance, now: float) -> float:
        return max(0.0, self._full_at.get(each.key, now) - now - (each.burst - 1) / each.rate)
