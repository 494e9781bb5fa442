"""One question back, where what the customer means is open: which row, which of several things. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bots.asking.ambiguous import meant, narrowed, points_at_many, rivals
from bots.asking.pending import AskKind, Choice, Pending, pending_in
from bots.brief import Brief, Language
from bots.drafting.courtesy import line

_SURE = 0.8  # confidence from which "it" need not be asked about: a passage answers the bare question


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """`again`: the last turn asked the same, and was not answered."""

    pending: Pending
    text: str
    reason: Literal["which_record", "which_document", "which_reference"]
    again: bool = False


def ask_back(brief: Brief, state: Mapping[str, object]) -> Asked | None:
    """The question and what it offers; only for a row of a table is it asked twice, since nothing else helps there."""
    before = pending_in(state)
    if brief.record_choices and brief.record_answer is not None:
        choices = tuple(Choice(name=key) for key in brief.record_choices)
        again = before is not None and before.kind == "record"
        return Asked(
            pending=_pending("record", brief.question, choices),
            text=brief.record_answer.text,
            reason="which_record",
            again=again,
        )
    if before is not None or brief.route != "question" or brief.record_answer is not None or brief.parts:
        return None
    offered = state.get("offered")
    names = [str(name) for name in offered] if isinstance(offered, list) else []
    best = max((item.confidence for item in brief.evidence if item.kind == "document"), default=0.0)
    sure = best >= _SURE and brief.question == brief.message
    if not sure and (choices := points_at_many(brief, names)):
        return _asked("reference", brief, brief.message, choices)
    if _answered_from_memory(brief):
        return None
    choices = rivals(brief)
    return _asked("document", brief, brief.question, choices) if choices else None


def cleared(brief: Brief) -> Brief:
    """Without the rivals of the passage whose thing the customer has named, in this question or before."""
    choices = rivals(brief)
    chosen = meant(choices, brief) if choices else None
    if chosen is None:
        return brief
    return narrowed(brief, chosen, choices)


def _answered_from_memory(brief: Brief) -> bool:
    return brief.memory_answer is not None and brief.memory_answer.outcome == "answered"


def _asked(kind: AskKind, brief: Brief, question: str, choices: Sequence[Choice]) -> Asked:
    text = line("which", brief.language).format(choices=_offer([choice.name for choice in choices], brief.language))
    reason: Literal["which_document", "which_reference"] = (
        "which_reference" if kind == "reference" else "which_document"
    )
    return Asked(pending=_pending(kind, question, tuple(choices)), text=text, reason=reason)


def _pending(kind: AskKind, question: str, choices: tuple[Choice, ...]) -> Pending:
    return Pending(kind=kind, question=question, choices=choices)


def _offer(names: Sequence[str], language: Language) -> str:
    """A, B or C, in the customer's own way of listing."""
    if language == "en":
        return f"{', '.join(names[:-1])} or {names[-1]}"
    last = "還是" if language == "zh-Hant" else "还是"
    return f"{'、'.join(f'“{name}”' for name in names[:-1])}{last}“{names[-1]}”"
