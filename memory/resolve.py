"""Fit new candidates to what is known: what "no longer", "cancel that" and "not me" take back. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.extracting import grammar
from memory.extracting.reading import Reading
from memory.facts import Candidate
from memory.types import Cardinality, FactKind
from memory.words import concepts, naming_words, plain

NEAREST = 3  # at most so many entries does one sentence take back


def resolve(reading: Reading, candidates: Sequence[Candidate], known: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, and for each retraction the statements that retire what it speaks of. `known`: newest first.

    A retraction is a statement of its own with its own time, so that the order of arrival does not matter.
    """
    out = list(candidates)
    for candidate in candidates:
        if candidate.attribute == "retraction":
            out += [_retire(candidate, old) for old in _spoken_of(candidate.text, known)]
    if grammar.NOT_ME.search(plain(reading.text)):
        own = [old for old in known if not old.subject]
        for clause in reading.clauses[:1]:
            anchor = candidates[0] if candidates else _anchor(reading, clause.start, clause.end)
            out += [_retire(anchor, old) for old in _spoken_of(reading.text, own)]
    return tuple(out)


def _spoken_of(text: str, known: Sequence[Candidate]) -> list[Candidate]:
    """What shares a naming word with the text; a concept alone says too little."""
    words, about = naming_words(text), concepts(text)
    hits = [old for old in known if naming_words(f"{old.value} {old.text}") & words and old.attribute != "retraction"]
    close = [old for old in hits if concepts(old.text) & about] or hits
    return close[:NEAREST]


def _retire(source: Candidate, old: Candidate) -> Candidate:
    return replace(
        old,
        text=source.text,
        start=source.start,
        end=source.end,
        operation="retract",
        normal="" if old.cardinality is Cardinality.ONE else old.normal,
        negative=True,
        at_once=False,
    )


def _anchor(reading: Reading, start: int, end: int) -> Candidate:
    return Candidate(
        kind=FactKind.FACT, subject="", entity="", attribute="note", value="", normal="", text=reading.text[start:end],
        start=start, end=end,
    )  # fmt: skip
