"""Gradient-boosted trees as arrays: all trees over all passages at once. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Node = Sequence[float]  # (feature, limit, left, right); a leaf is (-1, value, 0, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Forest:
    """Each of shape (trees, nodes); shorter trees are filled up with leaves that nothing reaches."""

    feature: NDArray[np.intp]
    limit: NDArray[np.float64]  # of a leaf: its value
    left: NDArray[np.intp]
    right: NDArray[np.intp]

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """`values` of shape (passages, features); the sum of the leaves that each passage comes to, shape (passages,).
        A value at the limit goes left."""
        trees = np.arange(len(self.feature))[None, :]
        rows = np.arange(len(values))[:, None]
        place = np.zeros((len(values), len(self.feature)), dtype=np.intp)
        while True:
            feature = self.feature[trees, place]
            inner = feature >= 0
            if not inner.any():
                told: NDArray[np.float64] = self.limit[trees, place].sum(axis=1)
                return told
            goes_left = values[rows, feature] <= self.limit[trees, place]
            onward = np.where(goes_left, self.left[trees, place], self.right[trees, place])
            place = np.where(inner, onward, place)


def plant(written: Sequence[Sequence[Node]]) -> Forest:
    """From lists of nodes, the first of each the root."""
    most = max(map(len, written))
    nodes = np.array([[*tree, *[(-1.0, 0.0, 0.0, 0.0)] * (most - len(tree))] for tree in written], dtype=np.float64)
    return Forest(
        feature=nodes[:, :, 0].astype(np.intp),
        limit=nodes[:, :, 1],
        left=nodes[:, :, 2].astype(np.intp),
        right=nodes[:, :, 3].astype(np.intp),
    )
