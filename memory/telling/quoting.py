# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The part of a line that answers: whole when it is short and plain; where a value is asked for, the clause that holds
it with as much beside it as says what it is of; where a value changed, without the old one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from language.moments import Grain, Moment
from memory.extracting.reading import KIN, Clause, Reading, cue
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.values import age, holds, kind_asked, literals, names, tells_old
from memory.words import concepts, naming_words, plain, terms

LONGEST = {"zh": 80, "en": 190}
_OLD_PART = re.compile(
    r"\bfrom (?:the )?[\w$£€.,-]+(?: [\w-]+){0,2}? (?=to )|,? (?:instead of|rather than|in place of) [^,;]*|,? not (?:the |a )?[\w-]+$"
    r"|不是[^,，。]{1,12}?[,，]?\s*(?=而?是)|\bnot\b[^,;.]{1,24}\b(?=but\b)",
    re.I,
)
_ZH_INTO = re.compile(
    r"[从從由][^从從由,，]{1,12}?(?=(?:改|换|換|变|變|调|調|转|轉|升|降|加|减|減|涨|漲)[成为為到])"
    r"|^(?:把)?[^从從由]{1,10}?(?=(?:改|换|換|变|變|调|調|转|轉|升|降)[成为為到])"
)
_GOES_ON = re.compile(r"[到成为為是叫用选選在给給把]$")
_AND_ANOTHER = re.compile(r"\s+(?:and|but|while|whereas)\s+(?=(?:my|his|her|their|our|i|we|he|she|they)\b)", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    text: str
    day: date | None = None
    grain: Grain = "day"


def quote(question: QuestionReading, line: Reading, *, older: Sequence[Reading] = ()) -> Quote:
    """`older`: earlier lines that speak of the same thing; a value that stands in them is an old one."""
    stale = _stale_words(question, line, older)
    clauses = _pieces(line)
    best = _best_clause(question, line, clauses, stale)
    kept = _kept(question, line, clauses, best, stale)
    text = _join(line, clauses, _within(kept, best, _limit(line)))
    if _changing(question, line):
        text = _ZH_INTO.sub("", _OLD_PART.sub("", text)).strip(" ,，") or best.text
    if question.kind == "date" or (question.kind == "clock" and line.moments):
        moment = _best_moment(line, best)
        if moment is not None:
            return Quote(text=text, day=moment.day, grain=moment.grain)
    return Quote(text=text)


def answering_clause(question: QuestionReading, line: Reading) -> Clause:
    return _best_clause(question, line, _pieces(line), frozenset())


def _changing(question: QuestionReading, line: Reading) -> bool:
    """It tells what is so now: by its words, or since one of its figures is said to be out."""
    if question.first:
        return False
    return line.changed or line.corrected or any(tells_old(c) for c in line.clauses) or _mends_itself(question, line)


def _mends_itself(question: QuestionReading, line: Reading) -> bool:
    """Of two values of the kind asked for the later one is said to be the new one: "they said 300, later it was 450"."""
    kind = kind_asked(question)
    holders = [clause for clause in line.clauses if kind and holds(kind, line, clause) >= _SURELY]
    return len(holders) > 1 and any(cue("new").search(plain(clause.text).lower()) for clause in holders[1:])


_SURELY = 2


def _pieces(line: Reading) -> list[Clause]:
    """Its clauses; one that ends in the middle of saying ("moved to") goes on, one that turns to another is cut."""
    whole: list[Clause] = []
    for clause in line.clauses:
        last = whole[-1] if whole else None
        if last and _GOES_ON.search(last.text) and not line.text[last.end : clause.start].strip():
            whole[-1] = Clause(start=last.start, end=clause.end, text=line.text[last.start : clause.end])
        else:
            whole.append(clause)
    return [part for clause in whole for part in _parts(clause)]


def _parts(clause: Clause) -> list[Clause]:
    """A clause cut before "and my friend ...", where somebody or something else comes to speech."""
    parts, start = [], 0
    for match in _AND_ANOTHER.finditer(clause.text):
        parts.append((start, match.start()))
        start = match.end()
    parts.append((start, len(clause.text)))
    return [Clause(start=clause.start + a, end=clause.start + b, text=clause.text[a:b]) for a, b in parts]


def _stale_words(question: QuestionReading, line: Reading, older: Sequence[Reading]) -> frozenset[str]:
    """Words of this line that an older one had and the question has not: names and values that may be outdated."""
    said = frozenset(word for reading in older for word in naming_words(reading.text) | literals(reading.text))
    stood = frozenset(f"~{name}" for reading in older for name in names(reading.text))
    asked = naming_words(question.text) | {f"~{word}" for word in question.text.lower().split()}
    return ((said & (naming_words(line.text) | literals(line.text))) | stood) - asked


def _best_clause(question: QuestionReading, line: Reading, clauses: Sequence[Clause], stale: frozenset[str]) -> Clause:
    wanted = set(question.terms)
    changing = _changing(question, line)
    kind, figures = kind_asked(question), literals(question.text)
    order = {clause.start: place for place, clause in enumerate(clauses)}

    def fit(clause: Clause) -> float:
        """In a line that tells a change, what is said last is what holds."""
        score = len(wanted & set(terms(clause.text))) + 0.5 * len(question.concepts & concepts(clause.text))
        held = holds(kind, line, clause, asked=figures) if kind else 0
        score += held + (held > 1)
        score += 0.5 * _about_whom(question, clause)
        aged = age(clause, stale)
        if changing:
            score += 2.0 * aged + 0.3 * (held > 0) * order[clause.start]
        elif question.first:
            score -= 0.5 * aged
        return score

    return max(clauses, key=fit, default=Clause(start=0, end=len(line.text), text=line.text))


def _about_whom(question: QuestionReading, clause: Clause) -> int:
    """1: of the person asked about; -1: of somebody else."""
    kin = frozenset(m[0].lower() for m in KIN.finditer(plain(clause.text)))
    if kin & question.kin:
        return 1
    return -1 if kin - question.kin else 0


def _kept(
    question: QuestionReading, line: Reading, clauses: Sequence[Clause], best: Clause, stale: frozenset[str]
) -> list[Clause]:
    """The best clause and those that may stand beside it."""
    kind, changing, figures = kind_asked(question), _changing(question, line), literals(question.text)
    single = kind not in ("", "name") and holds(kind, line, best, asked=figures) >= 2
    asked, fresh = naming_words(question.text), age(best, stale) > 0
    holds_best = bool(kind) and holds(kind, line, best, asked=figures) > 0

    def stays(clause: Clause) -> bool:
        if clause is best:
            return True
        held = holds(kind, line, clause, asked=figures) if kind else 0
        if changing and (age(clause, stale) < 0 or (fresh and literals(clause.text) & stale)):
            return False
        if changing and fresh and (not held or holds_best) and _outdated(clause, best, stale):
            return False
        if _bare(clause) and best.end <= clause.start <= best.end + 3:
            return True
        return not single or held == 1 or (held == 0 and _says_of_what(question, asked, clause))

    return [clause for clause in clauses if stays(clause)]


def _bare(clause: Clause) -> bool:
    """Nothing but a figure: it belongs to the clause before it."""
    return bool(literals(clause.text)) and not naming_words(clause.text) - literals(clause.text)


def _outdated(clause: Clause, best: Clause, stale: frozenset[str]) -> bool:
    """It speaks of what older lines told: before the news that is what held, after it only where it denies or names."""
    named = naming_words(clause.text)
    if not named or len(named & stale) < STALE * len(named):
        return bool(stale & {f"~{word.lower()}" for word in clause.text.split()})
    return clause.start < best.start or bool(_DENIES.search(plain(clause.text)))


_DENIES = re.compile(r"不|没|别|\bnot?\b|n't\b|\bnever\b", re.I)


STALE = 0.5  # share of a clause's naming words that stand in an older line


def _says_of_what(question: QuestionReading, asked: frozenset[str], clause: Clause) -> bool:
    return bool(asked & naming_words(clause.text) or question.concepts & concepts(clause.text))


def _best_moment(line: Reading, clause: Clause) -> Moment | None:
    """The most exact one in the clause, else the nearest to it."""

    def far(moment: Moment) -> tuple[int, int]:
        inside = clause.start <= moment.start < clause.end
        return (0 if inside else abs(moment.start - clause.start) + 1, moment.grain != "day")

    return min(line.moments, key=far, default=None)


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


def _join(line: Reading, clauses: Sequence[Clause], kept: Sequence[Clause]) -> str:
    """Neighbours with what stands between them in the line; over a gap, a comma."""
    out = ""
    order = {c.start: i for i, c in enumerate(clauses)}
    for previous, clause in zip([None, *kept[:-1]], kept, strict=True):
        if previous is not None:
            adjacent = order[clause.start] == order[previous.start] + 1
            gap = "，" if _limit(line) == LONGEST["zh"] else ", "
            out += line.text[previous.end : clause.start] if adjacent else gap
        out += clause.text
    return out[: _limit(line) + 30]
