"""Rows to frozen views, inside a scope."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import cast

from accounts.models import Person
from bots.models import BotVersion, Conversation, Message
from bots.settings import BotSettings
from bots.types import AuthorName, ConversationView, MessageView, VersionView
from tenants.scope import current_tenant_id


def as_author(value: str) -> AuthorName:
    return cast("AuthorName", value)  # a check constraint of Author's values


def version_view(row: BotVersion) -> VersionView:
    return VersionView(
        id=row.id,
        bot_id=row.bot_id,
        number=row.number,
        state=row.state,  # type: ignore[arg-type]  # a check of VersionState's values
        settings=BotSettings.model_validate(row.settings),
        note=row.note,
        created_by=row.created_by,
        created_at=row.created_at,
        published_at=row.published_at,
    )


def message_view(row: Message, *, rating: int | None = None, agent: str = "") -> MessageView:
    """Wants `reply_to` and `version` selected with the row."""
    return MessageView(
        id=row.id,
        conversation_id=row.conversation_id,
        seq=row.seq,
        author=as_author(row.author),
        text=row.text,
        html=row.html,
        outcome=row.outcome,
        confidence=row.confidence,
        citations=tuple(row.citations),
        reply_to=row.reply_to.seq if row.reply_to is not None else None,
        version=row.version.number if row.version is not None else None,
        created_at=row.created_at,
        client_id=row.client_id,
        rating=rating,
        agent=agent,
    )


def told_names(agent_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """The first word of each agent's name: customers are told whom they talk with, and no more."""
    if not (wanted := set(agent_ids)):
        return {}
    rows = Person.objects.filter(id__in=wanted).values_list("id", "name")
    return {person_id: name.split(" ", 1)[0] for person_id, name in rows}


def conversation_view(row: Conversation) -> ConversationView:
    """Wants `bot`, `customer` and `preview_version` selected with the row."""
    return ConversationView(
        id=row.id,
        tenant_id=current_tenant_id(),
        bot_id=row.bot_id,
        bot_name=row.bot.name,
        customer_id=row.customer_id,
        customer_name=row.customer.name,
        channel=row.channel,  # type: ignore[arg-type]  # Channel's values
        mode=row.mode,  # type: ignore[arg-type]  # Mode's values
        locale=row.locale,
        last_seq=row.last_seq,
        created_at=row.created_at,
        last_message_at=row.last_message_at,
        agent_id=row.agent_id,
        preview_version=row.preview_version.number if row.preview_version is not None else None,
    )
