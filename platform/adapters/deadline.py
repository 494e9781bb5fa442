"""One draft's time: a deadline for each phase, one for the whole, and cancellation."""

from __future__ import annotations

import threading
import time
from typing import Literal

from ports.chat import Deadlines
from ports.errors import ChatError

Phase = Literal["connect", "first_token", "between_chunks", "last_words"]

_LAST_WORDS = 1.0  # seconds for usage and [DONE] after the model has said that it finished
_LAST_BYTES = 0.1  # seconds for the end of the body after [DONE], which lets the connection be used again
_LOOK_EVERY = 0.1  # seconds between two looks at `cancel` while nothing comes


class Deadline:
    """Asked before each wait on the network, so that a server which trickles a byte a second passes none of them."""

    def __init__(self, deadlines: Deadlines, cancel: threading.Event | None = None) -> None:
        self._deadlines = deadlines
        self._cancel = cancel
        self._ends = time.monotonic() + deadlines.total
        self.begin_attempt()

    def begin_attempt(self) -> None:
        self._enter("connect", self._deadlines.connect)

    def request_sent(self) -> None:
        """The connection stands; later pieces of the same request change nothing."""
        if self._phase == "connect":
            self._enter("first_token", self._deadlines.first_token)

    def heard(self) -> None:
        """Something came; the wait for the next begins now."""
        self._enter("between_chunks", self._deadlines.between_chunks)

    def finishing(self, *, done: bool) -> None:
        """The answer is whole; once begun, this phase is only ever shortened."""
        allowed = _LAST_BYTES if done else _LAST_WORDS
        if self._phase != "last_words" or allowed < self._allowed:
            self._enter("last_words", allowed)

    def remaining(self) -> float:
        """Seconds, above zero. Raises ChatError('timeout') or ChatError('cancelled')."""
        if self._cancel is not None and self._cancel.is_set():
            raise ChatError("cancelled", "nobody waits for this draft any more")
        now = time.monotonic()
        if now >= self._ends:
            raise ChatError("timeout", f"not finished within {self._deadlines.total:g} s in all")
        if now >= self._phase_ends:
            raise ChatError("timeout", f"{self._phase}: nothing within {self._allowed:g} s")
        return min(self._ends, self._phase_ends) - now

    def wait_slice(self) -> float:
        """As remaining(), but short enough to notice a cancellation soon."""
        remaining = self.remaining()
        return remaining if self._cancel is None else min(remaining, _LOOK_EVERY)

    def left_in_all(self) -> float:
        return self._ends - time.monotonic()

    def pause(self, seconds: float) -> None:
        """Sleep before another attempt; ends early when cancelled."""
        if self._cancel is None:
            time.sleep(seconds)
        elif self._cancel.wait(seconds):
            raise ChatError("cancelled", "nobody waits for this draft any more")

    def _enter(self, phase: Phase, allowed: float) -> None:
        self._phase: Phase = phase
        self._allowed = allowed
        self._phase_ends = time.monotonic() + allowed
