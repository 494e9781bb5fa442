"""Fit memory's order of lines and its trust in the best one, by questions whose lines are known.

The order is a softmax over the lines of a conversation, fitted twice: without and with what the first look says of
successors (linear.py). Trust is a logistic model of whether there is an answer at all; conversations
with the answer's lines taken out stand beside the questions that nothing answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judging import holds_answer, holds_wrong_value
from evaluation.suite import UnfitData
from memory.embedding import embed_question
from memory.recalling.asking.question import QuestionReading, read_question
from memory.recalling.asking.standing import stand_alone
from memory.recalling.candidates import fetch_candidates
from memory.recalling.ranking import weights
from memory.recalling.ranking.linear import FEATURES, LATE, Line, add_succession, features, rank, shares
from memory.recalling.ranking.trust import signals
from memory.recalling.recall import lines_to_rank
from memory.types import RecallQuery
from tenants.scope import tenant_scope

Floats = NDArray[np.float64]
Weights = dict[str, float]
_LATE = [FEATURES.index(name) for name in LATE]
_PLAIN = frozenset({"fact", "number_or_code", "time", "third_party", "preference", "topic_return"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A question, the lines that recall looks at, and which of them answer: `evidence` all, `best` those to quote."""

    script: str
    language: str
    category: str
    question: QuestionReading
    lines: tuple[Line, ...]
    cosine: Floats
    space: str
    evidence: Floats
    best: Floats


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitted:
    early: Weights
    order: Weights
    trust: Weights


def look(
    query: RecallQuery, asked: Mapping[str, object], *, script: str, language: str, turn_of: Callable[[str], str]
) -> Example:
    """What recall would rank for this question now. `turn_of`: the script's name of a stored turn."""
    question = stand_alone(query)
    sought = embed_question(question)
    with tenant_scope(query.tenant_id):
        found = fetch_candidates(query, question=question, sought=sought, own_only=True)
    lines, cosine = lines_to_rank(found.turns, own_only=True, here=str(query.conversation_id))
    gold = asked.get("evidence")
    named = set(gold) if isinstance(gold, list) else set()
    evidence = np.array([turn_of(line.key) in named for line in lines], float)
    return Example(
        script=script,
        language=language,
        category=str(asked.get("category")),
        question=read_question(question),
        lines=tuple(lines),
        cosine=cosine,
        space=sought.space,
        evidence=evidence,
        best=_best(lines, evidence, asked),
    )


def _best(lines: Sequence[Line], evidence: Floats, asked: Mapping[str, object]) -> Floats:
    """Of the evidence what holds a right value and no wrong one; failing that a right one; failing that all."""
    right = np.array([holds_answer(line.reading.text, asked) for line in lines], float)
    wrong = np.array([holds_wrong_value(line.reading.text, asked) for line in lines], float)
    for wanted in (evidence * right * (1 - wrong), evidence * right):
        if wanted.any():
            out: Floats = wanted
            return out
    return evidence


def fit(examples: Sequence[Example]) -> Fitted:
    early, order = fit_order(examples)
    with using(Fitted(early=early, order=order, trust={})):
        return Fitted(early=early, order=order, trust=fit_trust(examples))


def fit_order(examples: Sequence[Example]) -> tuple[Weights, Weights]:
    tables = [_table(example) for example in examples]
    first = _softmax_fit(tables, [example.best for example in examples])
    for table, example in zip(tables, examples, strict=True):
        if len(table):
            add_succession(table, example.question, example.lines, shares(table @ first))
    second = _softmax_fit(tables, [example.best for example in examples])
    early = {name: weight for name, weight in _named(FEATURES, first).items() if name not in LATE}
    return early, _named(FEATURES, second)


def _table(example: Example) -> Floats:
    if not example.lines:
        return np.zeros((0, len(FEATURES)))
    table = features(example.question, example.lines, example.cosine, space=example.space)
    table[:, _LATE] = 0
    return table


def _named(names: Sequence[str], values: Floats) -> Weights:
    return {name: round(float(value), 3) for name, value in zip(names, values, strict=True)}


