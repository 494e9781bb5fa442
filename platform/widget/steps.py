"""The database steps of the chat socket: small functions that open their own scopes, run outside the event loop."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async

from bots import api as bots
from bots.errors import NotFound
from bots.types import Accepted, ConversationView, Guest, MessageView, WidgetBot
from tenants.scope import tenant_scope
from widget.frames import Hello

P = ParamSpec("P")
T = TypeVar("T")

# Not the one thread that Django's async views share: it would be the ceiling of the whole process.
_steps = ThreadPoolExecutor(12, thread_name_prefix="socket")
PAGE = 200  # messages read at once
_FRESH = 15.0  # seconds that many sockets of one bot share one look at it
_looked: dict[str, tuple[float, WidgetBot | None]] = {}


def step(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    stepped: Callable[P, Coroutine[Any, Any, T]] = database_sync_to_async(work, thread_sensitive=False, executor=_steps)
    return stepped


@step
def find_bot(key: str) -> WidgetBot:
    """Raises NotFound."""
    return bots.find_widget_bot(key)


@step
def look_again(key: str) -> WidgetBot | None:
    """The bot as it is now, to within seconds; None when it was switched off or its key is gone."""
    at, bot = _looked.get(key, (float("-inf"), None))
    if time.monotonic() - at < _FRESH:
        return bot
    try:
        bot = bots.find_widget_bot(key)
    except NotFound:
        bot = None
    if len(_looked) > 10_000:
        _looked.clear()
    _looked[key] = (time.monotonic(), bot)
    return bot


@step
def begin(bot: WidgetBot, hello: Hello, address: str) -> tuple[Guest, ConversationView]:
    """Who is it, and which conversation? Raises TooFast, BadIdentity, or NotFound for somebody else's conversation."""
    bots.check_greeting_pace(address=address)
    identity = None
    if hello.token:
        identity = bots.read_identity(tenant_id=bot.tenant_id, bot_id=bot.bot_id, token=hello.token)
    preview = bool(hello.preview) and bots.may_preview(bot_id=bot.bot_id, token=hello.preview)
    guest = bots.admit(
        tenant_id=bot.tenant_id,
        bot_id=bot.bot_id,
        visitor_token=hello.visitor,
        identity=identity,
        locale=hello.locale,
        time_zone=hello.time_zone,
        wanted=hello.conversation,
    )
    if hello.conversation is not None:
        return guest, bots.resume_conversation(guest=guest, conversation_id=hello.conversation)
    talk = bots.open_conversation(
        guest=guest,
        channel="test" if preview else "widget",
        locale=hello.locale,
        time_zone=hello.time_zone,
        preview=preview,
    )
    return guest, talk


@step
def accept(guest: Guest, conversation_id: uuid.UUID, client_id: uuid.UUID, text: str, address: str) -> Accepted:
    """Raises TooFast, and what bots.accept_message raises."""
    bots.check_message_pace(
        tenant_id=guest.tenant_id,
        customer_id=guest.customer_id,
        conversation_id=conversation_id,
        address=address,
    )
    accepted = bots.accept_message(
        tenant_id=guest.tenant_id,
        conversation_id=conversation_id,
        customer_id=guest.customer_id,
        client_id=client_id,
        text=text,
    )
    if not accepted.duplicate:
        bots.push_stored(guest.tenant_id, conversation_id, seq=accepted.seq)  # the other tabs of this conversation
    return accepted


@step
def missing(tenant_id: uuid.UUID, conversation_id: uuid.UUID, after_seq: int) -> tuple[MessageView, ...]:
    with tenant_scope(tenant_id):
        return bots.messages_after(conversation_id, after_seq=after_seq, limit=PAGE)


@step
def unanswered(tenant_id: uuid.UUID, conversation_id: uuid.UUID) -> tuple[int, ...]:
    with tenant_scope(tenant_id):
        return bots.unanswered(conversation_id)


@step
def ask_for_human(guest: Guest, conversation_id: uuid.UUID, reason: str) -> ConversationView:
    return bots.request_human(guest=guest, conversation_id=conversation_id, reason=reason)


@step
def cancel(guest: Guest, conversation_id: uuid.UUID) -> bool:
    return bots.cancel_answer(guest=guest, conversation_id=conversation_id)


@step
def rate(guest: Guest, conversation_id: uuid.UUID, seq: int, rating: int, comment: str) -> None:
    bots.rate(guest=guest, conversation_id=conversation_id, seq=seq, rating=rating, comment=comment)
