"""Whether and when to try again: jitter, a limit for the call, and a budget for the process."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

from ports.errors import ChatError, ChatFault

# Not a time-out: it has cost the customer enough already. Not a refusal: it would be the same again.
_WORTH: frozenset[ChatFault] = frozenset({"unreachable", "rate_limited", "server_error", "cut", "bad_answer", "empty"})


class RetryPolicy:
    """Full jitter (Brooker, "Exponential backoff and jitter", AWS 2015). Each retry takes a coin from a purse that
    successes fill slowly: when everything fails, the process stops doubling the load."""

    def __init__(
        self,
        *,
        attempts: int = 3,
        base: float = 0.3,
        longest: float = 4.0,
        purse: float = 20.0,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._attempts = attempts
        self._base = base
        self._longest = longest  # seconds that a server may ask for before we rather go elsewhere
        self._purse_size = self._purse = purse
        self._jitter = jitter
        self._lock = threading.Lock()

    def pause(self, error: ChatError, *, attempt: int, left: float) -> float | None:
        """Seconds before the next attempt, or None for no more. `attempt` counts from 1; `left` of the deadline."""
        if error.fault not in _WORTH or attempt >= self._attempts:
            return None
        if error.retry_after is not None:
            pause = error.retry_after + self._jitter() * 0.1
            if error.retry_after > self._longest:
                return None
        else:
            pause = self._jitter() * min(self._longest, self._base * 2 ** (attempt - 1))
        return pause if pause < left and self._take_coin() else None

    def succeeded(self) -> None:
        with self._lock:
            self._purse = min(self._purse_size, self._purse + 0.2)

    def _take_coin(self) -> bool:
        with self._lock:
            if self._purse < 1:
                return False
            self._purse -= 1
            return True
