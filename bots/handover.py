"""From the bot to a human and back: a promised human comes into being, and the bot is silent while one writes."""

from __future__ import annotations

import uuid

from audit.api import SYSTEM, Actor, record
from bots.errors import ConversationEnded, NotFound
from bots.models import Conversation, Mode
from bots.push import push_mode
from bots.types import ConversationView, Guest
from bots.views_of import conversation_view
from tenants.scope import tenant_scope


def request_human(*, guest: Guest, conversation_id: uuid.UUID, reason: str = "") -> ConversationView:
    """The customer asks for a human. Repeats change nothing. Raises NotFound or ConversationEnded."""
    with tenant_scope(guest.tenant_id):
        row = _locked(conversation_id)
        if row.customer_id != guest.customer_id:
            raise NotFound
        if row.mode == Mode.BOT:
            _move(row, Mode.QUEUED, verb="conversation.human.requested", actor=_customer(guest), reason=reason)
        return conversation_view(row)


def queue_for_human(row: Conversation, *, reason: str) -> None:
    """The turn decided so; inside its finishing transaction, on a locked row."""
    if row.mode == Mode.BOT:
        _move(row, Mode.QUEUED, verb="conversation.human.promised", actor=SYSTEM, reason=reason)


def take_over(*, conversation_id: uuid.UUID, person_id: uuid.UUID) -> ConversationView:
    """Inside a scope. Raises NotFound or ConversationEnded."""
    row = _locked(conversation_id)
    row.agent_id = person_id
    _move(row, Mode.HUMAN, verb="conversation.taken_over", actor=Actor(kind="person", id=str(person_id)))
    return conversation_view(row)


def release_to_bot(*, conversation_id: uuid.UUID, person_id: uuid.UUID) -> ConversationView:
    """Inside a scope: the bot answers the next message again."""
    row = _locked(conversation_id)
    row.agent_id = None
    _move(row, Mode.BOT, verb="conversation.released", actor=Actor(kind="person", id=str(person_id)))
    return conversation_view(row)


def end_conversation(*, conversation_id: uuid.UUID, actor: Actor) -> ConversationView:
    row = _locked(conversation_id)
    _move(row, Mode.ENDED, verb="conversation.ended", actor=actor)
    return conversation_view(row)


def _move(row: Conversation, mode: Mode, *, verb: str, actor: Actor, reason: str = "") -> None:
    row.mode = mode
    row.save(update_fields=["mode", "agent_id"])
    detail = {"reason": reason[:100]} if actor is SYSTEM else {}  # a customer's words stay out of the audit record
    record(verb=verb, subject=("conversation", str(row.id)), actor=actor, detail=detail)
    push_mode(row)


def _locked(conversation_id: uuid.UUID) -> Conversation:
    row = (
        Conversation.objects.select_for_update(of=("self",))
        .select_related("bot", "customer", "preview_version")
        .filter(id=conversation_id)
        .first()
    )
    if row is None:
        raise NotFound
    if row.mode == Mode.ENDED:
        raise ConversationEnded
    return row


def _customer(guest: Guest) -> Actor:
    return Actor(kind="customer", id=str(guest.customer_id))
