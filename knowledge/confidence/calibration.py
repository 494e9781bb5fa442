"""A tenant's own correction of the shipped probability: one line through the logits. Pure.

Platt 1999, "Probabilistic Outputs for Support Vector Machines", with a prior: few marks move the line little from where
it does nothing. The slope stays above 0, so the order of passages never changes, only how sure the number says to be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_SURE = 1e-4  # probabilities are kept this far from 0 and 1 before their logit
_PRIOR = 4.0  # what the prior weighs, in marks or so
_FLATTEST = 0.1
_STEPS = 50
_FOLDS = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Shift:
    """logit(p) becomes intercept + slope * logit(p)."""

    intercept: float = 0.0
    slope: float = 1.0

    def applied(self, probability: float) -> float:
        if self == UNSHIFTED:
            return probability
        return 1 / (1 + math.exp(-self.intercept - self.slope * _logit(probability)))


UNSHIFTED = Shift()


def fit_shift(probabilities: Sequence[float], right: Sequence[bool]) -> Shift:
    """The most probable line given the marks, by Newton's method."""
    seen = np.array([[1.0, _logit(value)] for value in probabilities]).reshape(-1, 2)
    marks = np.array(right, dtype=np.float64)
    line = np.array([0.0, 1.0])
    for _ in range(_STEPS):
        said = _logistic(seen @ line)
        slope = seen.T @ (said - marks) + _PRIOR * (line - np.array([0.0, 1.0]))
        bend = (seen * (said * (1 - said))[:, None]).T @ seen + _PRIOR * np.eye(2)
        step = np.linalg.solve(bend, slope)
        line = line - np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max()) < 1e-9:
            break
    return Shift(intercept=round(float(line[0]), 5), slope=round(max(float(line[1]), _FLATTEST), 5))


def held_out(probabilities: Sequence[float], right: Sequence[bool]) -> list[float]:
    """Each probability after a shift fitted on the marks of the other folds: what a shift is worth on what it has not
    seen. Every fifth mark is in one fold."""
    kept = [0.0] * len(probabilities)
    for fold in range(_FOLDS):
        others = [place for place in range(len(right)) if place % _FOLDS != fold]
        shift = fit_shift([probabilities[place] for place in others], [right[place] for place in others])
        for place in range(fold, len(right), _FOLDS):
            kept[place] = shift.applied(probabilities[place])
    return kept


def log_loss(probabilities: Sequence[float], right: Sequence[bool]) -> float:
    """Mean, in nats; lower is better."""
    kept = [min(max(value, _SURE), 1 - _SURE) for value in probabilities]
    return -sum(math.log(p if mark else 1 - p) for p, mark in zip(kept, right, strict=True)) / max(len(kept), 1)


def _logit(probability: float) -> float:
    kept = min(max(probability, _SURE), 1 - _SURE)
    return math.log(kept / (1 - kept))


def _logistic(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-values))
