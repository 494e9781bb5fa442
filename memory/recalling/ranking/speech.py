"""Signals of a turn of a two-sided dialogue for a question. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.words import concepts

Floats = NDArray[np.float64]

SIGNALS = (
    "words", "cosine", "words_before", "words_after", "cosine_before", "cosine_after", "words_far", "cosine_far",
    "speaker", "other_speaker", "asks", "after_question", "length", "session", "concepts", "rare", "coverage",
    "window", "speaker_words", "dated", "numbers",
)  # fmt: skip
_DATED = re.compile(
    r"\b(?:yesterday|today|tomorrow|ago|last|next|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|january|february|march|april|june|july|august|september|october|november|december)\b|[前昨今明后]天|周|月",
    re.I,
)
_WHEN = re.compile(r"\bwhen\b|\bwhat (?:date|day|time|year|month)\b|\bhow long\b|什么时候|哪天|几号|多久", re.I)
_COUNTS = re.compile(r"\bhow (?:many|much|old|often)\b|几|多少", re.I)


class Spoken(Protocol):
    @property
    def session(self) -> str: ...
    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def seq(self) -> int: ...


def signals(
    question: str,
    turns: Sequence[Spoken],
    *,
    words: Floats,
    cosine: Floats,
    idf: Mapping[str, float],
    documents: Sequence[Sequence[str]],
) -> Floats:
    """float64, shape (turns, SIGNALS)."""
    w, c = _z(words), _z(cosine)
    both = w + c
    named = np.array([_named(turn.speaker, question) for turn in turns], float)
    somebody = float(named.any())
    asked = np.array([turn.text.rstrip().endswith(("?", "？")) for turn in turns], float)
    wanted = _terms_of(question, idf)
    shared = [wanted & set(document) for document in documents]
    total = sum(idf.get(t, 0.0) for t in wanted) or 1.0
    about = concepts(question)
    columns = {
        "words": w,
        "cosine": c,
        "words_before": _shift(w, turns, 1),
        "words_after": _shift(w, turns, -1),
        "cosine_before": _shift(c, turns, 1),
        "cosine_after": _shift(c, turns, -1),
        "words_far": _shift(w, turns, 2) + _shift(w, turns, -2),
        "cosine_far": _shift(c, turns, 2) + _shift(c, turns, -2),
        "speaker": named,
        "other_speaker": somebody * (1 - named),
        "asks": asked,
        "after_question": _shift(asked, turns, 1),
        "length": np.array([np.log1p(len(document)) for document in documents]),
        "session": _session_best(both, turns),
        "concepts": np.array([len(about & concepts(turn.text)) if about else 0 for turn in turns], float) / 3,
        "rare": np.array([max((idf[t] for t in s), default=0.0) for s in shared]) / 5,
        "coverage": np.array([sum(idf[t] for t in s) for s in shared]) / total,
        "window": _window_coverage(shared, turns, idf) / total,
        "speaker_words": named * w,
        "dated": _holding(_DATED, turns) if _WHEN.search(question) else np.zeros(len(turns)),
        "numbers": _holding(_DIGIT, turns) if _COUNTS.search(question) else np.zeros(len(turns)),
    }
    return np.stack([columns[name] for name in SIGNALS], axis=1)


_DIGIT = re.compile(r"\d")


def _holding(pattern: re.Pattern[str], turns: Sequence[Spoken]) -> Floats:
    return np.array([pattern.search(turn.text) is not None for turn in turns], float)


def _terms_of(question: str, idf: Mapping[str, float]) -> set[str]:
    from memory.words import terms  # noqa: PLC0415  keeps the signature of signals free of it

    return {t for t in terms(question) if t in idf}


def _named(speaker: str, question: str) -> bool:
    return bool(speaker) and re.search(rf"(?<!\w){re.escape(speaker.lower())}(?!\w)", question.lower()) is not None


def _z(values: Floats) -> Floats:
    spread = float(values.std()) if values.size else 0.0
    out: Floats = (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)
    return out


def _shift(values: Floats, turns: Sequence[Spoken], step: int) -> Floats:
    """The value of the turn `step` before (negative: after), within the session."""
    out = np.zeros_like(values)
    for i in range(len(values)):
        j = i - step
        if 0 <= j < len(values) and beside(turns[i], turns[j], step):
            out[i] = values[j]
    return out


def beside(turn: Spoken, other: Spoken, step: int) -> bool:
    """Was `other` said `step` turns before? The turns between two candidates may not be candidates themselves."""
    return turn.session == other.session and turn.seq - other.seq == step


def _session_best(values: Floats, turns: Sequence[Spoken]) -> Floats:
    best: dict[str, list[float]] = {}
    for value, turn in zip(values, turns, strict=True):
        best.setdefault(turn.session, []).append(float(value))
    top = {name: float(np.mean(sorted(v, reverse=True)[:3])) for name, v in best.items()}
    return np.array([top[turn.session] for turn in turns])


def _window_coverage(shared: Sequence[set[str]], turns: Sequence[Spoken], idf: Mapping[str, float]) -> Floats:
    """How much of the question a turn and its neighbours cover together."""
    out = np.zeros(len(shared))
    for i in range(len(shared)):
        near = [shared[j] for j in (i - 1, i, i + 1) if 0 <= j < len(shared) and beside(turns[i], turns[j], i - j)]
        out[i] = sum(idf[t] for t in set().union(*near))
    return out
