"""Take a customer's message: one transaction stores it, what memory reads off it at once, and the job to answer it.

Only when this has returned may an `ack` go out.
"""

from __future__ import annotations

import re
import unicodedata
import uuid
from datetime import timedelta

from django.db import transaction

from bots.errors import ConversationEnded, EmptyMessage, MessageTooLong, NotFound
from bots.models import Author, Conversation, Message, Mode
from bots.push import push_stored
from bots.settings import MemorySettings
from bots.types import Accepted, MessageView
from bots.versions import settings_for
from bots.views_of import message_view
from bots.waiting import leaves_to_human
from jobs.api import enqueue
from memory import api as memory
from memory.policy import FactClass, MemoryPolicy
from memory.types import BotTurn, CustomerMessage
from ports import get_port
from ports.ids import new_id
from tenants.scope import tenant_scope

MAX_CHARACTERS = 8_000
ANSWER = "bots.answer"
OWN_GRACE = timedelta(seconds=2)  # the accepting process answers itself; after this any worker may
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # PostgreSQL takes neither NUL nor lone surrogates


def accept_message(
    *, tenant_id: uuid.UUID, conversation_id: uuid.UUID, customer_id: uuid.UUID, client_id: uuid.UUID, text: str
) -> Accepted:
    """Raises EmptyMessage, MessageTooLong, ConversationEnded, or NotFound for a conversation that is not theirs."""
    clean = clean_text(text)
    with tenant_scope(tenant_id):
        conversation = _locked(conversation_id, customer_id)
        known = Message.objects.filter(conversation=conversation, client_id=client_id).first()
        if known is not None:
            return Accepted(seq=known.seq, message_id=known.id, duplicate=True, job_id=None, for_human=known.for_human)
        if conversation.mode == Mode.ENDED:
            raise ConversationEnded
        for_human = _for_human(conversation, clean)
        message = append(conversation, author=Author.CUSTOMER, text=clean, client_id=client_id, for_human=for_human)
        told = as_customer_message(conversation, message)
        memory.note_message(message=told)
        if for_human:
            memory.queue_write(message=told)  # else the turn does it when it ends
        job_id = None if for_human else _queue(message)
        return Accepted(seq=message.seq, message_id=message.id, duplicate=False, job_id=job_id, for_human=for_human)


def append_agent_message(
    *, tenant_id: uuid.UUID, conversation_id: uuid.UUID, agent_id: uuid.UUID, text: str
) -> MessageView:
    """A human's own words. Raises EmptyMessage, MessageTooLong, NotFound or ConversationEnded."""
    from bots.markdown import render_html  # noqa: PLC0415  keeps the accept path's imports small

    clean = clean_text(text)
    with tenant_scope(tenant_id):
        conversation = _locked(conversation_id, None)
        if conversation.mode == Mode.ENDED:
            raise ConversationEnded
        message = append(
            conversation, author=Author.AGENT, text=clean, html=render_html(clean, citations=()), agent_id=agent_id
        )
        memory.note_reply(reply=as_turn(conversation, message))
        transaction.on_commit(lambda: push_stored(tenant_id, conversation_id, seq=message.seq))
        return message_view(message)


def append(conversation: Conversation, *, author: Author, text: str, **fields: object) -> Message:
    """The next message of a locked conversation."""
    now = get_port("clock").now()
    conversation.last_seq += 1
    conversation.last_message_at = now
    conversation.save(update_fields=["last_seq", "last_message_at"])
    message = Message(
        id=new_id(), conversation=conversation, seq=conversation.last_seq, author=author, text=text, created_at=now
    )
    for name, value in fields.items():
        setattr(message, name, value)
    message.save(force_insert=True)
    return message


def clean_text(text: str) -> str:
    clean = _UNSTORABLE.sub("", text).strip()
    if all(unicodedata.category(character)[0] in "CZ" for character in clean):  # blanks, and what nobody can see
        raise EmptyMessage
    if len(clean) > MAX_CHARACTERS:
        raise MessageTooLong
    return clean


def as_customer_message(
    conversation: Conversation, message: Message, *, settings: MemorySettings | None = None
) -> CustomerMessage:
    """`settings` where the caller has read them already."""
    settings = settings or settings_for(conversation).settings.memory
    return CustomerMessage(
        customer_id=conversation.customer_id,
        conversation_id=conversation.id,
        message_id=message.id,
        seq=message.seq,
        text=message.text,
        at=message.created_at,
        time_zone=conversation.time_zone or "UTC",
        locale=conversation.locale,
        mode=settings.mode,
        policy=policy_of(settings),
        summary_every=settings.summary_every,
    )


def policy_of(settings: MemorySettings) -> MemoryPolicy:
    return MemoryPolicy(
        denied=frozenset(FactClass) - frozenset(map(FactClass, settings.allowed)),
        keep_days={FactClass(name): days for name, days in settings.keep_days.items() if days},
    )


def as_turn(conversation: Conversation, message: Message, *, settings: MemorySettings | None = None) -> BotTurn:
    settings = settings or settings_for(conversation).settings.memory
    return BotTurn(
        customer_id=conversation.customer_id,
        conversation_id=conversation.id,
        message_id=message.id,
        seq=message.seq,
        text=message.text,
        at=message.created_at,
        author="agent" if message.author == Author.AGENT else "bot",
        mode=settings.mode,
        policy=policy_of(settings),
    )


def _locked(conversation_id: uuid.UUID, customer_id: uuid.UUID | None) -> Conversation:
    rows = Conversation.objects.select_for_update().filter(id=conversation_id)
    if customer_id is not None:
        rows = rows.filter(customer_id=customer_id)
    conversation = rows.first()
    if conversation is None:
        raise NotFound
    return conversation


def _for_human(conversation: Conversation, text: str) -> bool:
    if conversation.mode == Mode.BOT:
        return False
    last = Message.objects.filter(conversation=conversation, author=Author.BOT).order_by("-seq").first()
    return leaves_to_human(
        text,
        mode=conversation.mode,
        state=conversation.state,
        settings=settings_for(conversation).settings,
        asked_back=last is not None and last.outcome == "clarify",
    )


def _queue(message: Message) -> uuid.UUID:
    return enqueue(
        kind=ANSWER,
        dedup_key=str(message.id),
        partition=f"answer:{message.conversation_id}",
        payload={"message": str(message.id)},
        delay=OWN_GRACE,
    )
