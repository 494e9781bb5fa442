"""Frames to sockets that listen. Cosmetic: PostgreSQL holds the truth, a lost frame costs a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol


class Push(Protocol):
    def send(self, group: str, event: Mapping[str, object]) -> None:
        """Returns at once, from any thread; never raises. Events of one group arrive in the order they were sent.

        `event` carries the `type` that names the consumer's method, as Channels wants it.
        """

    def register_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop that serves sockets: sends run on it from now on. A consumer calls it when it connects."""
