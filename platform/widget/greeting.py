"""The first frame to a guest."""

from __future__ import annotations

from collections.abc import Mapping

from bots.types import ConversationView, Guest, WidgetBot
from widget.frames import Frame


def welcome(bot: WidgetBot, guest: Guest, talk: ConversationView, *, locale: str) -> Frame:
    language = "zh" if locale.lower().startswith("zh") else "en"
    if language not in bot.languages:
        language = bot.languages[0]
    return {
        "type": "welcome",
        "conversation": str(talk.id),
        "visitor": guest.visitor_token,
        "seq": talk.last_seq,
        "bot": {"name": bot.name, "greeting": bot.greeting.get(language, ""), "locale": language},
        "mode": "human" if talk.mode == "human" else "bot",
        "waiting": talk.mode == "queued",  # a human was promised; until then the bot may leave messages to them
    }


def address_of(scope: Mapping[str, object]) -> str:
    """The caller's, as the server or the proxy it trusts names it; IPv6 by its network, which one person has whole."""
    client = scope.get("client")
    address = str(client[0]) if isinstance(client, (list, tuple)) and client else ""
    return ":".join(address.split(":")[:4]) if address.count(":") > 1 else address
