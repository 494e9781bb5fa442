"""Each ranked passage with the probability that it answers the question, best first. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.candidates import Vocabulary
from knowledge.confidence.features import Background, observe
from knowledge.confidence.model import Model
from knowledge.question import Question
from knowledge.ranking import Ranked


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    ranked: Ranked
    confidence: float
    sentence: str
    missing: tuple[str, ...]


def judge(
    question: Question,
    ranked: Sequence[Ranked],
    vocabulary: Vocabulary,
    background: Background | None,
    model: Model,
) -> list[Judged]:
    """The order follows the probability: what is shown first is what is compared with the threshold."""
    seen = observe(question, ranked, vocabulary, background)
    judged = [
        Judged(
            ranked=item,
            confidence=model.probability(observed.features),
            sentence=observed.best.text,
            missing=observed.missing,
        )
        for item, observed in zip(ranked, seen, strict=False)
    ]
    return sorted(judged, key=lambda item: (-item.confidence, -item.ranked.fused))
