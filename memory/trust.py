"""How sure we may be that the best line answers the question: a fitted probability."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memory.question import QuestionReading
from memory.ranking import FEATURES, Ranked

_TAKEN = ("coverage", "concept_best", "rare", "kind", "cosine", "bm25")
TRUST: dict[str, float] = {"bias": -2.0, "score": 0.4, "coverage": 2.0, "kind": 1.0}


def trust(question: QuestionReading, ranked: Sequence[Ranked]) -> float:
    """Probability in [0, 1]."""
    if not ranked:
        return 0.0
    inputs = signals(question, ranked)
    total = sum(TRUST.get(name, 0.0) * value for name, value in inputs.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def signals(question: QuestionReading, ranked: Sequence[Ranked]) -> dict[str, float]:
    best = ranked[0]
    out = {"bias": 1.0, "score": best.score, "share": best.share}
    out["margin"] = best.score - ranked[1].score if len(ranked) > 1 else 3.0
    for name in _TAKEN:
        out[name] = float(best.features[FEATURES.index(name)])
    return out
