"""Which of the likely lines a reply quotes: the best one, its heir where it is out of date, seldom a second. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.extracting.reading import KIN, Clause, Reading
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.values import holds, kind_asked, literals, names, retires, tells_old, wordy
from memory.telling.quoting import answering_clause
from memory.words import naming_words, plain, terms, topics


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A line as the choice sees it; `place` is its position among those injected, -1 where it was left out."""

    at: datetime
    reading: Reading
    score: float
    place: int


def choose_lines(question: QuestionReading, lines: Sequence[Told]) -> list[Told]:
    """The line to quote, and one beside it where the two are about as likely and neither outdates the other.

    `lines` are best first."""
    best = _with_value(question, lines)
    best = _earliest(question, lines, best) if question.first else _newest(question, lines, best)
    near = [line for line in lines[:_LIKELY] if line is not best and line.score >= NEAR * best.score]
    return [best, *[line for line in near if _stands_beside(question, best, line)][:1]]


_LIKELY, NEAR, _VALUED, _HEIR_SHARE = 4, 0.15, 0.1, 0.5
_MUST_HOLD = frozenset({"code", "money", "colour", "email", "count", "clock"})
_NUMBERED = frozenset({"code", "money", "count"})  # many may be told; an hour may be moved without naming what it is of
_COMPARED = frozenset({"money", "count"})


def _with_value(question: QuestionReading, lines: Sequence[Told]) -> Told:
    """The best line; where it has no value of the kind asked for, or has it in a clause about something else, the next
    likely one that answers better."""
    best = lines[0]
    if kind_asked(question) not in _MUST_HOLD:
        return best
    likely = [line for line in lines[1:_LIKELY] if line.score >= _VALUED * best.score and _level(question, line) >= 2]
    if _level(question, best) < 2:
        return likely[0] if likely else best
    if not _shared(question, best) and not (best.reading.changed or best.reading.corrected):
        return next((line for line in likely if _shared(question, line)), best)
    return best


def _level(question: QuestionReading, line: Told) -> int:
    kind, figures = kind_asked(question), literals(question.text)
    found = (holds(kind, line.reading, clause, asked=figures) for clause in line.reading.clauses)
    return max(found, default=0) if kind else 0


def _newest(question: QuestionReading, lines: Sequence[Told], best: Told) -> Told:
    """Its heir, and the heir's heir: a superseded value never answers a question about now."""
    if question.past and not question.now:
        return best
    for _ in range(3):
        heirs = [line for line in lines if _outdates(question, line, best)]
        if not heirs:
            return best
        best = max(heirs, key=lambda line: (line.place >= 0, line.at))
    return best


def _earliest(question: QuestionReading, lines: Sequence[Told], best: Told) -> Told:
    """Of likely lines about the same thing, the first that was told."""
    able = [line for line in lines[:_LIKELY] if line.at < best.at and line.score >= _VALUED * best.score]
    able = [line for line in able if _same_matter(line, best) and _level(question, line) >= _level(question, best)]
    return min(able, key=lambda line: line.at, default=best)


def _outdates(question: QuestionReading, later: Told, earlier: Told) -> bool:
    """The later line tells of a change of what the earlier one says in answer to the question."""
    new, old = later.reading, earlier.reading
    if later.at <= earlier.at or new.hypothetical or new.quoted or new.question or _of_another(question, new, old):
        return False
    tells = new.changed or new.corrected or any(tells_old(clause) for clause in new.clauses)
    if not _answers_too(question, later, earlier):
        return False
    if tells and not question.past and _replaces_name(question, old, new):
        return True
    if tells and (_replaces_figure(question, old, new) or _puts_right(question, later, earlier)):
        return True
    if tells and _is_bare_change(question, later, earlier):
        return True
    if not _says_as_much(question, old, new):
        return False
    if kind_asked(question) in _COMPARED and not question.past and (tells or _same_unit(old, new)):
        return bool(naming_words(question.text) & naming_words(old.text) & naming_words(new.text))
    return tells and later.place >= 0 and later.score >= _HEIR_SHARE * earlier.score and _same_matter(later, earlier)


def _is_bare_change(question: QuestionReading, later: Told, earlier: Told) -> bool:
    """A likely line that holds another value of the kind and does not say of what: of what was spoken of."""
    if later.place < 0 or later.score < _VALUED * earlier.score or kind_asked(question) not in _SHIFTED:
        return False
    said = [c for c in later.reading.clauses if holds(kind_asked(question), later.reading, c) >= 2]
    return bool(said) and not any(wordy(c) - _CHANGE_WORDS for c in said)


_SHIFTED = frozenset({"clock", "money", "count", "colour"})
_CHANGE_WORDS = naming_words(
    "就是 那个 改 改到 改成 换到 换成 变成 上午 下午 晚上 早上 中午 move moved change changed morning afternoon evening"
)


def _puts_right(question: QuestionReading, later: Told, earlier: Told) -> bool:
    """A correction said within minutes that denies a word of the answer, or news that what was the answer is out."""
    said = naming_words(answering_clause(question, earlier.reading).text)
    soon = later.at - earlier.at <= _SOON and later.reading.corrected
    denied = [c for c in later.reading.clauses if soon and _DENIES.search(plain(c.text))]
    retired = [c for c in later.reading.clauses if retires(c) and len(later.reading.clauses) > 1]
    fresh = said - naming_words(question.text) or naming_words(earlier.reading.text) - naming_words(question.text)
    return any(said & naming_words(c.text) for c in denied) or any(fresh & naming_words(c.text) for c in retired)


_DENIES = re.compile(r"不是|没有?事|不对|不用|\bnot\b|n't\b|\bno\b", re.I)
_SOON = timedelta(minutes=10)


