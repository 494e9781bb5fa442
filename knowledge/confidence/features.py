"""What can be seen of a question and a passage, as numbers. Pure.

Each feature means the same whatever the number of passages and the embedder's habits: cosines are told against the
tenant's own passages (a background sample), words against the weight of the question's own words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.candidates import Vocabulary
from knowledge.confidence.expectation import VALUES, Expected, held_values
from knowledge.confidence.sentences import BestSentence, best_sentence
from knowledge.question import Question
from knowledge.ranking import Ranked

SEEN = 10  # passages looked at together
_TYPED = VALUES | {Expected.PERSON, Expected.PLACE, Expected.REASON}


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """How near the question is to passages at large: mean and deviation of its cosines with a sample of them."""

    mean: float
    deviation: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Observed:
    features: Mapping[str, float]
    best: BestSentence
    missing: tuple[str, ...]  # what the question names and the passage lacks


def observe(
    question: Question, ranked: Sequence[Ranked], vocabulary: Vocabulary, background: Background | None
) -> list[Observed]:
    """One for each of the first SEEN passages, in order."""
    top = ranked[:SEEN]
    worth = {term: vocabulary.idf(term) for term in question.terms}
    asked = set(held_values(question.expects, question.text))
    held = [set(held_values(question.expects, _whole(item))) - asked for item in top]
    return [_observe(question, top, place, worth, held, asked, background) for place in range(len(top))]


def _observe(
    question: Question,
    top: Sequence[Ranked],
    place: int,
    worth: Mapping[str, float],
    held: Sequence[set[str]],
    asked: set[str],
    background: Background | None,
) -> Observed:
    item = top[place]
    best = best_sentence(item.candidate.text, worth)
    whole = _whole(item).lower()
    missing = tuple(name for name in question.names if name not in whole)
    features = {
        **_scores(item, top, place, background),
        **_words(item, question, worth, best, missing),
        **_kinds(question, best, held, place, asked),
    }
    return Observed(features=features, best=best, missing=missing)


def _scores(item: Ranked, top: Sequence[Ranked], place: int, background: Background | None) -> dict[str, float]:
    others = [other for number, other in enumerate(top) if number != place]
    mean, deviation = (background.mean, background.deviation) if background else (item.cosine, 1.0)
    near = (item.cosine - mean) / max(deviation, 1e-3)
    unit = max(deviation, 1e-3)
    rest = others[:9]
    return {
        "words": item.words,
        "near": near / 4,
        "both": item.words * near / 4,
        "near_lead": (item.cosine - max((other.cosine for other in others), default=mean)) / unit,
        "near_above": (item.cosine - _mean([other.cosine for other in rest], mean)) / unit,
        "words_lead": item.words - max((other.words for other in others), default=0.0),
        "words_above": item.words - _mean([other.words for other in rest], 0.0),
        "first": float(place == 0),
    }


def _words(
    item: Ranked, question: Question, worth: Mapping[str, float], best: BestSentence, missing: Sequence[str]
) -> dict[str, float]:
    total = sum(worth.values()) or 1.0
    lacking = [weight for term, weight in worth.items() if term not in item.candidate.counts]
    return {
        "covered": 1 - sum(lacking) / total,
        "covered_sentence": best.covered,
        "lacks_rarest": max(lacking, default=0.0) / (max(worth.values(), default=0.0) or 1.0),
        "names": float(bool(question.names)),
        "names_missing": len(missing) / len(question.names) if question.names else 0.0,
        "question_length": math.log1p(len(question.terms)) / 3,
        "passage_length": math.log1p(item.candidate.length) / 6,
        "cjk": float(any("\u3400" <= letter <= "\u9fff" for letter in question.text)),
    }


def _kinds(
    question: Question, best: BestSentence, held: Sequence[set[str]], place: int, asked: set[str]
) -> dict[str, float]:
    """Whether the passage holds the kind of thing asked for, and whether other passages say the same."""
    typed = question.expects in _TYPED
    near = set(held_values(question.expects, best.window)) - asked if typed else set()
    told = near or held[place] if typed else set()
    agree = max((sum(value in other for n, other in enumerate(held) if n != place) for value in told), default=0)
    return {
        "typed": float(typed),
        "value_asked": float(question.expects in VALUES),
        "kind_in_sentence": float(bool(near)),
        "kind_absent": float(typed and not held[place]),
        "agreed": min(agree, 4) / 4 if question.expects is not Expected.REASON else 0.0,
        "whether": float(question.expects is Expected.WHETHER),
        "way": float(question.expects in {Expected.WAY, Expected.REASON}),
        "person": float(question.expects is Expected.PERSON),
    }


def _whole(item: Ranked) -> str:
    return f"{item.candidate.title}\n{item.candidate.heading}\n{item.candidate.text}"


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default
