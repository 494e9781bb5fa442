"""What one socket has been sent of a conversation, and what it awaits. Read from PostgreSQL; pushes only hasten it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Iterable

from bots.types import MessageView
from widget import frames, steps

Send = Callable[[frames.Frame], Awaitable[None]]
_AWAIT_FOR = 600.0  # seconds after which an answer is no longer looked for every moment


class Delivery:
    """Sends messages in the order of their seq, each once."""

    def __init__(self, *, tenant_id: uuid.UUID, conversation_id: uuid.UUID, seen: int, send: Send) -> None:
        self._tenant_id, self._conversation_id, self._send = tenant_id, conversation_id, send
        self.seen = seen
        self._own: set[uuid.UUID] = set()  # messages that this socket sent: their ack is enough
        self._awaited: dict[int, float] = {}  # seq of a customer's message, until when its answer is looked for
        self._reading = asyncio.Lock()
        self.ended = False

    @property
    def awaits(self) -> bool:
        now = _now()
        for seq in [seq for seq, until in self._awaited.items() if until < now]:
            del self._awaited[seq]
        return bool(self._awaited)

    def sending(self, client_id: uuid.UUID) -> None:
        self._own.add(client_id)

    def not_sent(self, client_id: uuid.UUID) -> None:
        self._own.discard(client_id)

    def stored(self, seq: int) -> None:
        """A message of this socket's is stored; where nothing lies between, it need not be read again."""
        if seq == self.seen + 1:
            self.seen = seq

    def wait_for(self, seqs: Iterable[int]) -> None:
        self._awaited |= dict.fromkeys(seqs, _now() + _AWAIT_FOR)

    def wait_for_none(self) -> None:
        """A human answers now, in their own time."""
        self._awaited.clear()

    def lacks(self, seq: int) -> bool:
        return seq > self.seen

    def waits_for(self, seq: int) -> bool:
        return seq in self._awaited

    async def catch_up(self, *, live: bool = True) -> None:
        """Send what is stored and not yet sent. With `live`, a bot's message goes out as a reply."""
        async with self._reading:
            more = True
            while more and not self.ended:
                views = await steps.missing(self._tenant_id, self._conversation_id, self.seen)
                for view in views:
                    await self._deliver(view, live=live)
                    self.seen = max(self.seen, view.seq)
                more = len(views) == steps.PAGE

    async def _deliver(self, view: MessageView, *, live: bool) -> None:
        if view.author == "customer" and view.client_id in self._own:
            return
        if view.reply_to is not None:
            self._awaited.pop(view.reply_to, None)
        as_reply = live and view.author == "bot" and view.reply_to is not None
        await self._send(frames.reply_of(view) if as_reply else frames.message_of(view))


def _now() -> float:
    return asyncio.get_running_loop().time()
