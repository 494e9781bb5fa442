"""What a model adds to what the rules found. It may confirm and add; it may not lose, rename or invent.

Each proposal must stand in the line, letter by letter. Where the model fails, the rules alone are used, and the trace
says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.extracting import grammar
from memory.extracting.extract import normalise
from memory.extracting.reading import Reading, read_line
from memory.facts import Candidate, Operation
from memory.types import Cardinality, FactKind
from memory.words import concepts, fold, plain
from ports import get_port
from ports.errors import ChatError
from ports.extraction import LineToRead, Proposal, ProposedFact

RULES = "rules"
SURE, CONFIRMED = 0.7, 0.95  # confidence of what the model alone found, and of what both found
_SILENT = ("poison", "hypothetical", "quoted", "vague", "chitchat")  # of such a line nothing is kept, so none is asked
_ATTRIBUTE = re.compile(r"[a-z][a-z _-]{1,39}")
_CUSTOMER = frozenset({"", "customer", "the customer", "user", "i", "me", "我", "本人"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """`candidates`: those of the rules first, unchanged but for their confidence. `notes`: codes for the trace."""

    candidates: tuple[Candidate, ...]
    by: str = RULES
    notes: tuple[str, ...] = ()


def read_along(reading: Reading, found: Sequence[Candidate]) -> Extraction:
    """With no transaction open: a model may take its time. Never fails."""
    rules = Extraction(candidates=tuple(found))
    extractor = get_port("extractor")
    if extractor.name == RULES:
        return rules
    flag = next((name for name in _SILENT if getattr(reading, name)), "")
    if flag:
        return replace(rules, notes=(f"not_asked:{flag}",))
    try:
        proposal = extractor.propose(LineToRead(text=reading.text, said_at=reading.at))
    except ChatError as error:
        return replace(rules, notes=(f"fell_back:{error.fault}",))
    return join(reading, found, proposal)


def join(reading: Reading, found: Sequence[Candidate], proposal: Proposal) -> Extraction:
    """Pure."""
    candidates, notes = list(found), ["repaired"] if proposal.repairs else []
    for fact in proposal.facts:
        proposed, fault = _checked(reading, fact)
        if proposed is None:
            notes.append(f"refused:{fault}")
            continue
        twin = next((place for place, known in enumerate(candidates) if _same(known, proposed)), None)
        if twin is None:
            candidates.append(proposed)
        elif twin < len(found):
            candidates[twin] = replace(candidates[twin], confidence=max(candidates[twin].confidence, CONFIRMED))
    return Extraction(candidates=tuple(candidates), by=proposal.by or RULES, notes=tuple(dict.fromkeys(notes)))


def _checked(reading: Reading, fact: ProposedFact) -> tuple[Candidate | None, str]:
    """The candidate, or why there is none."""
    place = _place(reading.text, fact.quote)
    if place is None:
        return None, "not_in_line"
    start, end = place
    if _place(reading.text[start:end], fact.value) is None:
        return None, "value_not_in_line"
    subject = "" if fact.subject.strip().lower() in _CUSTOMER else fact.subject.strip()
    if not _named(reading.text, subject) or not _named(reading.text, fact.entity):
        return None, "name_not_in_line"
    if not _ATTRIBUTE.fullmatch(fact.attribute) or fact.attribute in ("instruction", "note", "retraction"):
        return None, "attribute"
    if read_line(reading.text[start:end], reading.at).poison:
        return None, "instruction"
    if _asked(reading, start, end):
        return None, "question"
    return _candidate(reading, fact, subject=plain(subject).lower(), start=start, end=end), ""


def _candidate(reading: Reading, fact: ProposedFact, *, subject: str, start: int, end: int) -> Candidate:
    return Candidate(
        kind=FactKind(fact.kind),
        subject=subject,
        entity=plain(fact.entity).lower().strip(),
        attribute=fact.attribute.replace("_", " ").strip(),
        value=fact.value.strip(),
        normal=normalise(fact.value),
        text=reading.text[start:end],
        start=start,
        end=end,
        cardinality=Cardinality(fact.cardinality),
        negative=fact.negative,
        confidence=SURE,
        operation=_operation(reading),
    )


def _operation(reading: Reading) -> Operation:
    if grammar.NOT_ME.search(plain(reading.text)):
        return "reattribute"
    if reading.corrected:
        return "correct"
    return "replace" if reading.changed else "state"


def _same(known: Candidate, proposed: Candidate) -> bool:
    """Of one place in the line, and one value within the other: the rules' reading stands.

    Where the rules only noted a clause whole, a value in it is news.
    """
    apart = known.end <= proposed.start or proposed.end <= known.start
    a, b = normalise(known.value), normalise(proposed.value)
    noted = a == normalise(known.text)
    return not apart and (a == b or a in b or (b in a and not noted))


def _asked(reading: Reading, start: int, end: int) -> bool:
    """Does the quote stand in a clause that asks?"""
    for clause in reading.clauses:
        if clause.start < end and start < clause.end:
            mark = reading.text[clause.end : clause.end + 1]
            if mark in ("?", "？") or grammar.ASKS.search(plain(clause.text)):
                return True
    return False


def _named(text: str, name: str) -> bool:
    """Stands in the line, or means what something in it means."""
    return not name.strip() or _place(text, name) is not None or bool(concepts(name) & concepts(text))


def _place(text: str, part: str) -> tuple[int, int] | None:
    """Where it stands, whatever the width, case and script."""
    part = part.strip()
    at = text.find(part)
    if at < 0:
        whole, wanted = fold(text), fold(part)
        at = whole.find(wanted) if len(whole) == len(text) and len(wanted) == len(part) else -1
    return (at, at + len(part)) if part and at >= 0 else None
