"""A draft that nobody waits for is stopped: the customer said so, or a human took the conversation over meanwhile.

What stops it is written in the conversation, so that it reaches the worker that drafts, whichever process that is.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from bots.errors import NotFound
from bots.models import Author, Conversation, Message, Mode
from bots.open_turn import Turn
from bots.types import Guest
from tenants.scope import tenant_scope

Why = Literal["", "cancelled", "human"]
CANCELLED = "cancelled_seq"  # in a conversation's state: the message whose answer is not wanted any more
_LOOK_EVERY = 0.5  # seconds between two looks into the database
_current: ContextVar[StopSignal | None] = ContextVar("stop_signal", default=None)


class AnswerStopped(Exception):
    """Nobody waits for this draft any more."""


class StopSignal(threading.Event):
    """An event that looks for itself, now and then, whether the turn is still wanted."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self._turn = turn
        self._looked = time.monotonic()

    def is_set(self) -> bool:
        if not super().is_set() and time.monotonic() - self._looked >= _LOOK_EVERY:
            self._looked = time.monotonic()
            if _unwanted(self._turn):
                self.set()
        return super().is_set()

    def wait(self, timeout: float | None = None) -> bool:
        ends = time.monotonic() + (timeout if timeout is not None else 3600.0)
        while not self.is_set() and (left := ends - time.monotonic()) > 0:
            super().wait(min(left, _LOOK_EVERY))
        return super().is_set()


@contextmanager
def stoppable(turn: Turn) -> Iterator[None]:
    """A draft made in here can be stopped; elsewhere (a test case, a second run) nothing stops it."""
    token = _current.set(StopSignal(turn))
    try:
        yield
    finally:
        _current.reset(token)


def stop_signal() -> threading.Event | None:
    return _current.get()


def cancel_answer(*, guest: Guest, conversation_id: uuid.UUID) -> bool:
    """The customer wants no answer to their last message; False where none is under way. Raises NotFound."""
    with tenant_scope(guest.tenant_id):
        row = Conversation.objects.select_for_update().filter(id=conversation_id).first()
        if row is None or row.customer_id != guest.customer_id:
            raise NotFound
        last = Message.objects.filter(conversation=row, author=Author.CUSTOMER).order_by("-seq").first()
        if last is None or row.mode == Mode.HUMAN or Message.objects.filter(reply_to=last, author=Author.BOT).exists():
            return False
        row.state = {**row.state, CANCELLED: last.seq}
        row.save(update_fields=["state"])
        return True


def why_unwanted(*, mode: str, state: Mapping[str, object], reply_to: int) -> Why:
    """Of the conversation as it stands now."""
    if mode in (Mode.HUMAN, Mode.ENDED):
        return "human"
    seq = state.get(CANCELLED)
    return "cancelled" if isinstance(seq, int) and seq >= reply_to else ""


def _unwanted(turn: Turn) -> bool:
    with tenant_scope(turn.tenant_id):
        row = Conversation.objects.filter(id=turn.conversation_id).values_list("mode", "state").first()
    return row is None or bool(why_unwanted(mode=row[0], state=row[1], reply_to=turn.reply_to))
