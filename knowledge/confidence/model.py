"""The fitted model: features to a probability. Pure, but for reading its file once.

Gradient-boosted trees (Friedman 2001) with monotone constraints: more shared words never lower the probability.
calibrated.json holds the trees and says what they were fitted on and how.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Tree = Sequence[tuple[int, float, int, int]]  # nodes (feature, limit, left, right); a leaf is (-1, value, 0, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    features: tuple[str, ...]
    trees: tuple[Tree, ...]
    slope: float  # of the last, logistic calibration
    shift: float

    def probability(self, features: Mapping[str, float]) -> float:
        values = [features[name] for name in self.features]
        total = self.slope * sum(_leaf(tree, values) for tree in self.trees) + self.shift
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def shipped_model(kind: str) -> Model:
    """`kind`: "hybrid", or "words" for a search without vectors."""
    raw = json.loads(files("knowledge.confidence").joinpath("calibrated.json").read_text(encoding="utf-8"))
    model = raw[kind]
    return Model(
        features=tuple(model["features"]),
        trees=tuple(tuple(tuple(node) for node in tree) for tree in model["trees"]),
        slope=model["slope"],
        shift=model["shift"],
    )


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    """A value at the limit goes left."""
    feature, limit, left, right = tree[0]
    while feature >= 0:
        feature, limit, left, right = tree[left if values[feature] <= limit else right]
    return limit
