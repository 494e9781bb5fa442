"""The fitted model: features to a probability. Pure, but for reading its file once.

Each member works in two stages. First, gradient-boosted trees (Friedman 2001) say of each passage whether it answers.
Then a logistic regression looks at a passage beside its rivals: it is less sure to answer when others are as good. The
members' mean logit, moved along a line that was fitted on held-out questions, is the number. calibrated.json holds all
of it and says what it was fitted on and how.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from knowledge.confidence.features import RIVALS, SIZE_UNIT
from knowledge.confidence.forest import Forest, plant

_SELF, _NEXT, _REST = "self", "next", "rest"  # logits of the passage, of its best rival, of the rivals' mean
_SIZE = "size"  # log1p(passages of the collection) / SIZE_UNIT
_AROUND = tuple(step / 4 * 0.7 / SIZE_UNIT for step in range(-4, 5))  # from half to twice as many passages
_SURE = 1e-4  # probabilities are kept this far from 0 and 1 before their logit
_SHIPPED = files("knowledge.confidence").joinpath("calibrated.json")


class _Written(TypedDict):
    features: list[str]
    trees: list[list[list[float]]]
    last: dict[str, float]
    bias: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    features: tuple[str, ...]
    forest: Forest
    last: Mapping[str, float]  # weights of the second stage
    bias: float

    def logits(self, passages: Sequence[Mapping[str, float]]) -> list[float]:
        values = np.array([[seen[name] for name in self.features] for seen in passages], dtype=np.float64)
        first = [_logistic(total) for total in self._totals(values)] if passages else []
        return [self._beside(place, passages[place], first) for place in range(len(passages))]

    def _totals(self, values: NDArray[np.float64]) -> list[float]:
        """What the trees say of each passage, as the mean over collections around this one's size. A tree's limit at
        seven passages is an accident of the fit: one more document about something else must move little."""
        if _SIZE not in self.features:
            return list(map(float, self.forest.sums(values)))
        around = np.repeat(values[None, :, :], len(_AROUND), axis=0)
        around[:, :, self.features.index(_SIZE)] += np.array(_AROUND)[:, None]
        sums = self.forest.sums(around.reshape(-1, values.shape[1]))
        return list(map(float, sums.reshape(len(_AROUND), -1).mean(axis=0)))

    def _beside(self, place: int, features: Mapping[str, float], first: Sequence[float]) -> float:
        rivals = sorted((value for number, value in enumerate(first) if number != place), reverse=True)[: RIVALS - 1]
        seen = {
            **features,
            _SELF: _logit(first[place]),
            _NEXT: _logit(rivals[0] if rivals else 0.0),
            _REST: _logit(sum(rivals) / len(rivals) if rivals else 0.0),
        }
        return self.bias + sum(weight * seen[name] for name, weight in self.last.items())


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    members: tuple[Member, ...]
    intercept: float
    slope: float

    @property
    def features(self) -> frozenset[str]:
        return frozenset(name for member in self.members for name in member.features)

    def probabilities(self, passages: Sequence[Mapping[str, float]]) -> list[float]:
        """One for each passage of a question, in [0, 1]."""
        told = [member.logits(passages) for member in self.members]
        means = [sum(logits) / len(logits) for logits in zip(*told, strict=True)]
        return [_logistic(self.intercept + self.slope * mean) for mean in means]


@cache
def shipped_version() -> str:
    """Names the shipped numbers: what corrects one version's probabilities says nothing about another's."""
    return hashlib.sha256(_SHIPPED.read_bytes()).hexdigest()[:12]


@cache
def shipped_about() -> str:
    """What the shipped model was fitted on, and how."""
    return str(json.loads(_SHIPPED.read_text(encoding="utf-8"))["about"])


@cache
def shipped_model(kind: str) -> Model:
    """`kind`: "hybrid", or "words" for a search without vectors."""
    model = json.loads(_SHIPPED.read_text(encoding="utf-8"))[kind]
    return Model(
        members=tuple(map(_member, model["members"])), intercept=float(model["intercept"]), slope=float(model["slope"])
    )


def _member(written: _Written) -> Member:
    return Member(
        features=tuple(written["features"]),
        forest=plant(written["trees"]),
        last=written["last"],
        bias=written["bias"],
    )


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _logit(probability: float) -> float:
    kept = min(max(probability, _SURE), 1 - _SURE)
    return math.log(kept / (1 - kept))
