"""Each ranked passage with the probability that it answers the question, best first. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.candidates import Vocabulary
from knowledge.confidence.absence import exchanged, read_absence
from knowledge.confidence.calibration import UNSHIFTED, Shift
from knowledge.confidence.features import Background, observe
from knowledge.confidence.model import Model
from knowledge.question import Question
from knowledge.ranking import Ranked

_ABOUT_AS_SURE = 0.8  # of the best passage's probability


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    ranked: Ranked
    confidence: float
    fitted: float  # the same before the tenant's own correction
    sentence: str
    missing: tuple[str, ...]


def judge(
    question: Question,
    ranked: Sequence[Ranked],
    vocabulary: Vocabulary,
    background: Background | None,
    model: Model,
    shift: Shift = UNSHIFTED,
) -> list[Judged]:
    """The order follows the probability: what is shown first is what is compared with the threshold. A document marked
    as overriding goes before others that are about as sure. `shift` is the tenant's own correction."""
    seen = observe(question, ranked, vocabulary, background)
    probabilities = model.probabilities([observed.features for observed in seen])
    sentences = [observed.best.text for observed in seen]
    if readings := read_absence(question.text, ranked, sentences):
        probabilities = [probabilities[place] for place in exchanged(probabilities, readings)]
        sentences = [reading.says or text for reading, text in zip(readings, sentences, strict=True)]
    judged = [
        Judged(
            ranked=item,
            confidence=shift.applied(probability),
            fitted=probability,
            sentence=sentence,
            missing=observed.missing,
        )
        for item, observed, probability, sentence in zip(ranked, seen, probabilities, sentences, strict=False)
    ]
    best = max((item.confidence for item in judged), default=0.0)
    return sorted(judged, key=lambda item: (not _wins(item, best), -item.confidence, -item.ranked.fused))


def _wins(item: Judged, best: float) -> bool:
    return item.ranked.candidate.overrides and item.confidence >= _ABOUT_AS_SURE * best
