"""What a socket does while nothing happens: look for what a lost push did not tell, and end where it has to end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from typing import Protocol

from bots.types import WidgetBot
from widget import steps
from widget.delivery import Delivery
from widget.origins import allowed

logger = logging.getLogger(__name__)

SILENCE = 60.0  # two heartbeats of 25 s and a little more
LOOK_EVERY = 2.0  # while an answer is awaited
LOOK_ANYWAY = 15.0  # for an agent's words whose push was lost, and whether the bot is still there


class Watched(Protocol):
    key: str
    bot: WidgetBot
    delivery: Delivery | None
    heard_at: float
    scope: Mapping[str, object]

    def close(self, code: int) -> Awaitable[None]: ...


async def watch(socket: Watched) -> None:
    """Until the socket is cancelled, or closed here: 1001 for silence, 1008 where the bot may not be used any more."""
    clock = asyncio.get_running_loop().time
    looked_at = clock()
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if clock() - socket.heard_at > SILENCE:
            await socket.close(code=1001)
            return
        due = clock() - looked_at > LOOK_ANYWAY
        try:
            if due and not await _may_stay(socket):
                await socket.close(code=1008)
                return
            if socket.delivery is not None and (due or socket.delivery.awaits):
                await socket.delivery.catch_up()
        except Exception as error:  # the database is away; the next look finds the same
            logger.warning("look failed: %s", type(error).__name__)
        if due:
            looked_at = clock()


async def _may_stay(socket: Watched) -> bool:
    bot = await steps.look_again(socket.key)
    return bot is not None and bot.bot_id == socket.bot.bot_id and allowed(socket.scope, bot.allowed_origins)
