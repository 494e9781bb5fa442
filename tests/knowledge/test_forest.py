from __future__ import annotations

import numpy as np

from knowledge.confidence.forest import plant

STUMP = [[0, 0.5, 1, 2], [-1, 1.0, 0, 0], [-1, 2.0, 0, 0]]
DEEP = [[1, 3.0, 1, 2], [-1, 10.0, 0, 0], [0, 0.2, 3, 4], [-1, 20.0, 0, 0], [-1, 30.0, 0, 0]]


def test_each_passage_comes_to_one_leaf_of_each_tree() -> None:
    forest = plant([STUMP, DEEP])
    values = np.array([[0.1, 1.0], [0.1, 4.0], [0.9, 4.0]])
    assert forest.sums(values).tolist() == [11.0, 21.0, 32.0]


def test_a_value_at_the_limit_goes_left() -> None:
    assert plant([STUMP]).sums(np.array([[0.5, 0.0]])).tolist() == [1.0]
