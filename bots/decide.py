"""Answer, hedge, ask, say not found, or hand over: each with its reason. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bots.asides import CLOCK
from bots.asking.ask_back import Asked, ask_back
from bots.asking.covering import uncovered
from bots.brief import Brief, QuestionPart
from bots.drafting.aside_reply import aside_reply
from bots.drafting.courtesy import line
from bots.drafting.drafted import Draft
from bots.own_matter import asks_for_own_datum, asks_what_was_told
from bots.route import Route
from bots.types import Outcome
from bots.verifying.injected import is_order
from language.script import to_traditional

_PLAINLY_MEANT = 0.8  # confidence from which an operator's own "who are you?" is quoted instead of the fixed line
_CHAT = ("greeting", "thanks", "goodbye", "small_talk")


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    outcome: Outcome
    reason: str
    text: str
    labels: tuple[str, ...] = ()
    confidence: float = 0.0
    state: Mapping[str, object] = field(default_factory=dict)  # what the next turn should know


def decide_at_once(brief: Brief) -> Decision | None:
    """What goes before all else: the customer wants something forgotten, and hears what became of it."""
    if not brief.taken_back:
        return None
    text = line(brief.taken_back, brief.language)
    return Decision(outcome="answered", reason="taken_back", text=text, confidence=1.0)


def decide_before_draft(brief: Brief, route: Route, *, state: Mapping[str, object]) -> Decision | None:
    """What needs no model: a wish for a human, and nothing found above the threshold. None: let the model draft."""
    if route.wants_human and brief.settings.handover.enabled and brief.settings.handover.on_request:
        return _hand_over(brief, "asked_for", "human")
    if route.called_for and brief.settings.handover.enabled:
        return _hand_over(brief, route.called_for, route.called_for)
    if route.forbidden_topic:
        return _not_found(brief, state, reason="forbidden_topic")
    if route.aside is not None and best_confidence(brief) < _PLAINLY_MEANT:
        reason = "clock" if route.aside.kind in CLOCK else "about_the_bot"
        return Decision(outcome="answered", reason=reason, text=aside_reply(route.aside, brief), confidence=1.0)
    if route.unhelped and any(turn.author != "customer" for turn in brief.recent):
        return _not_helped(brief, state)
    if (asked := ask_back(brief, state)) is not None:
        return _clarify(brief, state, asked)
    if (
        route.kind in _CHAT
        or (brief.route == "statement" and brief.memory_answer is None)
        or brief.record_answer is not None
        or any(part.answer is not None for part in brief.parts)
    ):
        return None
    if brief.memory_answer is not None and brief.memory_answer.outcome == "answered":
        return None
    if brief.memory_answer is not None and asks_for_own_datum(brief.message):
        return _not_found(brief, state, reason="no_record", text=brief.memory_answer.text)
    if best_confidence(brief) >= brief.settings.thresholds.retrieval:
        return None
    if route.wants_done:
        able = brief.settings.handover.enabled
        text = line("cannot_do" if able else "cannot_do_alone", brief.language)
        return Decision(outcome="not_found", reason="cannot_do", text=text)  # it was understood: no miss
    if brief.memory_answer is not None and asks_what_was_told(brief.message):
        return _not_found(brief, state, reason="no_record", text=brief.memory_answer.text)
    return _not_found(brief, state, reason="below_threshold")


def decide(brief: Brief, route: Route, *, draft: Draft, state: Mapping[str, object]) -> Decision:
    """After the draft: what was verified is the answer."""
    if not draft.text:
        return _not_found(brief, state, reason="nothing_verified")
    labels = tuple(dict.fromkeys(label for sentence in draft.verified for label in sentence.labels))
    missing = uncovered(brief)
    outcome: Outcome = "answered"
    if brief.record_answer is not None and brief.record_answer.outcome == "clarify":
        outcome = "clarify"
    elif missing or (draft.missing and route.kind == "question"):
        outcome = "hedged"
    reason = "half_covered" if missing else "chat" if route.kind in _CHAT else "grounded" if labels else "acknowledged"
    return Decision(
        outcome=outcome, reason=reason, text=_hedged(draft.text, missing, brief), labels=labels,
        confidence=_confidence(brief, labels),
        state={"misses": 0},
    )  # fmt: skip


def _hedged(text: str, missing: Sequence[QuestionPart], brief: Brief) -> str:
    """What was found, and then what was not: in the customer's own words, unless they speak to the machine."""
    gap = " " if brief.language == "en" else ""
    said = [
        line("not_covered", brief.language).format(part=part.text[:120].rstrip("?？ "))
        for part in missing
        if not is_order(part.text)
    ]
    return gap.join([text, *said])


def _clarify(brief: Brief, state: Mapping[str, object], asked: Asked) -> Decision:
    """A question that was not answered counts as nothing found, so that it is not asked for ever."""
    misses = _misses(state) + asked.again
    if asked.again and brief.settings.handover.enabled and misses >= brief.settings.handover.after_not_found > 0:
        return _hand_over(brief, "low_confidence_twice", "handover")
    return Decision(
        outcome="clarify", reason=asked.reason, text=asked.text, confidence=1.0,
        state={"misses": misses, "pending": asked.pending.row()},
    )  # fmt: skip


def _not_helped(brief: Brief, state: Mapping[str, object]) -> Decision:
    """Asks for more, and says how to get a human; said twice in a row, one is called."""
    rules, misses = brief.settings.handover, _misses(state) + 1
    if rules.enabled and misses >= rules.after_not_found > 0:
        return _hand_over(brief, "low_confidence_twice", "handover")
    text = line("not_helped" if rules.enabled and rules.on_request else "not_helped_alone", brief.language)
    return Decision(outcome="clarify", reason="not_helped", text=text, confidence=1.0, state={"misses": misses})


def best_confidence(brief: Brief) -> float:
    return max((item.confidence for item in brief.evidence if item.kind != "memory"), default=0.0)


def _confidence(brief: Brief, labels: tuple[str, ...]) -> float:
    cited = [item.confidence for label in labels if (item := brief.labelled(label)) is not None]
    return max(cited, default=1.0)


def _not_found(brief: Brief, state: Mapping[str, object], *, reason: str, text: str = "") -> Decision:
    """The operator's fixed reply, or `text` of the same meaning; after as many in a row as the operator allows, a
    human is called beside it."""
    said, misses = text or _fixed(brief), _misses(state) + 1
    if brief.settings.handover.enabled and misses >= brief.settings.handover.after_not_found > 0:
        gap = " " if brief.language == "en" else ""
        said = f"{said}{gap}{line('handover', brief.language)}"
        return Decision(outcome="handover", reason="low_confidence_twice", text=said, state={"misses": 0})
    return Decision(
        outcome="not_found",
        reason=reason,
        text=said,
        confidence=best_confidence(brief),
        state={"misses": misses},
    )


def _fixed(brief: Brief) -> str:
    text = brief.settings.not_found["en" if brief.language == "en" else "zh"]
    return to_traditional(text) if brief.language == "zh-Hant" else text


def _hand_over(brief: Brief, reason: str, said: str) -> Decision:
    return Decision(
        outcome="handover", reason=reason, text=line(said, brief.language), confidence=1.0, state={"misses": 0}
    )


def _misses(state: Mapping[str, object]) -> int:
    misses = state.get("misses", 0)
    return misses if isinstance(misses, int) else 0
