"""Take out of a line what may not be kept. The length stays, so that every place in it stays right. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory.extracting.extract import extract
from memory.extracting.reading import Reading, read_line
from memory.facts import Candidate
from memory.policy import FactClass, MemoryPolicy, class_of, shapes
from memory.words import classes

BLOCK = "█"


def masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in spans:
        for place in range(max(0, start), min(end, len(letters))):
            if not letters[place].isspace():
                letters[place] = BLOCK
    return "".join(letters)


def denied_spans(reading: Reading, candidates: Sequence[Candidate], policy: MemoryPolicy) -> list[tuple[int, int]]:
    """Where a line says what this bot may not remember, as far as the rules see it."""
    if not policy.denied:
        return []
    spans = shapes(reading.text, policy.denied)
    spans += [span_of(c, reading.text) for c in candidates if class_of(c) in policy.denied and c.operation != "retract"]
    if FactClass.HEALTH in policy.denied:
        spans += [(c.start, c.end) for c in reading.clauses if FactClass.HEALTH.value in classes(c.text)]
    return spans


def without_denied(text: str, *, at: datetime, policy: MemoryPolicy) -> str:
    """`at`: local time of whoever said it."""
    if not policy.denied:
        return text
    reading = read_line(text, at)
    return masked(text, denied_spans(reading, extract(reading), policy))


def span_of(candidate: Candidate, text: str) -> tuple[int, int]:
    """The value within its source, where it stands there to the letter; of matters of health the whole clause."""
    if class_of(candidate) is FactClass.HEALTH:
        return candidate.start, candidate.end
    at = text.find(candidate.value, candidate.start, candidate.end) if candidate.value else -1
    return (at, at + len(candidate.value)) if at >= 0 else (candidate.start, candidate.end)
