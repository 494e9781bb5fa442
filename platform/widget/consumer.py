"""The chat socket. It parses frames, calls one step for each, and sends what comes of it; it holds no rules.

An `ack` goes out only when the message is committed. Deltas are pushed; replies are read from PostgreSQL, at a push or,
should that be lost, at the next look.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping

import orjson
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from bots import api as bots
from bots.errors import BadIdentity, BadMessage, ConversationEnded, NotFound, TooFast, UnknownMessage
from bots.types import ConversationView, Guest, WidgetBot
from widget import frames, steps
from widget.answers import Answers
from widget.delivery import Delivery
from widget.greeting import address_of, welcome
from widget.limits import Bucket
from widget.origins import allowed
from widget.replies import text_for
from widget.watch import watch

logger = logging.getLogger(__name__)

HELLO_WITHIN = 10.0  # seconds
RETRY_AFTER = 2.0  # seconds, where the database is away
_REFUSALS: dict[type[Exception], str] = {
    BadIdentity: "bad_token",
    NotFound: "not_found",
    UnknownMessage: "unknown_message",
    ConversationEnded: "conversation_ended",
    TooFast: "rate_limited",
}


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """One socket: a browser, or a program that speaks the same frames."""

    bot: WidgetBot
    guest: Guest | None = None
    talk: ConversationView | None = None
    delivery: Delivery | None = None
    watching: asyncio.Task[None] | None = None
    deadline: asyncio.TimerHandle | None = None
    locale = "en"

    async def connect(self) -> None:
        self.key = str(self.scope["url_route"]["kwargs"]["widget_key"])
        self.frames = Bucket(rate=30.0, burst=120.0)
        self.strikes = Bucket(rate=0.05, burst=8.0)
        try:
            self.bot = await steps.find_bot(self.key)
        except NotFound:
            await self.close()
            return
        if not allowed(self.scope, self.bot.allowed_origins):
            await self.close()
            return
        await self.accept()
        self.heard_at = asyncio.get_running_loop().time()
        self.deadline = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._close_unless_greeted)

    async def disconnect(self, code: int) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        if self.watching is not None:
            self.watching.cancel()
        if self.delivery is not None and self.talk is not None:
            self.delivery.ended = True
            self.answers.end()
            with contextlib.suppress(Exception):  # the layer may be away; the group forgets us by itself
                await self.channel_layer.group_discard(self._group(), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        wait = self.frames.take()
        if wait:
            await self._strike("rate_limited", retry_after=round(wait, 2))
            return
        try:
            if text_data is None:
                raise frames.BadFrame("bad_frame", "Frames are text.")
            if len(text_data.encode(errors="surrogatepass")) > settings.MAX_FRAME_BYTES:
                await self._strike("too_large", code=1009)
                return
            name, frame = frames.parse(text_data)
            await self._handle(name, frame)
        except frames.BadFrame as error:
            await self._strike(error.code, error.text)

    async def _handle(self, name: str, frame: Mapping[str, object]) -> None:
        handlers: dict[str, Callable[[Mapping[str, object]], Awaitable[None]]] = {
            "message": self._message, "human": self._human, "feedback": self._feedback, "read": self._read,
            "typing": self._typing, "cancel": self._cancel,
        }  # fmt: skip
        if name == "ping":
            await self._send({"type": "pong"})
        elif name == "hello":
            await self._hello(frame)
        elif self.talk is None:
            raise frames.BadFrame("hello_first", "Say hello first.")
        else:
            await self._answering_for(frame, handlers[name](frame))

    async def _answering_for(self, frame: Mapping[str, object], work: Awaitable[None]) -> None:
        """Every refusal becomes an error frame, with the client's own client_id where there is one."""
        client_id = frame.get("client_id")
        try:
            await work
        except frames.BadFrame:
            raise
        except BadMessage as error:
            await self._refuse(error.code, client_id=client_id)
        except (BadIdentity, NotFound, ConversationEnded, TooFast) as error:
            await self._refuse(
                _REFUSALS[type(error)], client_id=client_id, retry_after=getattr(error, "retry_after", None)
            )
        except Exception as error:  # the database is away: the client keeps its message and sends it again
            logger.exception("chat step failed: %s", type(error).__name__)
            await self._refuse("unavailable", client_id=client_id, retry_after=RETRY_AFTER)

    async def _hello(self, frame: Mapping[str, object]) -> None:
        if self.talk is not None:
            raise frames.BadFrame("hello_twice", "Hello was said already.")
        hello = frames.hello_of(frame)
        self.locale = hello.locale or self.locale
        await self._answering_for(frame, self._greet(hello))

    async def _greet(self, hello: frames.Hello) -> None:
        guest, talk = await steps.begin(self.bot, hello, self._address())
        resumes = hello.conversation is not None
        delivery = Delivery(
            tenant_id=self.bot.tenant_id,
            conversation_id=talk.id,
            seen=hello.after_seq if resumes else 0,
            send=self._send,
        )
        if resumes:
            delivery.wait_for(await steps.unanswered(self.bot.tenant_id, talk.id))
        self.guest, self.talk, self.delivery = guest, talk, delivery
        self.answers = Answers(self.bot.tenant_id, delivery)
        with contextlib.suppress(Exception):  # without the layer the socket still works, by looking
            await self.channel_layer.group_add(self._group(), self.channel_name)
        await self._send(welcome(self.bot, guest, talk, locale=self.locale))
        self.watching = asyncio.create_task(watch(self))
        await self._look(live=False)

    async def _message(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        assert self.delivery is not None
        client_id = frames.uuid_of(frame, "client_id")
        text = frame.get("text")
        if not isinstance(text, str):
            raise frames.BadFrame("bad_field", "text must be a text.")
        self.delivery.sending(client_id)
        try:
            accepted = await steps.accept(self.guest, self.talk.id, client_id, text, self._address())
        except Exception:
            self.delivery.not_sent(client_id)
            raise
        self.delivery.stored(accepted.seq)
        await self._send({"type": "ack", "client_id": frame["client_id"], "seq": accepted.seq})
        if accepted.job_id is not None:
            self.delivery.wait_for([accepted.seq])
            self.answers.add(accepted.job_id, accepted.seq)

    async def _human(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        reason = frames.text_of(frame, "reason", longest=500)
        self.talk = await steps.ask_for_human(self.guest, self.talk.id, reason)

    async def _cancel(self, _frame: Mapping[str, object]) -> None:
        """The answer under way is stopped; the reply says so, and where there is none nothing happens."""
        assert self.guest is not None
        assert self.talk is not None
        await steps.cancel(self.guest, self.talk.id)

    async def _feedback(self, frame: Mapping[str, object]) -> None:
        assert self.guest is not None
        assert self.talk is not None
        seq, rating = frames.number_of(frame, "seq"), frames.rating_of(frame)
        await steps.rate(self.guest, self.talk.id, seq, rating, frames.text_of(frame, "comment", longest=2000))

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
        seq = event.get("seq")
        if self.delivery is not None and (not isinstance(seq, int) or self.delivery.lacks(seq)):
            await self._look()

    async def chat_mode(self, event: Mapping[str, object]) -> None:
        if event["state"] == "joined" and self.delivery is not None:
            self.delivery.wait_for_none()
        named = {"agent": event["agent"]} if event.get("agent") else {}
        await self._send({"type": "handover", "state": event["state"], **named})

    # Parts

    async def _look(self, *, live: bool = True) -> None:
        if self.delivery is not None:
            try:
                await self.delivery.catch_up(live=live)
            except Exception as error:  # the database is away; the next look finds the same
                logger.warning("chat not read: %s", type(error).__name__)

    async def _refuse(self, code: str, *, retry_after: float | None = None, client_id: object = None) -> None:
        message = text_for(code, locale=self.locale)
        await self._send(frames.error(code, message, retry_after=retry_after, client_id=client_id))

    async def _strike(self, error: str, text: str = "", *, code: int = 1008, retry_after: float | None = None) -> None:
        """An error, and, when there are many in a short time, the end."""
        if self.strikes.take():
            await self.close(code=code)
            return
        await self._send(frames.error(error, text or text_for(error, locale=self.locale), retry_after=retry_after))

    async def _send(self, frame: frames.Frame) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # closed meanwhile
            await self.send(text_data=orjson.dumps(frame).decode())

    def _close_unless_greeted(self) -> None:
        if self.talk is None:
            self.watching = asyncio.ensure_future(self.close(code=1008))

    def _group(self) -> str:
        assert self.talk is not None
        return bots.group_of(self.bot.tenant_id, self.talk.id)

    def _address(self) -> str:
        return address_of(self.scope)
