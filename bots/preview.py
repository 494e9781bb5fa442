"""Passes to try a draft out: signed, for one bot, for half a day."""

from __future__ import annotations

import secrets
import uuid

from django.core import signing

from bots.errors import NotFound

_SALT = "anamnesis.preview"
_SECONDS = 12 * 3600


def preview_pass(*, bot_id: uuid.UUID, person_id: uuid.UUID) -> str:
    """For somebody who may see the bot's settings; the caller has checked that."""
    # Each pass is another one, also within a second: the chat keeps one conversation for each pass, and a page that was
    # reloaded with a new draft must not go on with the conversation of the old settings.
    value = {"bot": str(bot_id), "person": str(person_id), "once": secrets.token_hex(8)}
    return signing.dumps(value, salt=_SALT)


def may_preview(*, bot_id: uuid.UUID, token: str) -> bool:
    """True. Raises NotFound for a pass that is forged, old, or for another bot."""
    try:
        value = signing.loads(token, salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature as error:
        raise NotFound from error
    if not isinstance(value, dict) or value.get("bot") != str(bot_id):
        raise NotFound
    return True
