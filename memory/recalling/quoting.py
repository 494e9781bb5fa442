"""The part of a line that answers: whole when it is short and plain; where a value changed, without the old one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from language.moments import Grain, Moment
from memory.extracting.reading import Clause, Reading, cue, value_kinds
from memory.recalling.question import QuestionReading
from memory.words import concepts, naming_words, plain, terms

LONGEST = {"zh": 80, "en": 190}
_SINGLE = frozenset({"code", "clock", "money", "count", "date", "duration", "frequency"})
_OLD_PART = re.compile(
    r"\bfrom (?:the )?[\w-]+(?: [\w-]+){0,2}? (?=to )|,? (?:instead of|rather than) [^,.;]*|,? not (?:the |a )?[\w-]+$",
    re.I,
)
_ZH_INTO = re.compile(r"^(?:把)?[^从由]{1,10}?(?=(?:改|换|变|调|转|升|降)[成为到])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    text: str
    day: date | None = None
    grain: Grain = "day"


def quote(question: QuestionReading, line: Reading, *, older: Sequence[Reading] = ()) -> Quote:
    """`older`: earlier lines that speak of the same thing; a value that stands in them is an old one."""
    stale = _stale_words(question, line, older)
    best = _best_clause(question, line, stale)
    changing = line.changed or line.corrected
    text = _without_old(question, line, best, stale) if changing and not question.first else _window(line, best)
    if question.kind == "date" or (question.kind == "clock" and line.moments):
        moment = _best_moment(line, best)
        if moment is not None:
            return Quote(text=text, day=moment.day, grain=moment.grain)
    return Quote(text=text)


def _stale_words(question: QuestionReading, line: Reading, older: Sequence[Reading]) -> frozenset[str]:
    """Words of this line that an older one had and the question has not: names and values that may be outdated."""
    said = {word for reading in older for word in naming_words(reading.text)}
    return frozenset((said & naming_words(line.text)) - naming_words(question.text))


def _best_clause(question: QuestionReading, line: Reading, stale: frozenset[str]) -> Clause:
    wanted = set(question.terms)
    changing = (line.changed or line.corrected) and not question.first

    def fit(clause: Clause) -> float:
        words = set(terms(clause.text))
        flat = plain(clause.text).lower()
        score = len(wanted & words) + 0.5 * len(question.concepts & concepts(clause.text))
        score += 1.5 * _has_kind(question, line, clause)
        if changing:
            new = bool(cue("new").search(flat))
            score += 1.0 * new - 1.5 * (not new and bool(cue("old").search(flat)))
            score -= 0.5 * (not new) * len(naming_words(clause.text) & stale)
        return score

    return max(line.clauses, key=fit, default=Clause(start=0, end=len(line.text), text=line.text))


def _has_kind(question: QuestionReading, line: Reading, clause: Clause) -> bool:
    kind = {"person": "name"}.get(question.kind, question.kind)
    return kind in value_kinds(clause.text, tuple(m for m in line.moments if clause.start <= m.start < clause.end))


def _best_moment(line: Reading, clause: Clause) -> Moment | None:
    if not line.moments:
        return None
    return min(
        line.moments, key=lambda m: 0 if clause.start <= m.start < clause.end else abs(m.start - clause.start) + 1
    )


def _without_old(question: QuestionReading, line: Reading, best: Clause, stale: frozenset[str]) -> str:
    kept = [c for c in line.clauses if c is best or not _is_old(question, line, c, best, stale)]
    text = _join(line, _within(kept, best, _limit(line)))
    return _ZH_INTO.sub("", _OLD_PART.sub("", text)).strip(" ,，") or best.text


def _is_old(question: QuestionReading, line: Reading, clause: Clause, best: Clause, stale: frozenset[str]) -> bool:
    flat = plain(clause.text).lower()
    if cue("new").search(flat):
        return False
    if cue("old").search(flat):
        return True
    named = naming_words(clause.text)
    return len(named & stale) >= STALE * len(named) > 0 and not _has_kind(question, line, clause)


STALE = 0.5  # share of a clause's naming words that stand in an older line


def _limit(line: Reading) -> int:
    return LONGEST["zh" if any("\u3400" <= c <= "\u9fff" for c in line.text) else "en"]


def _within(clauses: Sequence[Clause], best: Clause, limit: int) -> list[Clause]:
    """The clauses nearest to the best one, as many as fit."""
    chosen, size = [best], len(best.text)
    for clause in sorted(clauses, key=lambda c: min(abs(c.start - best.end), abs(best.start - c.end))):
        if clause is not best and size + len(clause.text) + 2 <= limit:
            chosen.append(clause)
            size += len(clause.text) + 2
    return sorted(chosen, key=lambda c: c.start)


def _join(line: Reading, clauses: Sequence[Clause]) -> str:
    """Neighbours with what stands between them in the line; over a gap, a comma."""
    out = ""
    order = {c.start: i for i, c in enumerate(line.clauses)}
    for previous, clause in zip([None, *clauses[:-1]], clauses, strict=True):
        if previous is not None:
            adjacent = order[clause.start] == order[previous.start] + 1
            out += (
                line.text[previous.end : clause.start]
                if adjacent
                else ("，" if _limit(line) == LONGEST["zh"] else ", ")
            )
        out += clause.text
    return out


def _window(line: Reading, best: Clause) -> str:
    if len(line.text) <= _limit(line):
        return line.text.strip()
    return _join(line, _within(line.clauses, best, _limit(line)))[: _limit(line) + 30]
