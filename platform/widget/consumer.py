"""The chat socket. It parses frames, calls one step for each, and sends what comes of it; it holds no rules.

An `ack` goes out only when the message is committed. Deltas are pushed; replies are read from PostgreSQL, at a push or,
should that be lost, at the next look.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping

import orjson
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from bots.errors import BadIdentity, BadMessage, ConversationEnded, NotFound
from bots.push import group_of
from bots.types import ConversationView, Guest, MessageView, WidgetBot
from widget import frames, steps
from widget.limits import Bucket, Buckets
from widget.origins import allowed
from widget.replies import text_for

logger = logging.getLogger(__name__)

HELLO_WITHIN = 10.0  # seconds
SILENCE = 60.0  # two heartbeats of 25 s and a little more
LOOK_EVERY = 2.0  # while an answer is awaited
STRIKES = 8
_visitors = Buckets(rate=3.0, burst=30.0)
_tenants = Buckets(rate=200.0, burst=1000.0)


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """One socket: a browser, or a program that speaks the same frames."""

    bot: WidgetBot
    guest: Guest | None = None
    talk: ConversationView | None = None
    seen = 0
    strikes = 0
    locale = "en"

    async def connect(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.own: set[int] = set()  # seqs that an ack has told of
        self.awaited: set[int] = set()  # seqs whose answers are not there yet
        self.catching_up = asyncio.Lock()
        self.frames = Bucket(rate=20.0, burst=60.0)
        try:
            self.bot = await steps.find_bot(self.scope["url_route"]["kwargs"]["widget_key"])
        except NotFound:
            await self.close()
            return
        if not allowed(self.scope, self.bot.allowed_origins):
            await self.close()
            return
        await self.accept()
        self.deadline = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._spawn_close)

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "deadline"):
            self.deadline.cancel()
        for task in [task for task in self.tasks if task.get_name() == "look"]:
            task.cancel()
        if self.talk is not None:
            with contextlib.suppress(Exception):  # the layer may be away; the group forgets us by itself
                await self.channel_layer.group_discard(self._group(), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self._heard()
        wait = self.frames.take()
        if wait:
            await self._refuse("rate_limited", retry_after=round(wait, 2))
            return
        try:
            if text_data is None:
                raise frames.BadFrame("bad_frame", "Frames are text.")
            if len(text_data.encode()) > settings.MAX_FRAME_BYTES:
                raise frames.BadFrame("too_large", "A frame has at most 64 KiB.")
            name, frame = frames.parse(text_data)
            await self._handle(name, frame)
        except frames.BadFrame as error:
            await self._strike(error.code, error.text, code=1009 if error.code == "too_large" else 1008)

    async def _handle(self, name: str, frame: Mapping[str, object]) -> None:
        handlers: dict[str, Callable[[Mapping[str, object]], Awaitable[None]]] = {
            "message": self._message, "human": self._human, "feedback": self._feedback, "read": self._read,
            "typing": self._typing,
        }  # fmt: skip
        if name == "ping":
            await self._send({"type": "pong"})
        elif name == "hello":
            await self._hello(frame)
        elif self.guest is None or self.talk is None:
            raise frames.BadFrame("hello_first", "Say hello first.")
        else:
            await handlers[name](frame)

    async def _hello(self, frame: Mapping[str, object]) -> None:
        if self.talk is not None:
            raise frames.BadFrame("hello_twice", "Hello was said already.")
        hello = frames.hello_of(frame)
        self.locale = hello.locale or self.locale
        wait = _visitors.take(f"hello:{self._address()}")
        if wait:
            await self._refuse("rate_limited", retry_after=round(wait, 2))
            return
        try:
            self.guest, self.talk = await steps.begin(self.bot, hello)
        except BadIdentity:
            await self._refuse("bad_token")
            return
        except NotFound:
            await self._refuse("not_found")
            return
        self._heard()
        self.seen = hello.after_seq if hello.conversation is not None else 0
        with contextlib.suppress(Exception):  # without the layer the socket still works, by looking
            await self.channel_layer.group_add(self._group(), self.channel_name)
        await self._send(self._welcome(self.guest, self.talk))
        await self._catch_up(live=False)
        self._spawn(self._look(), name="look")

    async def _message(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        client_id = frames.uuid_of(frame, "client_id")
        text = frame.get("text")
        if not isinstance(text, str):
            raise frames.BadFrame("bad_field", "text must be a text.")
        wait = max(_visitors.take(str(self.guest.customer_id)), _tenants.take(str(self.bot.tenant_id)))
        if wait:
            await self._refuse("rate_limited", retry_after=round(wait, 2), client_id=str(client_id))
            return
        try:
            accepted = await steps.accept(self.guest, self.talk.id, client_id, text)
        except BadMessage as error:
            await self._refuse(error.code, client_id=str(client_id))
            return
        except ConversationEnded:
            await self._refuse("conversation_ended", client_id=str(client_id))
            return
        self.own.add(accepted.seq)
        await self._send({"type": "ack", "client_id": str(client_id), "seq": accepted.seq})
        if accepted.job_id is not None:
            self.awaited.add(accepted.seq)
            self._spawn(self._answer(accepted.job_id), name="answer")

    async def _answer(self, job_id: uuid.UUID) -> None:
        try:
            await steps.answer(self.bot.tenant_id, job_id)
        except Exception as error:  # the sweeper finishes it
            logger.warning("answer not finished here: %s", type(error).__name__)
        await self._catch_up()

    async def _human(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        reason = frames.text_of(frame, "reason", longest=500)
        try:
            self.talk = await steps.ask_for_human(self.guest, self.talk.id, reason)
        except ConversationEnded:
            await self._refuse("conversation_ended")

    async def _feedback(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        seq, rating = frames.number_of(frame, "seq"), frames.rating_of(frame)
        try:
            await steps.rate(self.guest, self.talk.id, seq, rating, frames.text_of(frame, "comment", longest=2000))
        except NotFound:
            await self._refuse("not_found")

    async def _read(self, frame: Mapping[str, object]) -> None:
        frames.number_of(frame, "seq")

    async def _typing(self, frame: Mapping[str, object]) -> None:
        pass  # agents see drafts of nobody: that a customer types is enough, and only while the console listens

    # Events of the channel layer

    async def chat_delta(self, event: Mapping[str, object]) -> None:
        await self._send({"type": "delta", **{name: event[name] for name in ("reply_to", "n", "text")}})

    async def chat_status(self, event: Mapping[str, object]) -> None:
        await self._send({"type": "status", "state": event["state"]})

    async def chat_stored(self, event: Mapping[str, object]) -> None:
        await self._catch_up()

    async def chat_mode(self, event: Mapping[str, object]) -> None:
        await self._send({"type": "handover", "state": event["state"]})

    # Parts

    async def _catch_up(self, *, live: bool = True) -> None:
        """Send what is stored and not yet sent, in order."""
        if self.talk is None:
            return
        async with self.catching_up:
            while views := await steps.missing(self.bot.tenant_id, self.talk.id, self.seen):
                for view in views:
                    await self._deliver(view, live=live)
                    self.seen = view.seq

    async def _deliver(self, view: MessageView, *, live: bool) -> None:
        if view.author == "customer" and view.seq in self.own:
            return
        if view.reply_to is not None:
            self.awaited.discard(view.reply_to)
        as_reply = live and view.author == "bot"
        await self._send(frames.reply_of(view) if as_reply else frames.message_of(view))

    async def _look(self) -> None:
        """While an answer is awaited, look for it; and end a socket that has fallen silent."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.awaited:
                await self._catch_up()
            if asyncio.get_running_loop().time() - self.heard_at > SILENCE:
                await self.close(code=1001)
                return

    def _welcome(self, guest: Guest, talk: ConversationView) -> frames.Frame:
        language = "zh" if self.locale.lower().startswith("zh") else "en"
        if language not in self.bot.languages:
            language = self.bot.languages[0]
        greeting = self.bot.greeting.get(language, "")
        return {
            "type": "welcome",
            "conversation": str(talk.id),
            "visitor": guest.visitor_token,
            "seq": talk.last_seq,
            "bot": {"name": self.bot.name, "greeting": greeting, "locale": language},
            "mode": "human" if talk.mode == "human" else "bot",
        }

    async def _refuse(self, code: str, *, retry_after: float | None = None, client_id: str | None = None) -> None:
        with translation.override("zh-hans" if self.locale.lower().startswith("zh") else "en"):
            message = text_for(code)
        await self._send(frames.error(code, message, retry_after=retry_after, client_id=client_id))

    async def _strike(self, error: str, text: str, *, code: int) -> None:
        self.strikes += 1
        await self._send(frames.error(error, text))
        if self.strikes >= STRIKES:
            await self.close(code=code)

    async def _send(self, frame: frames.Frame) -> None:
        with contextlib.suppress(RuntimeError):  # closed meanwhile
            await self.send(text_data=orjson.dumps(frame).decode())

    def _spawn(self, work: Awaitable[None], *, name: str) -> None:
        task = asyncio.ensure_future(self._guarded(work))
        task.set_name(name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:  # one failing look must not end the socket
            logger.warning("socket task failed: %s", type(error).__name__)

    def _spawn_close(self) -> None:
        if self.talk is None:
            self._spawn(self.close(code=1008), name="close")

    def _heard(self) -> None:
        self.heard_at = asyncio.get_running_loop().time()

    def _group(self) -> str:
        assert self.talk is not None
        return group_of(self.bot.tenant_id, self.talk.id)

    def _address(self) -> str:
        client = self.scope.get("client") or ("", 0)
        return str(client[0])
