"""Passes to try a draft out: signed, for one bot, for half a day."""

from __future__ import annotations

import uuid

from django.core import signing

from bots.errors import NotFound

_SALT = "anamnesis.preview"
_SECONDS = 12 * 3600


def preview_pass(*, bot_id: uuid.UUID, person_id: uuid.UUID) -> str:
    """For somebody who may see the bot's settings; the caller has checked that."""
    return signing.dumps({"bot": str(bot_id), "person": str(person_id)}, salt=_SALT)


def may_preview(*, bot_id: uuid.UUID, token: str) -> bool:
    """True. Raises NotFound for a pass that is forged, old, or for another bot."""
    try:
        value = signing.loads(token, salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature as error:
        raise NotFound from error
    if not isinstance(value, dict) or value.get("bot") != str(bot_id):
        raise NotFound
    return True
