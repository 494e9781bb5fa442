"""The answers to one socket's messages: one after the other, so that the second does not find the first at work."""

from __future__ import annotations

import asyncio
import logging
import uuid

from bots import api as bots
from widget.delivery import Delivery

logger = logging.getLogger(__name__)


class Answers:
    """What is not finished here, because the process or the socket ends, the sweeper finishes."""

    def __init__(self, tenant_id: uuid.UUID, delivery: Delivery) -> None:
        self._tenant_id, self._delivery = tenant_id, delivery
        self._waiting: list[tuple[uuid.UUID, int]] = []
        self._task: asyncio.Task[None] | None = None

    def add(self, job_id: uuid.UUID, seq: int) -> None:
        self._waiting.append((job_id, seq))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def end(self) -> None:
        """The one at work is finished; the socket is not there any more to wait for the others."""
        self._waiting.clear()

    async def _run(self) -> None:
        while self._waiting:
            job_id, seq = self._waiting.pop(0)
            try:
                await asyncio.wrap_future(bots.answer_here(self._tenant_id, job_id))
                if self._delivery.waits_for(seq):  # else its push was quicker
                    await self._delivery.catch_up()
            except Exception as error:
                logger.warning("answer not finished here: %s", type(error).__name__)
