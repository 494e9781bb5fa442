"""The part of a line that answers: whole when short, else the clauses around the best; old values left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from language.moments import Grain, Moment
from memory.question import QuestionReading
from memory.reading import Clause, Reading, value_kinds
from memory.words import concepts, terms

LONGEST = {"zh": 80, "en": 210}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    text: str
    day: date | None = None
    grain: Grain = "day"


def quote(question: QuestionReading, line: Reading) -> Quote:
    best = _best_clause(question, line)
    text = _window(line, best)
    if question.kind == "date" or (question.kind == "clock" and line.moments):
        moment = _best_moment(line, best)
        if moment is not None:
            return Quote(text=text, day=moment.day, grain=moment.grain)
    return Quote(text=text)


def _best_clause(question: QuestionReading, line: Reading) -> Clause:
    wanted = set(question.terms)
    kind = {"person": "name"}.get(question.kind, question.kind)

    def fit(clause: Clause) -> float:
        shared = len(wanted & set(terms(clause.text)))
        about = len(question.concepts & concepts(clause.text))
        has = kind in value_kinds(clause.text, tuple(m for m in line.moments if clause.start <= m.start < clause.end))
        return shared + 0.5 * about + 1.5 * has

    return max(line.clauses, key=fit, default=Clause(start=0, end=len(line.text), text=line.text))


def _best_moment(line: Reading, clause: Clause) -> Moment | None:
    if not line.moments:
        return None
    return min(
        line.moments, key=lambda m: 0 if clause.start <= m.start < clause.end else abs(m.start - clause.start) + 1
    )


def _window(line: Reading, best: Clause) -> str:
    limit = LONGEST["zh" if any("\u3400" <= c <= "\u9fff" for c in line.text) else "en"]
    if len(line.text) <= limit:
        return line.text.strip()
    start, end = best.start, best.end
    clauses = sorted(line.clauses, key=lambda c: min(abs(c.start - best.end), abs(best.start - c.end)))
    for clause in clauses:
        low, high = min(start, clause.start), max(end, clause.end)
        if high - low <= limit:
            start, end = low, high
    return line.text[start:end][: limit + 40].strip()
