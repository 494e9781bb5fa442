"""What each confidence threshold would answer, decline and get wrong. Pure.

Selective answering after El-Yaniv and Wiener 2010, "On the Foundations of Noise-free Selective Classification"; the
area under the risk-coverage curve after Geifman and El-Yaniv 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WANTED_PRECISION = 0.9


@dataclass(frozen=True, kw_only=True, slots=True)
class Graded:
    """A question with what its best passage was worth."""

    confidence: float
    right: bool  # the best passage answers it
    answerable: bool = True  # some passage does


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    threshold: float
    answered: int
    right: int  # of those answered
    wrong: int
    declined_right: int  # unanswerable and declined
    declined_wrong: int  # answerable and declined

    @property
    def precision(self) -> float:
        """Right among answered; 1 when nothing is answered."""
        return self.right / self.answered if self.answered else 1.0


def curve(graded: Sequence[Graded], *, steps: int = 100) -> tuple[Point, ...]:
    """From threshold 0 to 1."""
    return tuple(point_at(graded, step / steps) for step in range(steps + 1))


def point_at(graded: Sequence[Graded], threshold: float) -> Point:
    answered = [item for item in graded if item.confidence >= threshold]
    declined = [item for item in graded if item.confidence < threshold]
    right = sum(item.right for item in answered)
    return Point(
        threshold=threshold,
        answered=len(answered),
        right=right,
        wrong=len(answered) - right,
        declined_right=sum(not item.answerable for item in declined),
        declined_wrong=sum(item.answerable for item in declined),
    )


def suggest(graded: Sequence[Graded], *, precision: float = WANTED_PRECISION) -> float:
    """The threshold that answers most while right at least so often; else the one that is right most often among
    those that still answer a twentieth. Halfway to the next lower confidence, so that it is no item's own number."""
    confidences = sorted({item.confidence for item in graded}, reverse=True)
    if not confidences:
        return 0.5
    points = [point_at(graded, confidence) for confidence in confidences]
    good = [point for point in points if point.precision >= precision and point.answered]
    enough = [point for point in points if point.answered * 20 >= len(graded)]
    best = max(good, key=lambda point: point.answered) if good else None
    if best is None or best.answered * 20 < len(graded):
        best = max(enough or points, key=lambda point: (point.precision, point.answered))
    lower = [confidence for confidence in confidences if confidence < best.threshold]
    return round((best.threshold + (lower[0] if lower else 0.0)) / 2, 4)


def risk_coverage_area(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Mean risk over all coverages, answering the surest first; lower is better."""
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    wrong, area = 0, 0.0
    for answered, place in enumerate(order, start=1):
        wrong += not right[place]
        area += wrong / answered
    return area / len(order) if order else 0.0


def calibration_error(probabilities: Sequence[float], right: Sequence[bool], *, bins: int = 10) -> float:
    """Expected calibration error, equal-width bins (Naeini et al. 2015)."""
    total = 0.0
    for number in range(bins):
        places = [place for place, value in enumerate(probabilities) if min(int(value * bins), bins - 1) == number]
        if places:
            said = sum(probabilities[place] for place in places)
            held = sum(right[place] for place in places)
            total += abs(said - held)
    return total / len(probabilities) if probabilities else 0.0
