"""What a caller of bots may have to tell a person."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _


class BotError(Exception):
    """Something about bots or conversations went wrong."""


class NotFound(BotError):
    """There is no such thing here."""


class BadMessage(BotError):
    """A message that cannot be taken."""

    code = "bad_message"
    text = _("This message cannot be read. Please write it again.")


class EmptyMessage(BadMessage):
    """Nothing but blanks."""

    code = "empty"
    text = _("Please write something first.")


class MessageTooLong(BadMessage):
    """Longer than a message may be."""

    code = "too_long"
    text = _("This message is too long. Please send at most 8,000 characters at a time.")


class ConversationEnded(BotError):
    """The conversation has ended. Start a new one."""


class TooFast(BotError):
    """Too many messages in a short time. Wait `retry_after` seconds."""

    def __init__(self, *, retry_after: float) -> None:
        super().__init__(retry_after)
        self.retry_after = round(max(0.01, retry_after), 2)


class NoDraft(BotError):
    """There is no draft to publish. Edit the settings first."""


class Conflict(BotError):
    """Somebody else changed this meanwhile. Load it again, then repeat the change."""


class BadIdentity(BotError):
    """The identity token is not valid. Ask the shop's page for a fresh one."""


class BadPublicKey(BotError):
    """This is not a public key for ES256. Paste an EC P-256 public key in PEM form."""


class Unreplayable(BotError):
    """This answer was recorded by another version, which kept too little to replay it."""


class UnknownMessage(NotFound):
    """There is no such message in this conversation, or it is not one to rate."""


class NoCases(BotError):
    """There are no test cases yet. Make one from a reply, or write one."""
