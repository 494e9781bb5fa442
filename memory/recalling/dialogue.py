"""Rank the turns of a whole dialogue of two speakers for a question: words and vectors, neighbours, the speaker named.

The answer to a question stands beside it, so each turn is judged with its neighbours; and what somebody did is told by
the one whom the question names. The weights were fitted over dialogues (weights.py: SPEECH).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.recalling.bm25 import bm25, inverse_frequencies
from memory.recalling.speech import SIGNALS, signals
from memory.recalling.weights import SPEECH
from memory.words import plain, terms
from ports import get_port

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueTurn:
    key: str
    session: str
    speaker: str
    text: str
    at: datetime


class Dialogue:
    """Turns in order, embedded and indexed once."""

    def __init__(self, turns: Sequence[DialogueTurn]) -> None:
        self.turns = tuple(turns)
        self.terms = [terms(turn.text) for turn in turns]
        self.idf = inverse_frequencies(self.terms)
        self.vectors = get_port("turn_embedder").embed_documents([plain(turn.text) for turn in turns])


def rank_dialogue(dialogue: Dialogue, question: str) -> tuple[list[str], float]:
    """Keys of the turns, best first, and the milliseconds that embedding took."""
    begun = time.perf_counter()
    vector = get_port("turn_embedder").embed_queries([plain(question)])[0]
    embed_ms = (time.perf_counter() - begun) * 1000
    cosine = (dialogue.vectors @ vector).astype(float)
    words = bm25(terms(question), dialogue.terms, dialogue.idf)
    table = signals(question, dialogue.turns, words=words, cosine=cosine, idf=dialogue.idf, documents=dialogue.terms)
    scores = table @ np.array([SPEECH.get(name, 0.0) for name in SIGNALS])
    return [dialogue.turns[i].key for i in np.argsort(-scores, kind="stable")], embed_ms


__all__ = ["Dialogue", "DialogueTurn", "rank_dialogue"]
