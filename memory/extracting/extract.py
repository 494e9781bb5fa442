"""Facts from one line of a customer, by a small grammar for Chinese and English. No vocabulary of any trade in here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extracting import grammar
from memory.extracting.certain import certain
from memory.extracting.context import Context, normalise
from memory.extracting.likely import choices_at_once, likely
from memory.extracting.literals import literals
from memory.extracting.naming import names
from memory.extracting.noting import about_others, events, note
from memory.extracting.operations import operation_of
from memory.extracting.people import subjects
from memory.extracting.reaching import wishes_to_be_reached
from memory.extracting.reading import Clause, Reading, holds_small_talk, reported, small_talk
from memory.extracting.series import points
from memory.extracting.worth import ENOUGH, worth
from memory.facts import Candidate
from memory.types import Cardinality
from memory.words import naming_words

__all__ = ["extract", "normalise"]


def extract(reading: Reading, *, at_once: bool = False) -> tuple[Candidate, ...]:
    """Candidates of a line; none from hypotheticals, quoted people, vague talk, small talk or attempts at poisoning.

    `at_once`: only those that are certain without a second look, in a third of the time.
    """
    if reading.poison or reading.vague or reading.hypothetical:
        return ()
    reading = reading.derived(clauses=tuple(part for clause in reading.clauses for part in _parts(clause)))
    found: dict[tuple[str, str, int, int], Candidate] = {}
    said = reported(reading)
    for number, context in enumerate(contexts(reading, at_once)):
        for candidate in _from_clause(context, at_once) if number not in said else ():
            place = (candidate.attribute, candidate.subject, candidate.start, candidate.end)
            found.setdefault(place, candidate)
    return tuple(_run_together(reading, _without_echoes(list(found.values()))))


def _parts(clause: Clause) -> Iterator[Clause]:
    """ "I'm allergic to nuts and my son is not": two clauses that no mark parts."""
    start = 0
    for match in [*_AND.finditer(clause.text), None]:
        end = match.start() if match else len(clause.text)
        yield Clause(start=clause.start + start, end=clause.start + end, text=clause.text[start:end])
        start = match.end() if match else end


_AND = re.compile(r"\s+(?:and|but)\s+(?=(?:my|i|i'm|he|she|we|our|his|her)\b)", re.I)


def _without_echoes(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Neither a note of what stands in an address, nor a measure that is a point of a series."""
    places = [(c.start, c.end) for c in candidates if c.attribute == "address"]
    points = [(c.start, c.end) for c in candidates if c.cardinality is Cardinality.SERIES]
    echoes = {"note": places, "code": places, "postcode": places, "quantity": [*places, *points]}
    return [c for c in candidates if not any(a <= c.start and c.end <= b for a, b in echoes.get(c.attribute, ()))]


def _run_together(reading: Reading, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """A mere fragment joins the note before it in its sentence."""
    last: Candidate | None = None
    for candidate in candidates:
        if candidate.attribute != "note":
            yield candidate
            continue
        fragment = len(naming_words(candidate.value)) < _WHOLE
        between = reading.text[last.end : candidate.start] if last else ""
        if last and fragment and len(between) <= _GAP and not _SENTENCE_END.search(between):
            text = reading.text[last.start : candidate.end]
            last = replace(last, value=text, normal=normalise(text), text=text, end=candidate.end)
            continue
        if last:
            yield last
        last = candidate
    if last:
        yield last


_GAP, _WHOLE = 3, 2
_SENTENCE_END = re.compile(r"[。！!？?.;；\n]")


_NEAR = 240  # characters before a clause that may tell what it is about


def contexts(reading: Reading, at_once: bool) -> Iterator[Context]:
    operation, keeps = operation_of(reading), not at_once and worth(reading) >= ENOUGH
    for clause, subject in zip(reading.clauses, subjects(reading), strict=True):
        yield Context(
            reading=reading, clause=clause, subject=subject, operation=operation,
            before=reading.text[max(0, clause.start - _NEAR) : clause.start], keeps=keeps,
        )  # fmt: skip


def _from_clause(context: Context, at_once: bool) -> Iterator[Candidate]:
    talk = context.reading.chitchat
    found = [c for c in literals(context) if not talk or c.attribute in _SURE]
    if talk and not small_talk(context.clause.text) and not _asks(context):
        found += [c for c in (*names(context), *certain(context)) if _MINE.search(context.flat)]
    asserts = _asserts(context)
    if asserts:
        found += [*names(context), *points(context), *events(context), *wishes_to_be_reached(context)]
        stated = list(_apart([*certain(context), *(choices_at_once(context) if at_once else likely(context))], found))
        found += stated
    if at_once:
        yield from (candidate for candidate in found if candidate.at_once)
        return
    if asserts:
        found += about_others(context, bool(stated))
        if context.keeps:
            found += note(context, found)
    yield from found


_SURE = frozenset({"email", "code"})


def _apart(candidates: Sequence[Candidate], found: Sequence[Candidate]) -> Iterator[Candidate]:
    """One statement a place: what was chosen or liked is not also what is used or wanted; and no bare "is" for a value
    that has an attribute of its own."""
    taken: list[tuple[int, int]] = []
    named = [(c.start, c.end) for c in found]
    for candidate in candidates:
        places = taken + (named if candidate.attribute == "is" else [])
        if not any(start < candidate.end and candidate.start < end for start, end in places):
            yield candidate
            taken.append((candidate.start, candidate.end))


def _asserts(context: Context) -> bool:
    """A clause that asks tells nothing, whatever else it looks like; small talk tells nothing either."""
    if _asks(context):
        return False
    return not context.reading.chitchat and not (
        holds_small_talk(context.reading.text) and small_talk(context.clause.text)
    )


def _asks(context: Context) -> bool:
    mark = context.reading.text[context.clause.end : context.clause.end + 1]  # clauses are cut before their mark
    return mark in ("?", "？") or bool(grammar.ASKS.search(context.flat))


_MINE = re.compile(r"我|咱|俺|\b(?:i|i'[a-z]+|im|ive|my|we|our)\b", re.I)
