"""What ranking looks at in a turn, read once when the turn is indexed: reading it anew costs a recall a quarter of a
millisecond a line (measured: 20 ms of 36, for a customer of 20,000 turns)."""

from __future__ import annotations

import hashlib
import inspect
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from language import moments, tokens
from memory import words
from memory.extracting import reading as readings
from memory.extracting.reading import Reading, read_line

_FLAGS = ("chitchat", "hypothetical", "quoted", "question", "poison", "vague", "changed", "corrected", "anaphoric")
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)  # what is kept does not depend on the time


def pack(text: str) -> str:
    """A line of tab-separated lists: which rules read it, terms, concepts, kinds of value, relatives, flags."""
    line = read_line(text, _NO_TIME)
    flags = [name for name in _FLAGS if getattr(line, name)]
    return "\t".join(
        "|".join(part) for part in ([version()], line.terms, *map(sorted, (line.concepts, line.kinds, line.kin)), flags)
    )


def unpack(text: str, at: datetime, packed: str) -> Reading:
    """Read anew where nothing was kept, or other rules read it."""
    line = read_line(text, at)
    if not line.is_read and packed.startswith(version()):
        _, terms, concepts, kinds, kin, flags = ([w for w in part.split("|") if w] for part in packed.split("\t"))
        line.take(
            terms=tuple(terms),
            concepts=frozenset(concepts),
            kinds=frozenset(kinds),
            kin=frozenset(kin),
            **{name: name in flags for name in _FLAGS},
        )
    return line


@cache
def version() -> str:
    """Of the rules and word lists that a reading follows from."""
    rules = [inspect.getsource(module) for module in (readings, words, moments, tokens)]
    lists = [file.read_text(encoding="utf-8") for file in sorted(files("memory").joinpath("data").iterdir(), key=str)]
    return hashlib.sha256("\0".join(rules + lists).encode()).hexdigest()[:12]
