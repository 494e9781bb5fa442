"""The fitted model: features to a probability. Pure, but for reading its file once.

A logistic regression over the features and products of some, fitted by `manage.py fit_confidence`; calibrated.json
holds its weights and says what it was fitted on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    bias: float
    weights: Mapping[str, float]  # of features, and of products written "a*b"

    def probability(self, features: Mapping[str, float]) -> float:
        total = self.bias + sum(weight * _value(name, features) for name, weight in self.weights.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def shipped_model(kind: str) -> Model:
    """`kind`: "hybrid", or "words" for a search without vectors."""
    raw = json.loads(files("knowledge.confidence").joinpath("calibrated.json").read_text(encoding="utf-8"))
    return read_model(raw[kind])


def read_model(raw: Mapping[str, object]) -> Model:
    weights, bias = raw["weights"], raw["bias"]
    if not isinstance(weights, dict) or not isinstance(bias, int | float):
        raise TypeError("a confidence model has a bias and weights")
    return Model(bias=float(bias), weights={str(name): float(weight) for name, weight in weights.items()})


def _value(name: str, features: Mapping[str, float]) -> float:
    product = 1.0
    for part in name.split("*"):
        product *= features[part]
    return product
