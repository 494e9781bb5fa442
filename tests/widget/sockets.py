"""A program that speaks the chat's frames to the consumer, without a server between."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from channels.routing import URLRouter

from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings
from bots.types import BotView
from jobs.api import run_until_idle
from knowledge.api import add_text
from ports import get_port
from tenants.scope import tenant_scope
from tenants.types import TenantView
from widget.routing import websocket_urlpatterns

Frame = dict[str, Any]
QUESTION = "How long can unopened bags be returned?"


DOCUMENTS = {
    "Returns": "Unopened bags can be returned within 30 days of delivery. Write to us first, and we send a label.",
    "Shipping": "Parcels within Germany take two working days. Shipping is free from 40 euros.",
    "Opening hours": "The shop is open from 9:00 to 18:00 on weekdays. On Sundays it is closed.",
    "Brewing": "Use 60 grams of ground coffee for a litre of water just below boiling.",
    "Gift cards": "Gift cards are valid for three years and cannot be exchanged for money.",
}


def open_shop(tenant: TenantView, **settings: object) -> BotView:
    """A bot that knows a few things about a shop."""
    with tenant_scope(tenant.id):
        for title, text in DOCUMENTS.items():
            add_text(title=title, text=text, language="en")
        wanted = {"thresholds": {"retrieval": 0.02}, **settings}  # what is found is not the matter here
        bot = bots.create_bot(name="Bean", settings=BotSettings.model_validate(wanted), actor=SYSTEM)
    run_until_idle()
    return bot


def bare_bot(tenant: TenantView) -> BotView:
    """A bot that knows nothing, for what has nothing to do with answers."""
    channel_layers.backends.clear()
    with tenant_scope(tenant.id):
        return bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)


class Chat:
    """One socket. Frames that were read while waiting for another are kept in `frames`."""

    def __init__(self, key: str, *, origin: str = "", host: str = "chat.example", address: str = "192.0.2.1") -> None:
        headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
        scope = {
            "type": "websocket", "path": f"/ws/chat/{key}/", "query_string": b"", "headers": headers,
            "subprotocols": [], "client": (address, 50_000),
        }  # fmt: skip
        self._socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
        self.frames: list[Frame] = []
        self.welcome: Frame = {}

    async def connect(self) -> bool:
        get_port("push").register_loop(asyncio.get_running_loop())
        await self._socket.send_input({"type": "websocket.connect"})
        return (await self._socket.receive_output(10))["type"] == "websocket.accept"

    async def hello(self, **fields: object) -> Frame:
        """The answer to hello: a welcome, or an error."""
        assert await self.connect()
        await self.say("hello", **fields)
        self.welcome = await self.next()
        return self.welcome

    async def say(self, name: str, **fields: object) -> None:
        await self.raw(json.dumps({"type": name, **fields}))

    async def raw(self, text: str | bytes) -> None:
        part = {"text": text} if isinstance(text, str) else {"bytes": text}
        await self._socket.send_input({"type": "websocket.receive", **part})

    async def message(self, text: str, client_id: str = "") -> Frame:
        """The ack, or the error."""
        await self.say("message", client_id=client_id or str(uuid.uuid4()), text=text)
        return await self.until("ack", "error")

    async def ask(self, text: str = QUESTION) -> Frame:
        """The reply."""
        assert (await self.message(text))["type"] == "ack"
        return await self.until("reply")

    async def next(self, *, seconds: float = 20) -> Frame:
        output = await self._socket.receive_output(seconds)
        if output["type"] == "websocket.close":
            return {"type": "closed", "code": output.get("code", 1000)}
        frame = json.loads(output["text"])
        self.frames.append(frame)
        return dict(frame)

    async def until(self, *names: str, seconds: float = 20) -> Frame:
        end = time.monotonic() + seconds
        while True:
            frame = await self.next(seconds=max(0.1, end - time.monotonic()))
            if frame["type"] in names:
                return frame

    async def quiet(self, *, seconds: float = 0.5) -> bool:
        return bool(await self._socket.receive_nothing(seconds, 0.05))

    def of(self, *names: str) -> list[Frame]:
        return [frame for frame in self.frames if frame["type"] in names]

    async def close(self) -> None:
        if not self._socket.future.done():
            await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
            await self._socket.wait(10)


Open = Callable[..., Awaitable[Chat]]
in_thread = database_sync_to_async


def again(chat: Chat, **more: object) -> dict[str, object]:
    """The hello of somebody who comes back."""
    return {"visitor": chat.welcome["visitor"], "conversation": chat.welcome["conversation"], **more}


@pytest.fixture
def bot(tenant: TenantView) -> BotView:
    channel_layers.backends.clear()  # its queues belong to the loop of an earlier test
    return open_shop(tenant)


@pytest_asyncio.fixture
async def opened(bot: BotView) -> AsyncIterator[Open]:
    """A greeted socket; closed at the end."""
    async with AsyncExitStack() as stack:
        stack.push_async_callback(in_thread(bots.settle), seconds=30)  # before the tables are emptied

        async def make(**hello: object) -> Chat:
            chat = Chat(bot.widget_key)
            stack.push_async_callback(chat.close)
            await chat.hello(**hello)
            return chat

        yield make