def _answers_too(question: QuestionReading, heir: Told, older: Told) -> bool:
    """An heir must hold the kind of value that is asked for, where the older line does."""
    if kind_asked(question) == "clock" and literals(heir.reading.text):
        return True
    return _level(question, heir) > 0 or not _level(question, older)


def _replaces_figure(question: QuestionReading, old: Reading, new: Reading) -> bool:
    """It names the figure that held and another one."""
    asked = literals(question.text)
    before = (literals(answering_clause(question, old).text) or literals(old.text)) - asked
    now = literals(new.text) - asked
    return any(len(figure) > 1 for figure in before & now) and bool(now - before)


def _replaces_name(question: QuestionReading, old: Reading, new: Reading) -> bool:
    """It names the one who was named and another; what the question is about may go unsaid, if it is little."""
    unsaid = (set(question.terms) & set(old.terms)) - set(new.terms)
    before, now = names(old.text), names(new.text)
    return len(unsaid) < _MUCH and bool(before & now and now - before)


_MUCH = 2


def _says_as_much(question: QuestionReading, old: Reading, new: Reading) -> bool:
    """The newer line is as much about what the question names as the older one."""
    asked = set(question.terms)
    shared, kept = asked & set(old.terms), asked & set(new.terms)
    about = question.concepts & old.concepts
    return len(kept & shared) >= _AS_MUCH * len(shared) and bool(kept or about & new.concepts)


_AS_MUCH = 0.5


def _of_another(question: QuestionReading, new: Reading, old: Reading) -> bool:
    """What it says, it says of a person whom neither the question nor the older line names."""
    kind = kind_asked(question)
    saying = [c for c in new.clauses if not kind or holds(kind, new, c)]
    if kind:  # where some of its values are of what is asked for, those
        saying = [c for c in saying if _asked(question) & set(terms(c.text))] or saying
    known = (
        question.kin | old.kin | ({"*"} if question.kin or _PRONOUN.search(plain(question.text + old.text)) else set())
    )
    return bool(saying) and all(_people(c) - known for c in saying)


def _people(clause: Clause) -> frozenset[str]:
    """Relatives and friends named, "*" for "he" and "she"."""
    flat = plain(clause.text)
    return frozenset(m[0].lower() for m in KIN.finditer(flat)) | ({"*"} if _PRONOUN.search(flat) else set())


_PRONOUN = re.compile(r"[他她]|\b(?:he|she|him|his|her|hers)\b", re.I)


def _same_unit(old: Reading, new: Reading) -> bool:
    """Figures of one unit, and not the same ones."""
    before, now = (dict(_MEASURE.findall(plain(reading.text).lower())) for reading in (old, new))
    return bool(set(before.values()) & set(now.values())) and not before.keys() & now.keys()


_MEASURE = re.compile(r"(\d[\d.,]*)\s?([a-z]+|[\u3400-\u9fff])")


def _same_matter(one: Told, other: Told) -> bool:
    return bool(naming_words(one.reading.text) & naming_words(other.reading.text))


def _stands_beside(question: QuestionReading, best: Told, line: Told) -> bool:
    """A second line tells something else, of the same person, and is not what the first has outdated."""
    reading = line.reading
    if reading.poison or reading.hypothetical or _of_another(question, reading, best.reading):
        return False
    if question.now and line.at < best.at and _level(question, best) >= 2 and _level(question, line) >= 2:
        return False  # of two values of one kind the newer holds now
    if kind_asked(question) in _MUST_HOLD and _level(question, best):
        if _shared(question, line) < _shared(question, best) or not _level(question, line):
            return False
        named = [len(_asked(question) & set(one.reading.terms)) for one in (line, best)]
        if named[0] < named[1] and kind_asked(question) in _NUMBERED:
            return False
        if question.now and line.at < best.at and (best.reading.changed or best.reading.corrected):
            return False
    if not question.first and not question.past and line.at < best.at and _same_value_anew(question, line, best):
        return False
    if question.first:
        return not (line.at > best.at and (reading.changed or reading.corrected))
    return not (_outdates(question, best, line) or _replaces_figure(question, reading, best.reading))


def _asked(question: QuestionReading) -> set[str]:
    """Its terms without the words that only name the kind of value."""
    return set(question.terms) - _KIND_WORDS


def _same_value_anew(question: QuestionReading, line: Told, best: Told) -> bool:
    """The newer line gives another value of what the older one tells: in one unit, or under all the names asked for."""
    kind = kind_asked(question)
    if kind not in _NUMBERED or min(_level(question, line), _level(question, best)) < _SURELY:
        return False
    if kind in _COMPARED and best.reading.changed and _same_unit(line.reading, best.reading):
        return True
    asked = _asked(question)
    return bool(asked) and asked <= set(line.reading.terms) and asked <= set(best.reading.terms)


_SURELY = 2
_KIND_WORDS = frozenset(terms("number code id reference digits amount price cost 编号 号码 单号 价格 金额 多少"))


def _shared(question: QuestionReading, line: Told) -> int:
    """How many words and concepts of the question stand in the clauses that hold a value of the kind asked for."""
    kind, asked = kind_asked(question), _asked(question)
    clauses = line.reading.clauses
    holders = [place for place, clause in enumerate(clauses) if holds(kind, line.reading, clause)]
    told = [_with_what_it_is_of(clauses, place) for place in holders]
    return max((len(asked & set(terms(t))) + len(question.concepts & topics(t)) for t in told), default=0)


def _with_what_it_is_of(clauses: Sequence[Clause], place: int) -> str:
    """A clause of nothing but a figure belongs to the one before it."""
    bare = place > 0 and not wordy(clauses[place])
    return f"{clauses[place - 1].text}, {clauses[place].text}" if bare else clauses[place].text
