"""What does this turn need: memory, knowledge, records, a human?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bots.asides import COMPANYS, Aside, aside_of
from bots.brief import Language, RecentTurn
from bots.cues import (
    ADVICE,
    ANGER,
    CHATTER,
    GOODBYE,
    GREETING,
    HUMAN,
    INSULT,
    NO_HUMAN,
    QUESTION,
    THANKS,
    UNHELPED,
    WANTS_DONE,
    WEATHER,
)
from bots.settings import BotSettings
from language.script import fold
from memory import api as memory

CalledFor = Literal["", "anger", "forbidden_topic", "operator_rule"]
Kind = Literal["greeting", "thanks", "goodbye", "small_talk", "statement", "question", "human"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    kind: Kind
    needs_memory: bool
    needs_knowledge: bool
    seeks_advice: bool = False  # "which would you recommend": current wishes matter, whatever their words
    wants_human: bool = False
    angry: bool = False
    forbidden_topic: str = ""
    called_for: CalledFor = ""  # why a human should go on, though none was asked for
    unhelped: bool = False  # says that the answer before was of no use, and nothing else
    wants_done: bool = False  # wants something changed, cancelled or sent back, which a colleague has to do
    aside: Aside | None = None  # asks about the bot itself, or about now


def route_turn(*, text: str, language: Language, recent: Sequence[RecentTurn], settings: BotSettings) -> Route:
    """By words of the message alone; whatever is not plainly small talk is looked up."""
    folded = fold(text)
    topic = next((word for word in settings.anchor.forbidden_topics if fold(word) in folded), "")
    angry = ANGER.search(folded) is not None
    if HUMAN.search(folded) and not NO_HUMAN.search(folded):
        return Route(kind="human", needs_memory=False, needs_knowledge=False, wants_human=True, angry=angry)
    aside = aside_of(text)
    kind = "small_talk" if aside and aside.kind not in COMPANYS else "question" if aside else _kind(folded)
    looks_up = kind in ("question", "statement")
    return Route(
        kind=kind,
        needs_memory=looks_up and aside is None,
        needs_knowledge=looks_up,
        seeks_advice=kind == "question" and ADVICE.search(folded) is not None,
        angry=angry,
        forbidden_topic=topic,
        called_for=_called_for(folded, settings, angry=angry, topic=topic),
        unhelped=_unhelped(folded) or INSULT.search(folded) is not None,
        wants_done=kind == "statement"
        and WANTS_DONE.search(folded) is not None
        and not memory.orders_taking_back(text),
        aside=aside,
    )


def _unhelped(folded: str) -> bool:
    clauses = [clause.strip() for clause in re.split(r"[,.!?;，。！？；~\n]+", folded)]
    said = [clause for clause in clauses if clause and not THANKS.search(clause) and clause not in _FILLERS]
    return bool(said) and all(UNHELPED.search(clause) for clause in said)


_FILLERS = frozenset("no nope sorry ok well hm hmm 不 没 唉 哎 嗯".split())


def _called_for(folded: str, settings: BotSettings, *, angry: bool, topic: str) -> CalledFor:
    rules = settings.handover
    if any(fold(word) in folded for word in rules.on_words):
        return "operator_rule"
    if topic and rules.on_forbidden_topic:
        return "forbidden_topic"
    return "anger" if angry and rules.on_anger else ""


_SMALL: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (GREETING, "greeting"),
    (THANKS, "thanks"),
    (GOODBYE, "goodbye"),
    (CHATTER, "small_talk"),
    (INSULT, "small_talk"),
)


def _kind(folded: str) -> Kind:
    if not re.search(r"\w", folded):
        return "small_talk"
    for pattern, kind in _SMALL:
        if pattern.search(folded):
            return kind
    if QUESTION.search(folded):
        return "question"
    return "small_talk" if WEATHER.search(folded) else "statement"
