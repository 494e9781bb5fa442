"""Frames to sockets that listen. Cosmetic: PostgreSQL holds the truth, a lost frame costs a moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Push(Protocol):
    def send(self, group: str, event: Mapping[str, object]) -> None:
        """Returns at once, from any thread; never raises."""
