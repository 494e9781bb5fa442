"""Which lines answer a question: a linear model over what words, vectors, kinds of value, neighbours and time say.

The weights were fitted by a softmax over the lines of whole conversations (weights.py)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.extracting.reading import Reading
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.bm25 import bm25, coverage, inverse_frequencies
from memory.recalling.ranking.links import Links
from memory.recalling.ranking.surroundings import USUAL, context_before, neighbour, session_mean, standard
from memory.recalling.ranking.values import holds, kind_asked, literals
from memory.recalling.ranking.weights import EARLY, WEIGHTS
from memory.words import terms, topics

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One episode as the ranker sees it; vectors are L2-normalised."""

    key: str
    session: str
    at: datetime
    reading: Reading


FEATURES = (
    "bm25",
    "bm25_best",
    "cosine",
    "coverage",
    "concept",
    "concept_best",
    "rare",
    "before",
    "after",
    "near",
    "kind",
    "kind_code",
    "kind_person",
    "recency",
    "recency_now",
    "recency_first",
    "last_session_now",
    "first_session_first",
    "changed_now",
    "corrected_now",
    "kin",
    "kin_missing",
    "month",
    "length",
    "chitchat",
    "hypothetical",
    "quoted",
    "question",
    "poison",
    "vague",
    "choice",
    "newer_same",
    "changed_plain",
    "recency_changed",
    "changed_present",
    "corrected_present",
    "recency_present",
    "recency_past",
    "anaphor",
    "anaphor_kind",
    "heir",
    "heir_cue",
    "heir_kind",
    "outdated",
    "correction_next",
    "heir_first",
    "held",
    "held_sure",
    "held_none",
    "held_near",
)
LATE = frozenset(("heir", "heir_cue", "heir_kind", "outdated", "correction_next", "heir_first"))
_INDEX = {name: i for i, name in enumerate(FEATURES)}
Put = Callable[[str, Floats], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A line's raw score, its share of the probability among all lines, and its features."""

    line: Line
    score: float
    share: float
    features: Floats


def rank(question: QuestionReading, lines: Sequence[Line], cosine: Floats, *, space: str = "") -> list[Ranked]:
    """Best first. `cosine` has the question's cosine with each line in the space of the embedder of that name."""
    if not lines:
        return []
    table = features(question, lines, cosine, space=space)
    early = shares(table @ np.array([EARLY.get(name, 0.0) for name in FEATURES]))
    add_succession(table, question, lines, early)
    scores = table @ np.array([WEIGHTS.get(name, 0.0) for name in FEATURES])
    share = shares(scores)
    order = np.argsort(-scores, kind="stable")
    return [Ranked(line=lines[i], score=float(scores[i]), share=float(share[i]), features=table[i]) for i in order]


def shares(scores: Floats) -> Floats:
    out: Floats = np.exp(scores - scores.max())
    out /= out.sum()
    return out


def add_succession(table: Floats, question: QuestionReading, lines: Sequence[Line], early: Floats) -> None:
    """Second look: a later line that speaks of the same thing as a likely one, and tells of a change, is its heir.

    `early` holds the shares of the first look.
    """
    links = Links([line.reading for line in lines])
    heirs = np.zeros((4, len(lines)))
    outdated = np.zeros(len(lines))
    wanted = WANTED.get(question.kind, frozenset())
    fits = np.array([bool(wanted & line.reading.kinds) for line in lines], float)
    corrected = np.array([line.reading.corrected for line in lines], float)
    cue = np.maximum(corrected, [line.reading.changed for line in lines])
    for i in np.argsort(-early)[:6]:
        if early[i] < 0.02:
            break
        link = links.of(int(i))
        heirs[0] += early[i] * link
        heirs[1] += early[i] * link * cue
        heirs[2] += early[i] * link * fits * fits[i]
        for j in range(int(i) + 1, min(int(i) + 3, len(lines))):
            heirs[3, j] += early[i] * corrected[j] * (lines[i].session == lines[j].session)
        outdated[i] = max(outdated[i], float((link * cue).max()))
    for name, row in zip(("heir", "heir_cue", "heir_kind", "correction_next"), heirs, strict=True):
        table[:, _INDEX[name]] = row * (not question.first)
    table[:, _INDEX["heir_first"]] = heirs[1] * question.first
    table[:, _INDEX["outdated"]] = outdated * (not question.first)


WANTED: dict[str, frozenset[str]] = {
    "date": frozenset({"date"}),
    "clock": frozenset({"clock"}),
    "money": frozenset({"money"}),
    "code": frozenset({"code"}),
    "count": frozenset({"count", "number"}),
    "person": frozenset({"name", "kin"}),
    "duration": frozenset({"count"}),
    "frequency": frozenset({"count"}),
}


def features(question: QuestionReading, lines: Sequence[Line], cosine: Floats, *, space: str = "") -> Floats:
    """float64, shape (lines, FEATURES)."""
    table = np.zeros((len(lines), len(FEATURES)))

    def put(name: str, values: Floats) -> None:
        table[:, _INDEX[name]] = values

    base = _put_meaning(put, question, lines, standard(cosine, *USUAL.get(space, USUAL[""])))
    put("before", neighbour(base, lines, -1))
    put("after", neighbour(base, lines, 1))
    points_back = np.array([line.reading.anaphoric for line in lines], float)
    context = points_back * context_before(base, lines)
    put("anaphor", context)
    wanted = WANTED.get(question.kind, frozenset())
    put("anaphor_kind", context * np.array([bool(wanted & line.reading.kinds) for line in lines]))
    put("near", session_mean(base, lines))
    _put_kinds(put, question, lines)
    _put_time(put, question, lines)
    put("kin", np.array([bool(question.kin & line.reading.kin) for line in lines], float))
    put("kin_missing", np.array([bool(line.reading.kin - question.kin) for line in lines], float))
    put("length", np.array([math.log1p(len(line.reading.terms)) for line in lines]))
    for flag in ("chitchat", "hypothetical", "quoted", "question", "poison", "vague"):
        put(flag, np.array([getattr(line.reading, flag) for line in lines], float))
    put("choice", np.array([question.choice and "choice" in line.reading.concepts for line in lines], float))
    put("newer_same", _newer_same(base, lines, question))
    return table


def _put_meaning(put: Put, question: QuestionReading, lines: Sequence[Line], near: Floats) -> Floats:
    """Words, vectors and concepts; returns the plain sum of words and vectors, standardised."""
    documents = [line.reading.terms for line in lines]
    term_idf = inverse_frequencies(documents)
    concept_idf = inverse_frequencies([line.reading.concepts for line in lines])
    words = bm25(question.terms, documents, term_idf)
    top = words.max()
    put("bm25", words / 5)
    put("bm25_best", words / top if top else words)
    put("cosine", near)
    put("coverage", np.array([coverage(question.terms, document, term_idf) for document in documents]))
    shared = np.array([sum(concept_idf.get(c, 0) for c in question.concepts & line.reading.concepts) for line in lines])
    put("concept", shared / 5)
    put("concept_best", shared / shared.max() if shared.max() else shared)
    wanted = set(question.terms)
    put("rare", np.array([max((term_idf[t] for t in wanted & set(d)), default=0.0) for d in documents]) / 5)
    return standard(words, 1.0, 2.0) + 2 * near


def _put_kinds(put: Put, question: QuestionReading, lines: Sequence[Line]) -> None:
    wanted = WANTED.get(question.kind, frozenset())
    match = np.array([bool(wanted & line.reading.kinds) - 0.5 if wanted else 0.0 for line in lines])
    put("kind", match)
    put("kind_code", match * (question.kind in ("code", "money", "date")))
    put("kind_person", match * (question.kind == "person"))
    _put_held(put, question, lines)


def _put_held(put: Put, question: QuestionReading, lines: Sequence[Line]) -> None:
    """Whether a value of the kind asked for stands in a clause, and in one that shares a word with the question."""
    kind, figures = kind_asked(question), literals(question.text)
    levels, near = np.zeros(len(lines)), np.zeros(len(lines))
    for i, line in enumerate(lines if kind else ()):
        for clause in line.reading.clauses:
            level = holds(kind, line.reading, clause, asked=figures)
            levels[i] = max(levels[i], level)
            if level > near[i] and _shares_a_word(question, clause.text):
                near[i] = level
    put("held", levels / 3)
    put("held_sure", (levels >= 2).astype(float))
    put("held_none", (levels == 0) * float(bool(kind)))
    put("held_near", near / 3)


def _shares_a_word(question: QuestionReading, text: str) -> bool:
    return bool(set(question.terms) & set(terms(text)) or question.concepts & topics(text))


def _put_time(put: Put, question: QuestionReading, lines: Sequence[Line]) -> None:
    position = np.arange(len(lines)) / max(1, len(lines) - 1)
    sessions = list(dict.fromkeys(line.session for line in lines))
    last = np.array([line.session == sessions[-1] for line in lines], float)
    first = np.array([line.session == sessions[0] for line in lines], float)
    put("recency", position)
    put("recency_now", position * question.now)
    put("recency_first", position * question.first)
    put("last_session_now", last * question.now)
    put("first_session_first", first * question.first)
    changed = np.array([line.reading.changed for line in lines], float)
    corrected = np.array([line.reading.corrected for line in lines], float)
    put("changed_now", changed * question.now)
    put("corrected_now", corrected * question.now)
    put("changed_plain", changed * (not question.first))
    put("recency_changed", np.maximum(changed, corrected) * position * (not question.first))
    present = not question.past and not question.first
    put("changed_present", changed * present)
    put("corrected_present", corrected * present)
    put("recency_present", position * present)
    put("recency_past", position * question.past)
    put("month", np.array([line.at.month in question.months for line in lines], float))


def _newer_same(base: Floats, lines: Sequence[Line], question: QuestionReading) -> Floats:
    """A later line that tells of a change and fits the question nearly as well puts the earlier ones in the shade."""
    shade = np.zeros(len(lines))
    if question.first:
        return shade
    best = -np.inf
    for i in range(len(lines) - 1, -1, -1):
        if best > 1:
            shade[i] = max(0.0, min(1.0, 1 + (best - base[i]) / 3))
        if lines[i].reading.changed or lines[i].reading.corrected:
            best = max(best, float(base[i]))
    return shade
