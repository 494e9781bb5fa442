"""Fit new candidates to what is known: what "no longer", "not X but Y", "cancel that" and "not me" take back. Pure.

A retraction is a statement of its own with its own time, so that the order of arrival does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extracting.mending import Mend, mended, mends, restated
from memory.extracting.operations import Swap, hands_over, means_everything, points_back, says_what, swaps
from memory.extracting.people import person_in
from memory.extracting.phrases import level
from memory.extracting.reading import Reading
from memory.facts import Candidate, Operation
from memory.types import Cardinality, FactKind
from memory.words import attributes, beings, concepts, naming_words, plain

NEAREST = 3  # at most so many entries does one sentence take back


def resolve(
    reading: Reading, candidates: Sequence[Candidate], known: Sequence[Candidate], just_told: Sequence[Candidate] = ()
) -> tuple[Candidate, ...]:
    """The candidates, and what the line does to older statements. `known`: what holds, newest first; `just_told`: what
    holds of the statement right before the line, which "forget that" points at."""
    if reading.poison or reading.hypothetical or reading.vague:
        return tuple(candidates)
    kept = _without_cancelled(candidates)
    out = list(kept)
    for candidate in candidates:
        if candidate.operation == "forget":
            out += [replace(_retire(candidate, old), operation="forget") for old in named_by(candidate.text, known)]
        elif candidate.attribute == "retraction":
            about = candidate.text if says_what(candidate.text) else _line_before(reading, candidate)
            out += [_retire(candidate, old) for old in _spoken_of(about, known)]
    out += _unsaid(reading, just_told)
    if (mend := mends(reading)) and (old := mended(mend, _before(mend, kept) or just_told)):
        out = [c for c in out if not (c.start < mend.end and mend.start < c.end)]
        out += _mend(reading, mend, old)
    for swap in swaps(reading.text) if _settled(reading) else ():
        out += _exchange(reading, swap, kept, known)
    if hands_over(reading):
        out += _hand_over(reading, kept, known)
    return tuple(_once(out))


def _unsaid(reading: Reading, just_told: Sequence[Candidate]) -> Iterator[Candidate]:
    """What a line that only points back takes back: all of the statement before it, or its choices and wishes alone."""
    back = points_back(reading)
    for old in just_told if back else ():
        if back != "reject" or old.kind in (FactKind.DECISION, FactKind.PREFERENCE):
            retired = _retire(_anchor(reading), old)
            yield replace(retired, operation="forget") if back == "forget" else retired


def _before(mend: Mend, candidates: Sequence[Candidate]) -> list[Candidate]:
    """What the line itself told before it owned up to a mistake."""
    return [candidate for candidate in candidates if candidate.end <= mend.start and candidate.attribute != "note"]


def _mend(reading: Reading, mend: Mend, old: Candidate) -> Iterator[Candidate]:
    """The right value under the key of the wrong one, which was never so."""
    anchor = _anchor(reading)
    yield restated(mend, old, anchor.text)
    if old.cardinality is not Cardinality.ONE:
        yield _retire(anchor, old)


def _without_cancelled(candidates: Sequence[Candidate]) -> list[Candidate]:
    """ "We have a tenant. Please cancel that": what the same line takes back is not kept."""
    cancels = [c.start for c in candidates if c.attribute == "retraction" and not says_what(c.text)]
    last = max(cancels, default=-1)
    return [c for c in candidates if c.start >= last or c.attribute == "retraction"]


def _line_before(reading: Reading, candidate: Candidate) -> str:
    return reading.text[: candidate.start]


def _spoken_of(text: str, known: Sequence[Candidate]) -> list[Candidate]:
    """What shares a naming word with the text; a concept alone says too little."""
    words, about = naming_words(text), concepts(text)
    hits = [old for old in known if _named(old, words) and old.attribute != "retraction"]
    close = [old for old in hits if concepts(old.text) & about] or hits
    return close[:NEAREST]


def named_by(text: str, known: Sequence[Candidate]) -> list[Candidate]:
    """What "forget my address" names: by attribute, by entity, by the value itself. "Forget everything": all."""
    if means_everything(level(text)):
        return list(known)
    words = attributes(text) | concepts(text) | beings(text) | naming_words(text)
    return [
        old
        for old in known
        if old.attribute in words or words & set(old.entity.split()) or naming_words(old.value) & naming_words(text)
    ]


def _named(old: Candidate, words: frozenset[str]) -> bool:
    """It shares a naming word; what was merely noted, two or half of its words; a number or code, itself."""
    if old.attribute in _LITERAL:
        return any(len(word) > 2 for word in naming_words(old.value) & words)  # two figures name nothing
    if old.attribute != "note":
        return bool(naming_words(f"{old.value} {old.text}") & words)
    own = naming_words(old.value)
    shared = len(own & words)
    return shared > 1 or 2 * shared >= len(own) > 0


_LITERAL = frozenset({"code", "phone", "card", "account", "email", "amount", "quantity"})


def _settled(reading: Reading) -> bool:
    return not reading.question and not reading.chitchat


def _exchange(
    reading: Reading, swap: Swap, candidates: Sequence[Candidate], known: Sequence[Candidate]
) -> Iterator[Candidate]:
    """The denied value leaves the facts that hold it; the new one takes its place under the same key."""
    operation: Operation = "correct" if reading.corrected else "replace"
    told = {c.key: c for c in candidates if c.operation != "retract"}
    for old in [fact for fact in known if _holds(fact, swap.old)][:NEAREST]:
        new = told.get(old.key)
        if new is not None and old.cardinality is Cardinality.ONE:
            continue
        if swap.new and new is None:
            yield _restate(reading, old, swap, operation)
            if old.cardinality is Cardinality.ONE:
                continue
        yield _retire(_anchor(reading), old)


def _holds(fact: Candidate, value: str) -> bool:
    """The value stands in the fact, as words of its own and not as a small part of it."""
    if fact.attribute == "retraction" or fact.negative:
        return False
    wanted, held = plain(value).lower(), plain(fact.value).lower()
    place = held.find(wanted)
    if place < 0 or len(wanted) < 2 - (not wanted.isascii()) or len(wanted) * 4 < len(held):
        return wanted.isdigit() and len(wanted) >= 3 and re.sub(r"\D", "", held).endswith(wanted)
    return not (wanted.isascii() and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", held) is None)


def _restate(reading: Reading, old: Candidate, swap: Swap, operation: Operation) -> Candidate:
    pattern = re.compile(re.escape(swap.old), re.I)
    value = pattern.sub(lambda _: swap.new, old.value) if pattern.search(old.value) else swap.new
    normal = re.sub(r"[\s,，。.!！]+", " ", plain(value).lower()).strip()
    return replace(
        old, value=value, normal=normal, text=_anchor(reading).text, start=swap.start, end=swap.end,
        operation=operation, at_once=False,
    )  # fmt: skip


def _hand_over(reading: Reading, candidates: Sequence[Candidate], known: Sequence[Candidate]) -> Iterator[Candidate]:
    """What was held of the customer goes to the one whom the line names instead."""
    other = person_in(level(reading.text))
    words = naming_words(reading.text)
    anchor = candidates[0] if candidates else _anchor(reading)
    line = plain(reading.text).lower()
    named = (f for f in known if naming_words(f.value) & words or (f.normal and f.normal in line))
    for old in [fact for fact in named if not fact.subject and fact.attribute != "note"][:NEAREST]:
        yield _retire(anchor, old)
        if other is not None and not any(c.subject and c.attribute == old.attribute for c in candidates):
            yield replace(
                old, subject=other.name.lower(), text=anchor.text, start=anchor.start, end=anchor.end,
                operation="reattribute", at_once=False,
            )  # fmt: skip


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


def _anchor(reading: Reading) -> Candidate:
    start, end = (reading.clauses[0].start, reading.clauses[-1].end) if reading.clauses else (0, len(reading.text))
    return Candidate(
        kind=FactKind.FACT, subject="", entity="", attribute="note", value="", normal="", text=reading.text[start:end],
        start=start, end=end,
    )  # fmt: skip


def _once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """A statement a place: the store tells them apart by key, operation and place."""
    seen: dict[tuple[str, str, int, int], Candidate] = {}
    for candidate in candidates:
        seen.setdefault((candidate.key, candidate.operation, candidate.start, candidate.end), candidate)
    return list(seen.values())
