"""Bots: make, list, change what is not versioned."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db.models import Count, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from audit.api import Actor, record
from bots.errors import NotFound
from bots.models import Bot, BotVersion, Conversation, VersionState, WidgetKey
from bots.settings import BotSettings
from bots.types import BotRow, BotView, WidgetBot
from bots.versions import publish, save_draft
from bots.views_of import version_view
from tenants.scope import lookup_scope, tenant_scope


def create_bot(*, name: str, settings: BotSettings, actor: Actor) -> BotView:
    """A bot with a widget key and a published first version. Raises ValidationError."""
    bot = Bot(name=name.strip())
    bot.full_clean(exclude=["tenant"])
    bot.save(force_insert=True)
    WidgetKey.objects.create(bot=bot, key=_new_key())
    record(verb="bot.created", subject=("bot", str(bot.id)), actor=actor)
    save_draft(bot_id=bot.id, settings=settings, actor=actor)
    publish(bot_id=bot.id, actor=actor)
    return get_bot(bot.id)


def list_bots() -> tuple[BotRow, ...]:
    number = BotVersion.objects.filter(bot_id=OuterRef("id")).values("number")
    talks = Conversation.objects.filter(bot_id=OuterRef("id")).order_by().values("bot_id").annotate(n=Count("id"))
    rows = Bot.objects.annotate(
        live=Subquery(number.filter(state=VersionState.PUBLISHED)[:1]),
        draft=Subquery(number.filter(state=VersionState.DRAFT)[:1]),
        key=Subquery(WidgetKey.objects.filter(bot_id=OuterRef("id")).values("key")[:1]),
        talks=Subquery(talks.values("n")[:1]),
    ).order_by("created_at")
    return tuple(
        BotRow(
            id=row.id,
            name=row.name,
            active=row.active,
            live_number=row.live,
            draft_number=row.draft,
            widget_key=row.key or "",
            conversations=row.talks or 0,
            created_at=row.created_at,
        )
        for row in rows
    )


def get_bot(bot_id: uuid.UUID) -> BotView:
    """Raises NotFound."""
    bot = Bot.objects.filter(id=bot_id).first()
    if bot is None:
        raise NotFound
    versions = {row.state: version_view(row) for row in BotVersion.objects.filter(bot=bot).exclude(state="retired")}
    key = WidgetKey.objects.filter(bot=bot).first()
    return BotView(
        id=bot.id,
        name=bot.name,
        active=bot.active,
        widget_key=key.key if key else "",
        allowed_origins=tuple(bot.allowed_origins),
        has_identity_secret=bool(bot.identity_secret or bot.identity_public_key),
        live=versions.get("published"),
        draft=versions.get("draft"),
    )


def update_bot(
    *,
    bot_id: uuid.UUID,
    actor: Actor,
    name: str | None = None,
    active: bool | None = None,
    allowed_origins: Sequence[str] | None = None,
) -> BotView:
    """What is not a matter of versions. Raises NotFound or ValidationError."""
    bot = Bot.objects.select_for_update().filter(id=bot_id).first()
    if bot is None:
        raise NotFound
    if name is not None:
        bot.name = name.strip()
    if active is not None:
        bot.active = active
    if allowed_origins is not None:
        bot.allowed_origins = [_origin(text) for text in allowed_origins if text.strip()]
    bot.full_clean(exclude=["tenant"])
    bot.save()
    detail = {"name": name is not None, "active": active, "origins": allowed_origins is not None}
    record(verb="bot.changed", subject=("bot", str(bot_id)), actor=actor, detail=detail)
    return get_bot(bot_id)


def find_widget_bot(key: str) -> WidgetBot:
    """By the public key, before a tenant is known. Raises NotFound for an unknown key and a switched-off bot."""
    if "\x00" in key:  # PostgreSQL cannot even be asked
        raise NotFound
    with lookup_scope(key):
        row = WidgetKey.objects.filter(key=key).values("tenant_id", "bot_id").first()
    if row is None:
        raise NotFound
    with tenant_scope(row["tenant_id"]):
        bot = get_bot(row["bot_id"])
    if not bot.active or bot.live is None:
        raise NotFound
    return WidgetBot(
        tenant_id=row["tenant_id"],
        bot_id=bot.id,
        name=bot.name,
        greeting={str(name): text for name, text in bot.live.settings.greeting.items()},
        languages=tuple(bot.live.settings.languages),
        allowed_origins=bot.allowed_origins,
    )


def _origin(text: str) -> str:
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ValidationError({"allowed_origins": _("Write each address as https://shop.example, without a path.")})
    return f"{parts.scheme}://{parts.netloc}".lower()


def _new_key() -> str:
    return "wk_" + secrets.token_urlsafe(18)
