"""Candidates with both scores, best first. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.candidates import Candidate, Vocabulary
from knowledge.fusion import fused_score, word_score
from knowledge.question import Question


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    candidate: Candidate
    words: float
    cosine: float
    fused: float


def rank(candidates: Sequence[Candidate], question: Question, vocabulary: Vocabulary, space: str) -> list[Ranked]:
    """`space` is "" when there was no vector search. A passage that only words brought gets the weakest cosine seen."""
    seen = [candidate.cosine for candidate in candidates if candidate.cosine is not None]
    weakest = min(seen, default=0.0)
    ranked = [_ranked(candidate, question, vocabulary, space, weakest) for candidate in candidates]
    return sorted(ranked, key=lambda item: (-item.fused, str(item.candidate.chunk_id)))


def _ranked(candidate: Candidate, question: Question, vocabulary: Vocabulary, space: str, weakest: float) -> Ranked:
    words = word_score(candidate, question.weights, vocabulary)
    cosine = candidate.cosine if candidate.cosine is not None else weakest
    fused = fused_score(words=words, cosine=cosine, space=space) if space else words
    return Ranked(candidate=candidate, words=words, cosine=cosine, fused=fused)
