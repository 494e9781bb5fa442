"""What an error frame says, in the customer's language."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from bots.errors import EmptyMessage, MessageTooLong

TEXTS = {
    "empty": EmptyMessage.text,
    "too_long": MessageTooLong.text,
    "too_large": MessageTooLong.text,
    "rate_limited": _("That was a little fast. Please wait a moment."),
    "bad_token": _("Your sign-in has expired. Please reload the page."),
    "not_found": _("This conversation is not here any more."),
    "unknown_message": _("This message cannot be rated."),
    "conversation_ended": _("This conversation has ended. Please start a new one."),
    "unavailable": _("This is not possible right now. Please try again in a moment."),
}
FALLBACK = _("This message cannot be read. Please write it again.")


def text_for(code: str, *, locale: str) -> str:
    with translation.override("zh-hans" if locale.lower().startswith("zh") else "en"):
        return str(TEXTS.get(code, FALLBACK))
