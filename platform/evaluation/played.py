"""What became of the lines and questions of scripts, for the tally."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluation.judging import Verdict
from evaluation.suite import Row


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """One question and what became of it."""

    script_id: str
    language: str
    question: Mapping[str, object]
    verdict: Verdict
    injected: tuple[Row, ...]
    share_of_history: float


@dataclass(kw_only=True, slots=True)
class Played:
    answers: list[Answered] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    facts: list[Row] = field(default_factory=list)
    idle_turns: list[bool] = field(default_factory=list)  # small talk: was anything injected?
    overlaps: list[float] = field(default_factory=list)  # of each customer's summaries with current facts
    prefixes: list[float] = field(default_factory=list)  # of the questions' prompts
    wrong: list[bool] = field(default_factory=list)  # a tagged line: is a fact of it held as current?
    at_once: list[bool] = field(default_factory=list)  # a number just said: does the next turn recall it?
    in_facts: list[bool] = field(default_factory=list)  # a question: does a current fact of its lines hold the answer?
