"""An event inside the process: someone sleeps until someone else has work for it."""

from __future__ import annotations

import threading


class Wakeup:
    def __init__(self) -> None:
        self._event = threading.Event()

    def ring(self) -> None:
        self._event.set()

    def wait(self, timeout: float) -> bool:
        """True when it rang, also before this call; each ring wakes one wait."""
        rang = self._event.wait(timeout)
        if rang:
            self._event.clear()
        return rang
