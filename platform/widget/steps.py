"""The database steps of the chat socket: small functions that open their own scopes, run outside the event loop."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async

from bots import api as bots
from bots.push import push_stored
from bots.types import Accepted, ConversationView, Guest, MessageView, WidgetBot
from jobs.api import run_job
from tenants.scope import tenant_scope
from widget.frames import Hello

P = ParamSpec("P")
T = TypeVar("T")

# Not the one thread that Django's async views share: it would be the ceiling of the whole process.
_steps = ThreadPoolExecutor(16, thread_name_prefix="socket")
_answers = ThreadPoolExecutor(8, thread_name_prefix="answer")


def step(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    stepped: Callable[P, Coroutine[Any, Any, T]] = database_sync_to_async(work, thread_sensitive=False, executor=_steps)
    return stepped


@step
def find_bot(key: str) -> WidgetBot:
    """Raises NotFound."""
    return bots.find_widget_bot(key)


@step
def begin(bot: WidgetBot, hello: Hello) -> tuple[Guest, ConversationView]:
    """Who is it, and which conversation? Raises BadIdentity, or NotFound for a conversation of somebody else."""
    identity = None
    if hello.token:
        identity = bots.read_identity(tenant_id=bot.tenant_id, bot_id=bot.bot_id, token=hello.token)
    guest = bots.admit(
        tenant_id=bot.tenant_id,
        bot_id=bot.bot_id,
        visitor_token=hello.visitor,
        identity=identity,
        locale=hello.locale,
        time_zone=hello.time_zone,
    )
    if hello.conversation is not None:
        return guest, bots.resume_conversation(guest=guest, conversation_id=hello.conversation)
    preview = bool(hello.preview) and bots.may_preview(bot_id=bot.bot_id, token=hello.preview)
    talk = bots.open_conversation(
        guest=guest,
        channel="test" if preview else "widget",
        locale=hello.locale,
        time_zone=hello.time_zone,
        preview=preview,
    )
    return guest, talk


@step
def accept(guest: Guest, conversation_id: uuid.UUID, client_id: uuid.UUID, text: str) -> Accepted:
    accepted = bots.accept_message(
        tenant_id=guest.tenant_id,
        conversation_id=conversation_id,
        customer_id=guest.customer_id,
        client_id=client_id,
        text=text,
    )
    if not accepted.duplicate:
        push_stored(guest.tenant_id, conversation_id, seq=accepted.seq)  # the other tabs of this conversation
    return accepted


@step
def missing(tenant_id: uuid.UUID, conversation_id: uuid.UUID, after_seq: int) -> tuple[MessageView, ...]:
    with tenant_scope(tenant_id):
        return bots.messages_after(conversation_id, after_seq=after_seq)


@step
def ask_for_human(guest: Guest, conversation_id: uuid.UUID, reason: str) -> ConversationView:
    return bots.request_human(guest=guest, conversation_id=conversation_id, reason=reason)


@step
def rate(guest: Guest, conversation_id: uuid.UUID, seq: int, rating: int, comment: str) -> None:
    bots.rate(guest=guest, conversation_id=conversation_id, seq=seq, rating=rating, comment=comment)


answer = database_sync_to_async(
    lambda tenant_id, job_id: run_job(tenant_id, job_id, early=True), thread_sensitive=False, executor=_answers
)
