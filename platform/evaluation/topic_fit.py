"""Fit the weights of bots.topic: `python -m evaluation.topic_fit FILE…` prints them with their cross-validated F1."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from bots.topic import Closeness, features
from ports import get_port
from ports.embedding import Vectors

Floats = NDArray[np.float64]


def examples(rows: Sequence[Mapping[str, object]]) -> Iterator[tuple[int, list[tuple[float, ...]], list[bool]]]:
    """For each dialogue its number, the features of each turn but the first, and whether a topic begins there."""
    for number, row in enumerate(rows):
        texts = turn_texts(row)
        gold = row["boundaries"]
        marks = {int(i) for i in gold} if isinstance(gold, list) else set()
        vectors = get_port("turn_embedder").embed_documents(texts)
        made, labels, since = [], [], 1
        for i in range(1, len(texts)):
            made.append(features(texts[i], texts[:i], closeness_at(vectors, i), since=since))
            labels.append(i in marks)
            since = 1 if i in marks else since + 1
        yield number, made, labels


def turn_texts(row: Mapping[str, object]) -> list[str]:
    turns = row["turns"]
    return [str(turn["text"]) for turn in turns if isinstance(turn, Mapping)] if isinstance(turns, list) else []


def closeness_at(vectors: Vectors, i: int) -> Closeness:
    """Of turn i with those before it."""
    window = vectors[max(0, i - 4) : i].mean(axis=0)
    window = window / (np.linalg.norm(window) + 1e-9)
    near, against = float(vectors[i] @ vectors[i - 1]), float(vectors[i] @ window)
    return Closeness(near=near, window=against, before=float(vectors[i - 1] @ window))


def fit(x: Floats, y: Floats, *, ridge: float = 2.0) -> Floats:
    """Weights in the order of FEATURES, the bias last: logistic regression by Newton's method."""
    design = np.column_stack([x, np.ones(len(x))])
    beta = np.zeros(design.shape[1])
    penalty = ridge * np.eye(len(beta))
    penalty[-1, -1] = 1e-6
    for _ in range(40):
        p = 1 / (1 + np.exp(-design @ beta))
        hessian = (design * (p * (1 - p))[:, None]).T @ design + penalty
        beta -= np.linalg.solve(hessian, design.T @ (p - y) + penalty @ beta)
    return beta


def best_threshold(p: Floats, y: Floats) -> tuple[float, float]:
    """(threshold, F1)"""
    best = (0.5, 0.0)
    for threshold in np.arange(0.05, 0.95, 0.01):
        hits = float(((p >= threshold) & (y == 1)).sum())
        f1 = 2 * hits / max(1.0, float((p >= threshold).sum() + y.sum()))
        best = (float(threshold), f1) if f1 > best[1] else best
    return best


def main(names: Sequence[str]) -> None:
    for name in names:
        rows = [orjson.loads(line) for line in Path(name).read_bytes().splitlines()]
        made = list(examples(rows))
        x = np.array([values for _, part, _ in made for values in part])
        y = np.array([mark for _, _, marks in made for mark in marks], dtype=float)
        fold = np.array([number % 5 for number, part, _ in made for _ in part])
        p = np.zeros(len(y))
        for k in range(5):
            beta = fit(x[fold != k], y[fold != k])
            p[fold == k] = 1 / (1 + np.exp(-np.column_stack([x[fold == k], np.ones((fold == k).sum())]) @ beta))
        base = best_threshold((1 - x[:, 0]) / 2, y), best_threshold((1 - x[:, 1]) / 2, y)
        print(name, "cross-validated", best_threshold(p, y), "cosine drop", base, fit(x, y).round(2).tolist())  # noqa: T201  a command


if __name__ == "__main__":
    import django

    django.setup()
    main(sys.argv[1:])
