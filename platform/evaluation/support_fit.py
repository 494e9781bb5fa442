"""Fit the weights of bots.support on labelled pairs: `python -m evaluation.support_fit FILE[:WEIGHT]…` prints them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from bots.verifying.support import FEATURES, features

Floats = NDArray[np.float64]


def fit(files: Sequence[str], *, ridge: float = 0.5) -> tuple[Floats, float]:
    """Weights in the order of FEATURES and the bias. Each label of a file counts the same, and each file as its weight
    says: what people wrote freely is worth more than what was made by editing."""
    named = [name.partition(":") for name in files]
    parts = [_read(Path(path)) for path, _, _ in named]
    shares = [float(share or 1) for _, _, share in named]
    x = np.concatenate([part[0] for part in parts])
    y = np.concatenate([part[1] for part in parts])
    weight = np.concatenate([_balance(part[1]) * share for part, share in zip(parts, shares, strict=True)])
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
    weights, bias = fit(sys.argv[1:])
    print(dict(zip(FEATURES, weights.round(2).tolist(), strict=True)), round(bias, 2))  # noqa: T201  a command
