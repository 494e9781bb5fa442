"""Messages as the outside sees them: over the socket and from REST alike. Pure."""

from __future__ import annotations

from bots.types import MessageView

Frame = dict[str, object]


def reply_of(view: MessageView) -> Frame:
    """A bot's finished reply, as it goes out live and from REST."""
    return {
        "type": "reply",
        "seq": view.seq,
        "reply_to": view.reply_to,
        "text": view.text,
        "html": view.html,
        "outcome": view.outcome,
        "confidence": view.confidence,
        "citations": [dict(item) for item in view.citations],
        "version": view.version,
        "at": view.created_at.isoformat(),
    }


def message_of(view: MessageView) -> Frame:
    """History, agents' words, and the customer's own from another tab."""
    frame: Frame = {
        "type": "message",
        "seq": view.seq,
        "author": view.author,
        "text": view.text,
        "at": view.created_at.isoformat(),
    }
    if view.client_id is not None:
        frame["client_id"] = str(view.client_id)
    if view.author != "customer":
        frame |= {name: value for name, value in reply_of(view).items() if name not in ("type", "seq", "text", "at")}
    if view.agent:
        frame["agent"] = view.agent
    if view.rating is not None:
        frame["rating"] = view.rating
    return frame
