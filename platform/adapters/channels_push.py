"""Frames to sockets through Channels' layer, from any thread."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Mapping

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

_QUIET_SECONDS = 30.0


class ChannelsPush:
    """Sends run on the loop that serves sockets (the in-memory layer needs that one), else on a loop of our own.

    One drain runs at a time: it sends each group's events in order and different groups side by side.
    """

    def __init__(self, *, layer: str = "default", timeout: float = 1.0, capacity: int = 10_000) -> None:
        self._layer = layer
        self._timeout = timeout  # seconds per event
        self._pending: deque[tuple[str, dict[str, object]]] = deque(maxlen=capacity)  # the oldest goes first
        self._lock = threading.Lock()
        self._draining_on: asyncio.AbstractEventLoop | None = None
        self._serving: asyncio.AbstractEventLoop | None = None
        self._own: asyncio.AbstractEventLoop | None = None
        self._own_process = 0
        self._warned_at = float("-inf")
        self.dropped = 0

    def register_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        self._serving = loop

    def send(self, group: str, event: Mapping[str, object]) -> None:
        try:
            with self._lock:
                if len(self._pending) == self._pending.maxlen:
                    self._drop("too many events wait")
                self._pending.append((group, dict(event)))
                loop = self._loop()
                if self._draining_on is loop:
                    return
                self._draining_on = loop
            loop.call_soon_threadsafe(self._start_drain)
        except RuntimeError as error:  # the loop was closed meanwhile, or the interpreter is ending
            self._draining_on = None
            self._drop(str(error))

    def _loop(self) -> asyncio.AbstractEventLoop:
        if self._serving is not None and self._serving.is_running():
            return self._serving
        if self._own is None or self._own_process != os.getpid():  # a forked child has no thread that runs it
            self._own, self._own_process = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=self._own.run_forever, name="channels-push", daemon=True).start()
        return self._own

    def _start_drain(self) -> None:
        task = asyncio.ensure_future(self._drain())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _drain(self) -> None:
        try:
            while True:
                with self._lock:
                    if not self._pending:
                        self._draining_on = None
                        return
                    batch = list(self._pending)
                    self._pending.clear()
                by_group: dict[str, list[dict[str, object]]] = {}
                for group, event in batch:
                    by_group.setdefault(group, []).append(event)
                await asyncio.gather(*(self._send_all(group, events) for group, events in by_group.items()))
        except BaseException:
            self._draining_on = None
            raise

    async def _send_all(self, group: str, events: list[dict[str, object]]) -> None:
        for event in events:
            try:
                async with asyncio.timeout(self._timeout):
                    await get_channel_layer(self._layer).group_send(group, event)
            except Exception as error:
                self._drop(f"{type(error).__name__}: {error}")

    def _drop(self, reason: str) -> None:
        self.dropped += 1
        if time.monotonic() - self._warned_at > _QUIET_SECONDS:
            self._warned_at = time.monotonic()
            logger.warning("Frames to sockets are dropped (%d so far): %s", self.dropped, reason)
