"""Time. Nothing else in the product asks the system for it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present, aware, in UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back, for durations."""
