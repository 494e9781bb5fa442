"""Everything a turn needs from the database, read in one short transaction."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime

from bots.accept import as_customer_message
from bots.brief import Language, RecentTurn
from bots.models import Author, Message, Mode
from bots.settings import BotSettings
from bots.types import VersionView
from bots.versions import settings_for
from bots.views_of import as_author
from jobs.api import Lease
from language.detect import detect_language
from memory.types import CustomerMessage
from tenants.api import get_tenant
from tenants.scope import current_tenant_id, tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    tenant_id: uuid.UUID
    bot_id: uuid.UUID
    conversation_id: uuid.UUID
    customer_id: uuid.UUID
    external_id: str  # of a customer whom a signed token named; "" otherwise
    email: str  # likewise
    message: CustomerMessage
    reply_to: int  # seq of the customer's message
    text: str
    language: Language
    version: VersionView
    recent: tuple[RecentTurn, ...]
    customer_words: tuple[str, ...]
    company: str
    mode: str
    turn_number: int
    at: datetime
    state: dict[str, object] = field(default_factory=dict)  # what the last turn left: topic, pending question

    @property
    def settings(self) -> BotSettings:
        return self.version.settings


def open_turn(lease: Lease) -> Turn | None:
    """None when there is nothing to answer: a human took over, or the reply stands already."""
    message_id = uuid.UUID(lease.payload["message"])
    with tenant_scope(lease.tenant_id):
        message = Message.objects.select_related("conversation__customer").filter(id=message_id).first()
        if message is None or Message.objects.filter(reply_to=message, author=Author.BOT).exists():
            return None
        if message.conversation.mode in (Mode.HUMAN, Mode.ENDED):
            return None
        return turn_of(message, version=settings_for(message.conversation))


def turn_of(message: Message, *, version: VersionView) -> Turn:
    """Inside a scope. Wants `conversation__customer` selected with the row."""
    conversation, customer = message.conversation, message.conversation.customer
    before = _before(message, version.settings.memory.window)
    words = _customer_words(message)
    return Turn(
        tenant_id=current_tenant_id(),
        bot_id=conversation.bot_id,
        conversation_id=conversation.id,
        customer_id=customer.id,
        external_id=customer.external_id,
        email=customer.email if customer.external_id else "",
        message=as_customer_message(conversation, message, settings=version.settings.memory),
        reply_to=message.seq,
        text=message.text,
        language=language_of(message.text, before, locale=conversation.locale),
        version=version,
        recent=before,
        customer_words=words,
        company=get_tenant(current_tenant_id()).name,
        mode=conversation.mode,
        turn_number=len(words),
        at=message.created_at,
        state=dict(conversation.state),
    )


def _before(message: Message, window: int) -> tuple[RecentTurn, ...]:
    rows = Message.objects.filter(conversation_id=message.conversation_id, seq__lt=message.seq).order_by("-seq")
    return tuple(RecentTurn(author=as_author(row.author), text=row.text) for row in reversed(rows[: window * 2]))


def _customer_words(message: Message) -> tuple[str, ...]:
    rows = Message.objects.filter(
        conversation_id=message.conversation_id, seq__lte=message.seq, author=Author.CUSTOMER
    ).order_by("-seq")[:200]
    return tuple(row.text for row in reversed(rows))


def language_of(text: str, before: tuple[RecentTurn, ...], *, locale: str) -> Language:
    """The customer's own language: of this message, or, where it has no letters, of the last that had some."""
    for candidate in (text, *(turn.text for turn in reversed(before) if turn.author == "customer")):
        if any(character.isalpha() for character in candidate):
            return detect_language(candidate)
    return "zh" if locale.lower().startswith("zh") else "en"
