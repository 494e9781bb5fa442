"""A chat server to test the browser's side against: speaks the public protocol, answers by rote, misbehaves on request.

It serves the same templates and static files as the product, and the policy the product sets; nothing here needs a
database. `records` is what it took, by client_id, so that a test can see that nothing came twice.
"""

from __future__ import annotations

import asyncio
import json
import logging
import mimetypes
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

STATIC = Path(__file__).resolve().parents[2] / "static"
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
_QUIET = logging.getLogger("tests.quiet")
_QUIET.setLevel(logging.ERROR)
Page = Callable[[str], str | None]
Frame = dict[str, Any]


@dataclass
class Conversation:
    visitor: str
    stored: list[Frame] = field(default_factory=list)
    sockets: set[ServerConnection] = field(default_factory=set)
    mode: str = "bot"
    waiting: bool = False

    @property
    def seq(self) -> int:
        return len(self.stored)


class FakeChat:
    """One bot. `pages` turns a path into HTML."""

    def __init__(self, pages: Page, replies: dict[str, Frame]) -> None:
        self.pages, self.replies = pages, replies
        self.conversations: dict[str, Conversation] = {}
        self.received: list[Frame] = []
        self.hellos: list[Frame] = []
        self.records: dict[str, int] = {}
        self.lose_acks = 0  # store so many messages, then drop the line before the ack
        self.deaf = False  # the line stays open but nothing is answered
        self.closed_for_business = False  # refuse new sockets
        self.silent = False  # take messages but do not reply
        self.refuse: Frame | None = None  # the error given to the next message
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> FakeChat:
        self._thread.start()
        assert self._started.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        self._loop.close()

    def push(self, frame: Frame) -> None:
        """To every socket of every conversation, as a colleague's word would come."""
        asyncio.run_coroutine_threadsafe(self._push(frame), self._loop).result(5)

    def cut(self) -> None:
        """Drop all lines without a goodbye."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        async with serve(
            self._socket, "127.0.0.1", 0, process_request=self._request, ping_interval=None, logger=_QUIET
        ) as server:
            self.port = _port(server)
            self._started.set()
            await self._stop.wait()

    def _request(self, _connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.split("?")[0]
        if path.startswith("/ws/"):
            closed = _answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", b"closed")
            return closed if self.closed_for_business else None
        if path == "/widget.js":
            return _answer(HTTPStatus.OK, "text/javascript", (STATIC / "widget/loader.js").read_bytes())
        if path.startswith("/static/") and (file := STATIC / path.removeprefix("/static/")).is_file():
            return _answer(HTTPStatus.OK, mimetypes.guess_type(file.name)[0] or "font/woff2", file.read_bytes())
        page = self.pages(request.path)
        if page is None:
            return _answer(HTTPStatus.NOT_FOUND, "text/plain", b"not found")
        policy, body = page.split("\n", 1) if page.startswith("policy:") else (POLICY, page)
        return _answer(HTTPStatus.OK, "text/html; charset=utf-8", body.encode(), policy.removeprefix("policy:"))

    async def _socket(self, socket: ServerConnection) -> None:
        here: Conversation | None = None
        try:
            async for data in socket:
                frame = json.loads(data)
                self.received.append(frame)
                if self.deaf:
                    continue
                here = await self._take(socket, frame, here)
        except ConnectionClosed:
            pass
        finally:
            if here:
                here.sockets.discard(socket)

    async def _take(self, socket: ServerConnection, frame: Frame, here: Conversation | None) -> Conversation | None:
        if frame["type"] == "hello":
            return await self._hello(socket, frame)
        if frame["type"] == "ping":
            await _send(socket, {"type": "pong"})
        elif frame["type"] == "message" and here:
            await self._message(socket, frame, here)
        elif frame["type"] == "human" and here:
            here.waiting = True
            await _send(socket, {"type": "handover", "state": "queued"})
        return here

    async def _hello(self, socket: ServerConnection, frame: Frame) -> Conversation:
        self.hellos.append(frame)
        key = frame.get("conversation", "")
        if key not in self.conversations or self.conversations[key].visitor != frame.get("visitor"):
            key = str(uuid.uuid4())
            self.conversations[key] = Conversation(visitor=frame.get("visitor") or uuid.uuid4().hex)
        here = self.conversations[key]
        here.sockets.add(socket)
        bot = {"name": "Bean", "greeting": "Hello, I am Bean.", "locale": "en"}
        welcome = {"type": "welcome", "conversation": key, "visitor": here.visitor, "seq": here.seq, "mode": here.mode}
        await _send(socket, welcome | {"bot": bot, "waiting": here.waiting})
        for stored in here.stored[frame.get("after_seq", 0) :]:
            await _send(socket, stored)
        return here

    async def _message(self, socket: ServerConnection, frame: Frame, here: Conversation) -> None:
        if self.refuse:
            refusal, self.refuse = self.refuse, None
            return await _send(socket, {"type": "error"} | refusal)
        client_id = frame["client_id"]
        fresh = client_id not in self.records
        if fresh:
            seq = self.records[client_id] = here.seq + 1
            here.stored.append({"type": "message", "seq": seq, "author": "customer", "text": frame["text"]})
        if self.lose_acks:
            self.lose_acks -= 1
            return socket.transport.abort()
        await _send(socket, {"type": "ack", "client_id": client_id, "seq": self.records[client_id]})
        if fresh and not self.silent:
            await self._reply(here, frame["text"], self.records[client_id])
        return None

    async def _reply(self, here: Conversation, text: str, reply_to: int) -> None:
        reply = next((made for word, made in self.replies.items() if word in text), self.replies[""])
        full = {"type": "reply", "seq": here.seq + 1, "reply_to": reply_to, "outcome": "answered"} | reply
        here.stored.append(full)
        await self._tell(here, {"type": "status", "state": "searching"})
        await asyncio.sleep(reply.get("wait", 0.02))
        for n, piece in enumerate(reply.get("deltas", ())):
            await self._tell(here, {"type": "delta", "reply_to": reply_to, "n": n, "text": piece})
            await asyncio.sleep(0.02)
        await self._tell(here, full)

    async def _push(self, frame: Frame) -> None:
        for here in self.conversations.values():
            if frame["type"] == "message":
                frame = {"seq": here.seq + 1} | frame
                here.stored.append(frame)
            await self._tell(here, frame)

    async def _tell(self, here: Conversation, frame: Frame) -> None:
        for socket in list(here.sockets):
            try:
                await _send(socket, frame)
            except ConnectionClosed:
                here.sockets.discard(socket)

    async def _cut(self) -> None:
        for here in self.conversations.values():
            for socket in list(here.sockets):
                socket.transport.abort()


def _answer(status: HTTPStatus, content_type: str, body: bytes, policy: str = POLICY) -> Response:
    headers = Headers(
        [
            ("Content-Type", content_type),
            ("Content-Length", str(len(body))),
            ("Content-Security-Policy", policy),
            ("Connection", "close"),
        ]
    )
    return Response(status.value, status.phrase, headers, body)


async def _send(socket: ServerConnection, frame: Frame) -> None:
    await socket.send(json.dumps({key: value for key, value in frame.items() if key not in ("deltas", "wait")}))


def _port(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])
