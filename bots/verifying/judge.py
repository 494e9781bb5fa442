"""A second opinion on a sentence, where a judge is set up. What the builtin check forbids stays forbidden.

The judge decides only what the builtin score alone would decide: it may hold back what that lets through, and let
through what that found too little supported. Literals, negations, names and roles are no matter of opinion.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bots.verifying.grounding import Grounding
from ports.errors import ChatError
from ports.judging import Judgement, SupportJudge

logger = logging.getLogger(__name__)
_SURE = 0.5  # confidence from which a verdict counts
Opinion = Callable[[str, Sequence[str], str], Judgement | None]


class NoJudge:
    """The default: the builtin score decides alone."""

    name = "builtin"

    def judge(self, *, claim: str, sources: Sequence[str], question: str = "") -> Judgement | None:
        return None


@dataclass(kw_only=True, slots=True)
class Judging:
    """One draft's judge: after a failure it is not asked again. With `verdicts` a replay needs no judge."""

    judge: SupportJudge
    verdicts: dict[str, dict[str, object]] = field(default_factory=dict)
    failed: str = ""

    def __call__(self, claim: str, sources: Sequence[str], question: str) -> Judgement | None:
        if self.failed:
            return None
        try:
            verdict = self.judge.judge(claim=claim, sources=sources, question=question)
        except ChatError as error:
            self.failed = error.fault
            logger.warning("judge %s failed: %s", self.judge.name, error.fault)
            return None
        if verdict is not None:
            self.verdicts[claim] = {
                "supported": verdict.supported,
                "confidence": verdict.confidence,
                "why": verdict.why,
            }
        return verdict


def recorded(verdicts: Mapping[str, Mapping[str, object]]) -> Opinion:
    """The verdicts that were given then."""

    def opinion(claim: str, _sources: Sequence[str], _question: str) -> Judgement | None:
        row = verdicts.get(claim)
        if row is None:
            return None
        return Judgement(
            supported=bool(row.get("supported")),
            confidence=float(str(row.get("confidence", 0))),
            why=str(row.get("why", "")),
        )

    return opinion


def with_opinion(
    builtin: Grounding, claim: str, sources: Sequence[str], question: str, opinion: Opinion | None
) -> Grounding:
    """The builtin verdict, or the judge's where that may decide."""
    by_score = builtin.reason == "unsupported" and not builtin.detail
    if opinion is None or not sources or (builtin.reason and not by_score):
        return builtin
    verdict = opinion(claim, sources, question)
    if verdict is None or verdict.confidence < _SURE:
        return builtin
    if verdict.supported:
        return replace(builtin, reason="", judged="agrees" if not builtin.reason else "disagrees")
    if builtin.reason:
        return replace(builtin, judged="agrees")
    return replace(builtin, reason="judge", detail=verdict.why, judged="disagrees")
