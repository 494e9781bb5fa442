"""The one sentence of a passage that says most about a question. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.terms import terms_of
from language.sentences import split_sentences


@dataclass(frozen=True, kw_only=True, slots=True)
class BestSentence:
    text: str
    window: str  # with the sentences beside it
    covered: float  # share of the question's word weight, in [0, 1]


def best_sentence(text: str, worth: Mapping[str, float]) -> BestSentence:
    """`worth`: what each of the question's terms weighs."""
    sentences = [sentence for sentence in split_sentences(text) if sentence.strip()] or [text]
    total = sum(worth.values()) or 1.0
    covered = [sum(worth[term] for term in set(terms_of(sentence)) if term in worth) / total for sentence in sentences]
    best = max(range(len(sentences)), key=lambda place: (covered[place], -place))
    return BestSentence(text=sentences[best].strip(), window=_window(sentences, best), covered=covered[best])


def _window(sentences: Sequence[str], best: int) -> str:
    return " ".join(sentence.strip() for sentence in sentences[max(0, best - 1) : best + 2])
