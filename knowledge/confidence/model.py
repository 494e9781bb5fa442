"""The fitted model: features to a probability, in two stages. Pure, but for reading its file once.

First, gradient-boosted trees (Friedman 2001) say of each passage whether it answers; this orders the passages. Then a
logistic regression looks at the best passage beside its rivals: a passage is less sure to answer when others are as
good, and this is what calibrates the number. calibrated.json holds both and says what they were fitted on and how.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Tree = Sequence[tuple[int, float, int, int]]  # nodes (feature, limit, left, right); a leaf is (-1, value, 0, 0)
_SELF, _NEXT, _REST = "self", "next", "rest"  # logits of the passage, of its best rival, of the rivals' mean
_SURE = 1e-4  # probabilities are kept this far from 0 and 1 before their logit
_SHIPPED = files("knowledge.confidence").joinpath("calibrated.json")
_RIVALS = 6  # passages that were looked at together when the model was fitted


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    features: tuple[str, ...]
    trees: tuple[Tree, ...]
    last: Mapping[str, float]  # weights of the last stage
    bias: float

    def probabilities(self, passages: Sequence[Mapping[str, float]]) -> list[float]:
        """One for each passage of a question, in [0, 1]."""
        first = [_logistic(sum(_leaf(tree, self._values(seen)) for tree in self.trees)) for seen in passages]
        return [self._calibrated(place, passages[place], first) for place in range(len(passages))]

    def _values(self, features: Mapping[str, float]) -> list[float]:
        return [features[name] for name in self.features]

    def _calibrated(self, place: int, features: Mapping[str, float], first: Sequence[float]) -> float:
        rivals = sorted((value for number, value in enumerate(first) if number != place), reverse=True)[: _RIVALS - 1]
        seen = {
            **features,
            _SELF: _logit(first[place]),
            _NEXT: _logit(rivals[0] if rivals else 0.0),
            _REST: _logit(sum(rivals) / len(rivals) if rivals else 0.0),
        }
        return _logistic(self.bias + sum(weight * seen[name] for name, weight in self.last.items()))


@cache
def shipped_version() -> str:
    """Names the shipped numbers: what corrects one version's probabilities says nothing about another's."""
    return hashlib.sha256(_SHIPPED.read_bytes()).hexdigest()[:12]


@cache
def shipped_model(kind: str) -> Model:
    """`kind`: "hybrid", or "words" for a search without vectors."""
    raw = json.loads(_SHIPPED.read_text(encoding="utf-8"))
    model = raw[kind]
    return Model(
        features=tuple(model["features"]),
        trees=tuple(tuple(tuple(node) for node in tree) for tree in model["trees"]),
        last=model["last"],
        bias=model["bias"],
    )


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    """A value at the limit goes left."""
    feature, limit, left, right = tree[0]
    while feature >= 0:
        feature, limit, left, right = tree[left if values[feature] <= limit else right]
    return limit


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _logit(probability: float) -> float:
    kept = min(max(probability, _SURE), 1 - _SURE)
    return math.log(kept / (1 - kept))
