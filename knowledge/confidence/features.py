"""What can be seen of a question and a passage, as numbers. Pure.

Cosines are told against the tenant's own passages (a background sample), words against the weight of the question's
own words: then a number means much the same in every collection.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.candidates import Vocabulary
from knowledge.confidence.expectation import VALUES, Expected, held_values
from knowledge.confidence.sentences import BestSentence, best_sentence
from knowledge.confidence.wording import lacking, number_mismatch, sentence_wording
from knowledge.question import Question
from knowledge.ranking import Ranked
from knowledge.terms import terms_of

SEEN = 10  # passages looked at together
RIVALS = 6  # of them that the model was fitted on
SIZE_UNIT = 12
_TYPED = VALUES | {Expected.PERSON, Expected.PLACE, Expected.REASON}
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """How near the question is to passages at large: mean and deviation of its cosines with a sample of the tenant's
    own, and with everyday sentences, which are the same in every collection."""

    mean: float
    deviation: float
    everyday_mean: float
    everyday_deviation: float
    everyday_nearest: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Observed:
    features: Mapping[str, float]
    best: BestSentence
    missing: tuple[str, ...]  # what the question names and the passage lacks


@dataclass(frozen=True, kw_only=True, slots=True)
class _Scene:
    """A question among its first passages."""

    question: Question
    top: Sequence[Ranked]
    worth: Mapping[str, float]  # of each of the question's terms
    asked: frozenset[str]  # values of the expected kind that the question itself holds
    held: Sequence[frozenset[str]]  # and that each passage holds beyond them
    background: Background | None
    chunks: int
    reading: Sequence[str]  # the question's terms in reading order, with repeats


def observe(
    question: Question, ranked: Sequence[Ranked], vocabulary: Vocabulary, background: Background | None
) -> list[Observed]:
    """One for each of the first SEEN passages, in order."""
    top = ranked[:SEEN]
    asked = frozenset(held_values(question.expects, question.text))
    scene = _Scene(
        question=question,
        top=top,
        worth={term: vocabulary.idf(term) * question.weights.get(term, 1.0) for term in question.terms},
        asked=asked,
        held=[frozenset(held_values(question.expects, _whole(item))) - asked for item in top],
        background=background,
        chunks=vocabulary.chunks,
        reading=terms_of(question.text),
    )
    return [_observe(scene, place) for place in range(len(top))]


def _observe(scene: _Scene, place: int) -> Observed:
    item = scene.top[place]
    best = best_sentence(item.candidate.text, scene.worth)
    whole = _whole(item).lower()
    missing = tuple(name for name in scene.question.names if name not in whole)
    features = {
        **_scores(scene, place),
        **_beside_rivals(scene, place),
        **_words(scene, item, best, missing),
        **lacking(scene.worth, item.candidate.counts),
        **sentence_wording(best.text, scene.reading, scene.worth),
        **number_mismatch(scene.question.text, whole),
        "q_len": math.log1p(len(scene.question.text)),
        "p_len": math.log1p(item.candidate.length),
        **_kinds(scene, place, best),
    }
    return Observed(features=features, best=best, missing=missing)


def _scores(scene: _Scene, place: int) -> dict[str, float]:
    item = scene.top[place]
    others = [other for number, other in enumerate(scene.top) if number != place]
    mean, deviation = (scene.background.mean, scene.background.deviation) if scene.background else (item.cosine, 1.0)
    unit = max(deviation, 1e-3)
    near = (item.cosine - mean) / unit / 4
    return {
        "words": item.words,
        "near": near,
        "both": item.words * near,
        "cosine": item.cosine if scene.background else 0.0,
        **_beside_everyday(item.cosine, scene.background),
        "near_lead": (item.cosine - max((other.cosine for other in others), default=mean)) / unit,
        "near_above": (item.cosine - _mean([other.cosine for other in others], mean)) / unit,
        "words_lead": item.words - max((other.words for other in others), default=0.0),
        "words_above": item.words - _mean([other.words for other in others], 0.0),
        "size": math.log1p(scene.chunks) / SIZE_UNIT,
    }


def _beside_everyday(cosine: float, background: Background | None) -> dict[str, float]:
    if background is None:
        return {"near_n": 0.0, "near_nx": 0.0}
    unit = max(background.everyday_deviation, 1e-3)
    return {
        "near_n": (cosine - background.everyday_mean) / unit / 4,
        "near_nx": cosine - background.everyday_nearest,
    }


def _beside_rivals(scene: _Scene, place: int) -> dict[str, float]:
    item, rivals = scene.top[place], scene.top[:RIVALS]
    others = [other.fused for number, other in enumerate(rivals) if number != place]
    return {
        "fused": item.fused,
        "fused_lead": item.fused - max(others, default=item.fused - 1),
        "rel_words": item.words / max(*(other.words for other in rivals), 0.05),
    }


def _words(scene: _Scene, item: Ranked, best: BestSentence, missing: Sequence[str]) -> dict[str, float]:
    total = sum(scene.worth.values()) or 1.0
    lacking = [weight for term, weight in scene.worth.items() if term not in item.candidate.counts]
    names = scene.question.names
    return {
        "covered": 1 - sum(lacking) / total,
        "covered_sentence": best.covered,
        "lacks_rarest": max(lacking, default=0.0) / (max(scene.worth.values(), default=0.0) or 1.0),
        "names_missing": len(missing) / len(names) if names else 0.0,
        "pointer": float(_points_elsewhere(best.text)),
    }


def _kinds(scene: _Scene, place: int, best: BestSentence) -> dict[str, float]:
    """Whether the passage holds the kind of thing asked for, and whether other passages say the same."""
    expects = scene.question.expects
    typed = expects in _TYPED
    near = frozenset(held_values(expects, best.window)) - scene.asked if typed else frozenset()
    told = near or scene.held[place] if typed else frozenset()
    agree = max((_holding(scene, place, value) for value in told), default=0)
    return {
        "typed": float(typed),
        "value_asked": float(expects in VALUES),
        "kind_in_sentence": float(bool(near)),
        "kind_absent": float(typed and not scene.held[place]),
        "agreed": min(agree, 4) / 4 if expects is not Expected.REASON else 0.0,
        "whether": float(expects is Expected.WHETHER),
        "way": float(expects in {Expected.WAY, Expected.REASON}),
        "person": float(expects is Expected.PERSON),
    }


def _holding(scene: _Scene, place: int, value: str) -> int:
    return sum(value in other for number, other in enumerate(scene.held) if number != place)


def _points_elsewhere(sentence: str) -> bool:
    """A table of contents or "see also" repeats the question's words and answers nothing."""
    return bool(_LINK.search(sentence)) and len(_LINK.sub("", sentence).strip(" \t-*。.：:1234567890")) < 12


def _whole(item: Ranked) -> str:
    return f"{item.candidate.title}\n{item.candidate.heading}\n{item.candidate.text}"


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default
