"""Fit the weights of bots.support on labelled pairs: `python -m evaluation.support_fit FILE…` prints them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from bots.verifying.support import FEATURES, features

Floats = NDArray[np.float64]


def fit(files: Sequence[Path], *, ridge: float = 0.5) -> tuple[Floats, float]:
    """Weights in the order of FEATURES and the bias. Each file and each label counts the same."""
    parts = [_read(path) for path in files]
    x = np.concatenate([part[0] for part in parts])
    y = np.concatenate([part[1] for part in parts])
    weight = np.concatenate([_balance(part[1]) for part in parts])
    design = np.column_stack([x, np.ones(len(x))])
    beta = np.zeros(design.shape[1])
    penalty = ridge * np.eye(len(beta))
    penalty[-1, -1] = 0
    for _ in range(60):  # Newton's method
        p = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (weight * (p - y)) + penalty @ beta
        hessian = (design * (weight * p * (1 - p))[:, None]).T @ design + penalty
        beta -= np.linalg.solve(hessian + 1e-9 * np.eye(len(beta)), gradient)
    return beta[:-1], float(beta[-1])


def _read(path: Path) -> tuple[Floats, Floats]:
    rows = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    x = [features(row["claim"], [row["evidence"]]) for row in rows]
    return np.array(x), np.array([row["label"] == "supported" for row in rows], dtype=float)


def _balance(y: Floats) -> Floats:
    share = y.mean()
    balanced: Floats = np.where(y == 1, 0.5 / share, 0.5 / (1 - share)) * 1000 / len(y)
    return balanced


if __name__ == "__main__":
    weights, bias = fit([Path(name) for name in sys.argv[1:]])
    print(dict(zip(FEATURES, weights.round(2).tolist(), strict=True)), round(bias, 2))  # noqa: T201  a command
