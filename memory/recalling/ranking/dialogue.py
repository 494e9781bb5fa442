"""Rank the turns of a talk of several named people for a question: words and vectors, neighbours, the speaker named.

The answer to a question stands beside it, so each turn is judged with its neighbours; and what somebody did is told by
the one whom the question names. The weights were fitted over dialogues (weights.py: SPEECH).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.recalling.ranking.bm25 import bm25, inverse_frequencies
from memory.recalling.ranking.speech import SIGNALS, signals
from memory.recalling.ranking.weights import SPEECH
from memory.words import terms

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueTurn:
    key: str
    session: str
    seq: int
    speaker: str
    text: str


def rank_dialogue(question: str, turns: Sequence[DialogueTurn], cosine: Floats) -> list[tuple[str, float]]:
    """Keys and scores, best first. `turns` in the order they were said; `cosine` of the question with each of them."""
    if not turns:
        return []
    documents = [terms(turn.text) for turn in turns]
    idf = inverse_frequencies(documents)
    words = bm25(terms(question), documents, idf)
    table = signals(question, turns, words=words, cosine=cosine, idf=idf, documents=documents)
    scores = table @ np.array([SPEECH.get(name, 0.0) for name in SIGNALS])
    return [(turns[i].key, float(scores[i])) for i in np.argsort(-scores, kind="stable")]


__all__ = ["DialogueTurn", "rank_dialogue"]