def _softmax_fit(tables: Sequence[Floats], best: Sequence[Floats], *, ridge: float = 0.005, steps: int = 250) -> Floats:
    """The weights under which the lines to quote have the greatest share, by Adam (Kingma and Ba 2015)."""
    rows = [(table, gold) for table, gold in zip(tables, best, strict=True) if gold.any()]
    if not rows:
        raise UnfitData("There is no question to fit on that a line answers.")
    longest = max(len(table) for table, _ in rows)
    stack, there, wanted = (np.zeros((len(rows), longest, *rest)) for rest in ((len(FEATURES),), (), ()))
    there -= 1e9
    for i, (table, gold) in enumerate(rows):
        stack[i, : len(table)], there[i, : len(table)], wanted[i, : len(table)] = table, 0, gold > 0

    def gradient(weight: Floats) -> Floats:
        given = np.apply_along_axis(shares, 1, stack @ weight + there)
        right = given * wanted
        right /= np.maximum(right.sum(axis=1, keepdims=True), 1e-12)
        pull: Floats = np.einsum("qnd,qn->d", stack, right - given)
        return ridge * weight - pull / len(rows)

    return _adam(gradient, len(FEATURES), steps=steps, rate=0.1)


def fit_trust(examples: Sequence[Example]) -> Weights:
    drawn = np.random.default_rng(7)
    inputs: list[Weights] = []
    there: list[bool] = []
    weight: list[float] = []
    for example in examples:
        for keep, answered, counts in _cases(example, drawn):
            ranked = rank(example.question, [example.lines[i] for i in keep], example.cosine[keep], space=example.space)
            inputs.append(signals(example.question, ranked))
            there.append(answered)
            weight.append(counts)
    names = sorted({name for row in inputs for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in inputs])
    target, share = np.array(there, float), np.array(weight) / sum(weight)

    def gradient(weights: Floats) -> Floats:
        out: Floats = table.T @ ((1 / (1 + np.exp(-table @ weights)) - target) * share) + 0.002 * weights
        return out

    return _named(names, _adam(gradient, len(names), steps=1200, rate=0.05))


def _cases(example: Example, drawn: np.random.Generator) -> Iterator[tuple[list[int], bool, float]]:
    """Which lines are there, whether one of them answers, and what the case counts: the whole conversation, and with
    less weight a few of its lines, as in a talk that has just begun."""
    everything, known = list(range(len(example.lines))), example.category != "unknown"
    if not everything:
        return
    yield everything, known, 1.0
    others = [i for i in everything if not example.evidence[i]]
    size = min(len(others), int(drawn.integers(1, 9)))
    few = sorted(int(i) for i in drawn.choice(others, size=size, replace=False)) if size else []
    if few and not known:
        yield few, False, 0.2
    if few and example.category in _PLAIN:
        yield few, False, 0.03
    if known:
        yield sorted([*few, *(i for i in everything if example.evidence[i])]) or everything, True, 0.1


def _adam(gradient: Callable[[Floats], Floats], size: int, *, steps: int, rate: float) -> Floats:
    at, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, steps + 1):
        slope = gradient(at)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        at = at - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return at


def folds(scripts: Sequence[str], count: int) -> dict[str, int]:
    """Whole scripts, with the languages mixed."""
    return {name: i % count for i, name in enumerate(sorted(scripts, key=lambda name: (name[-2:], name)))}


@contextmanager
def using(fitted: Fitted) -> Iterator[None]:
    """Recall works with these weights inside."""
    pairs = ((weights.EARLY, fitted.early), (weights.WEIGHTS, fitted.order), (weights.TRUST, fitted.trust))
    before = [dict(held) for held, _ in pairs]
    try:
        for held, new in pairs:
            held.clear()
            held.update(new)
        yield
    finally:
        for (held, _), old in zip(pairs, before, strict=True):
            held.clear()
            held.update(old)


def module_of(fitted: Fitted, examples: Sequence[Example]) -> str:
    """The text of ranking/weights.py with these weights, what they were fitted on, and the rest as it is."""
    tables = {"EARLY": fitted.early, "WEIGHTS": fitted.order, "TRUST": fitted.trust, "SPEECH": weights.SPEECH}
    return f'"""{_about(examples)}"""\n\n' + "\n".join(
        f"{name}: dict[str, float] = {{\n"
        + "".join(f'    "{key}": {value:.3f},\n' for key, value in table.items())
        + "}\n"
        for name, table in tables.items()
    )


def _about(examples: Sequence[Example]) -> str:
    spoken = Counter({example.script: example.language for example in examples}.values())
    languages = ", ".join(f"{count} {language}" for language, count in sorted(spoken.items()))
    unknown = sum(example.category == "unknown" for example in examples)
    return (
        f"Fitted on {len(examples)} questions ({unknown} about what was never told) of written conversations:\n"
        f"{languages}. linear.py and trust.py say how they are used. SPEECH was fitted apart (dialogue.py).\n"
    )
