"""A turn that answers the bot's own question: the customer's first question is answered, now that it is clear. Pure."""

from __future__ import annotations

from dataclasses import replace

from bots.asking.ambiguous import narrowed
from bots.asking.pending import Choice, Pending, pending_in, picked
from bots.brief import Brief, Language
from bots.open_turn import Turn
from language.detect import detect_language


def take_up(turn: Turn) -> tuple[Turn, Choice | None]:
    """The turn with the question that stood open, and the choice; as it is where the message says something else."""
    pending = pending_in(turn.state)
    choice = picked(turn.text, pending) if pending is not None else None
    if pending is None or choice is None:
        return turn, None
    return replace(turn, text=f"{pending.question} ({choice.name})", language=_language(turn, pending)), choice


def as_picked(brief: Brief, turn: Turn, choice: Choice | None) -> Brief:
    """Without the passages that the customer did not mean."""
    if choice is None:
        return brief
    pending = pending_in(turn.state)
    return replace(
        narrowed(brief, choice, pending.choices if pending else ()), message=turn.message.text, picked=choice.name
    )


def _language(
    turn: Turn, pending: Pending
) -> Language:  # the same as of the question: a bare number has none of its own
    asked = detect_language(pending.question)
    return turn.language if turn.language.startswith("zh") and asked.startswith("zh") else asked
