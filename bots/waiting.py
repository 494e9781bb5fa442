"""While a human is awaited: once the bot says that a colleague is coming; then it is silent on chatter, and goes on
helping where the operator wants that. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bots.brief import Brief
from bots.decide import Decision
from bots.drafting.courtesy import line
from bots.route import Route, route_turn
from bots.settings import BotSettings, Handover
from language.detect import detect_language
from memory import api as memory

TOLD = "told_waiting"  # in a conversation's state: the customer knows that a colleague is coming
NOTED = "noted_waiting"  # likewise: and that what is written meanwhile is kept for the colleague
QUEUED = "queued"
_CHATTER = ("greeting", "thanks", "goodbye", "small_talk", "statement")
_ALONE = Handover(enabled=False)


def leaves_to_human(
    text: str, *, mode: str, state: Mapping[str, object], settings: BotSettings, asked_back: bool = False
) -> bool:
    """Whether the bot says nothing to this message. `asked_back`: it answers a question of the bot's."""
    if mode == "human":
        return True
    if mode != QUEUED or not state.get(TOLD):
        return False
    if memory.orders_taking_back(text):
        return False  # memory does it, and says so
    if settings.handover.while_waiting == "silent":
        return True
    route = route_turn(text=text, language=detect_language(text), recent=(), settings=settings)
    if route.kind == "statement" and not state.get(NOTED):
        return False
    return route.kind in _CHATTER and route.aside is None and not asked_back


def on_its_own(brief: Brief, *, mode: str) -> Brief:
    """The hand-over that was promised is not promised again."""
    if mode != QUEUED:
        return brief
    return replace(brief, settings=brief.settings.model_copy(update={"handover": _ALONE}))


def announce(brief: Brief, route: Route, *, mode: str, state: Mapping[str, object]) -> Decision | None:
    """That a colleague is coming, where nothing else is to be said. None: go on."""
    if mode != QUEUED:
        return None
    told = bool(state.get(TOLD))
    if route.wants_human and told:
        return _said(line("waiting_again", brief.language))
    if brief.settings.handover.while_waiting == "silent":
        return _said(line("waiting_only", brief.language))
    if told and route.kind == "statement" and not state.get(NOTED):
        return replace(_said(line("waiting_noted", brief.language)), state={NOTED: True})
    if not told and (route.kind in _CHATTER or route.wants_human):
        return _said(line("waiting", brief.language))
    return None


def while_waiting(decision: Decision, *, brief: Brief, mode: str, state: Mapping[str, object]) -> Decision:
    """What a turn decided, with what the customer has to know of the colleague."""
    told = decision.outcome == "handover" or mode == QUEUED
    if mode == QUEUED and not state.get(TOLD) and decision.reason != "waiting":
        gap = " " if brief.language == "en" else ""
        decision = replace(decision, text=f"{decision.text}{gap}{line('waiting', brief.language)}")
    noted = told and bool(decision.state.get(NOTED, state.get(NOTED)))
    return replace(decision, state={**decision.state, TOLD: told, NOTED: noted})


def _said(text: str) -> Decision:
    return Decision(outcome="answered", reason="waiting", text=text, confidence=1.0)
