"""Events to the sockets of a conversation. Cosmetic: each is a word to look into PostgreSQL, or a verified fragment."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

from bots.models import Conversation, Mode
from bots.views_of import told_names
from ports import get_port
from tenants.scope import current_tenant_id

_silent: ContextVar[bool] = ContextVar("silent", default=False)
_STATES = {Mode.QUEUED: "queued", Mode.HUMAN: "joined", Mode.BOT: "ended", Mode.ENDED: "ended"}


def group_of(tenant_id: uuid.UUID, conversation_id: uuid.UUID) -> str:
    """The channel group's name holds the tenant too: two tenants never meet in one."""
    return f"chat.{tenant_id.hex}.{conversation_id.hex}"


@contextmanager
def silently() -> Iterator[None]:
    """A turn worked out in here tells no customer of it."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def push_delta(tenant_id: uuid.UUID, conversation_id: uuid.UUID, *, reply_to: int, n: int, text: str) -> None:
    """The n-th piece (from 0) of verified text of a reply under way."""
    _send(tenant_id, conversation_id, {"type": "chat.delta", "reply_to": reply_to, "n": n, "text": text})


def push_status(tenant_id: uuid.UUID, conversation_id: uuid.UUID, *, state: str) -> None:
    """state: thinking, searching or answering."""
    _send(tenant_id, conversation_id, {"type": "chat.status", "state": state})


def push_stored(tenant_id: uuid.UUID, conversation_id: uuid.UUID, *, seq: int) -> None:
    """A message was stored: listeners fetch what they lack."""
    _send(tenant_id, conversation_id, {"type": "chat.stored", "seq": seq})


def _send(tenant_id: uuid.UUID, conversation_id: uuid.UUID, event: dict[str, object]) -> None:
    if not _silent.get():
        get_port("push").send(group_of(tenant_id, conversation_id), event)


def push_mode(row: Conversation) -> None:
    """When the change is committed: queued, joined or ended, and who answers now."""
    event = {"type": "chat.mode", "state": _STATES[Mode(row.mode)], "mode": row.mode, "agent": _agent(row)}
    group = group_of(current_tenant_id(), row.id)
    transaction.on_commit(lambda: get_port("push").send(group, event))


def _agent(row: Conversation) -> str:
    if row.mode != Mode.HUMAN or row.agent_id is None:
        return ""
    return told_names([row.agent_id]).get(row.agent_id, "")
