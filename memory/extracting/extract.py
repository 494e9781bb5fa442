"""Facts from one line of a customer, by a small grammar for Chinese and English. No vocabulary of any trade in here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.extracting import grammar
from memory.extracting.reading import KIN, Clause, Reading
from memory.facts import Candidate, Operation
from memory.types import Cardinality, FactKind
from memory.words import concepts, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    reading: Reading
    clause: Clause
    flat: str
    subject: str
    operation: Operation


def extract(reading: Reading) -> tuple[Candidate, ...]:
    """Candidates of a line; none from small talk, hypotheticals, quoted people, vague talk or attempts at poisoning."""
    if reading.poison or reading.vague or reading.hypothetical or reading.quoted:
        return ()
    found: dict[tuple[str, int, int], Candidate] = {}
    for clause in reading.clauses:
        context = _context(reading, clause)
        for candidate in _from_clause(context):
            found.setdefault((candidate.attribute, candidate.start, candidate.end), candidate)
    return tuple(found.values())


def _context(reading: Reading, clause: Clause) -> _Context:
    kin = KIN.search(plain(clause.text))
    flat = plain(clause.text)
    return _Context(
        reading=reading, clause=clause, flat=flat, subject=_subject(flat, kin), operation=_operation(reading, flat)
    )


def _subject(flat: str, kin: re.Match[str] | None) -> str:
    """A relative or friend is the subject when the clause speaks of them before it speaks of the customer."""
    if kin is None:
        return ""
    before = flat[: kin.start()]
    first_person = re.search(r"我(?!的?$|家)|\bI\b(?!'?s)", before)
    return "" if first_person else kin[0].lower()


def _operation(reading: Reading, flat: str) -> Operation:
    if grammar.NOT_ME.search(plain(reading.text)):
        return "reattribute"
    if reading.corrected:
        return "correct"
    return "replace" if reading.changed else "state"


def _from_clause(context: _Context) -> Iterator[Candidate]:
    mark = context.reading.text[context.clause.end : context.clause.end + 1]  # clauses are cut before their mark
    yield from _literals(context)
    if mark in ("?", "？") or grammar.ASKS.search(context.flat) or context.reading.chitchat:
        return
    yield from _names(context)
    yield from _contact(context)
    yield from _tastes(context)
    yield from _choices(context)
    yield from _events(context)


def _make(context: _Context, kind: FactKind, attribute: str, value: str, **more: object) -> Candidate:
    clause = context.clause
    fields: dict[str, object] = {
        "kind": kind,
        "subject": context.subject,
        "entity": "",
        "attribute": attribute,
        "value": value.strip(),
        "normal": normalise(value),
        "text": clause.text,
        "start": clause.start,
        "end": clause.end,
        "operation": context.operation,
    }
    return Candidate(**(fields | more))  # type: ignore[arg-type]  # the keywords are Candidate's own


def normalise(value: str) -> str:
    return re.sub(r"[\s,，。.!！]+", " ", plain(value).lower()).strip()


def _literals(context: _Context) -> Iterator[Candidate]:
    text = context.clause.text
    for match in grammar.EMAIL.finditer(text):
        yield _at(match, _make(context, FactKind.CONTACT, "email", match[0], confidence=0.95, at_once=True))
    rest = grammar.EMAIL.sub(lambda m: " " * len(m[0]), text)
    for match in grammar.CODE.finditer(rest):
        if not grammar.HELD_BEFORE.search(text[: match.start()]):
            yield _at(match, _code(context, match))
    rest = grammar.CODE.sub(lambda m: " " * len(m[0]), rest)
    for match in grammar.PHONE.finditer(rest):
        phone = _make(context, FactKind.CONTACT, "phone", match[0], confidence=0.9, at_once=True)
        yield _at(match, replace(phone, normal=re.sub(r"\D", "", match[0])))
    topic = _topic(context)
    for match in grammar.WEIGHT.finditer(text):
        series = _make(context, FactKind.STATUS, "weight", match[0], entity=topic, at_once=True)
        yield _at(match, replace(series, cardinality=Cardinality.SERIES))
    for match in grammar.MONEY.finditer(text):
        amount = _make(context, FactKind.FACT, "amount", match[0], entity=topic, operation="state", at_once=True)
        yield _at(match, replace(amount, cardinality=Cardinality.SET))


def _at(match: re.Match[str], candidate: Candidate) -> Candidate:
    """Its source is the value itself, not the whole clause."""
    return replace(candidate, start=candidate.start + match.start(), end=candidate.start + match.end())


def _code(context: _Context, match: re.Match[str]) -> Candidate:
    name = _label(context, match)
    about = concepts(name) or concepts(context.clause.text)
    if (about & {"phone"} and not about & {"order", "reference"}) or name in ("尾号", "手机号", "电话"):
        one, kind = ("card", FactKind.FACT) if "card" in concepts(context.clause.text) else ("phone", FactKind.CONTACT)
        return _make(context, kind, one, match[0], confidence=0.85, at_once=True)
    code = _make(
        context, FactKind.FACT, "code", match[0], entity=name, operation="state", confidence=0.85, at_once=True
    )
    return replace(code, cardinality=Cardinality.SET, normal=re.sub(r"[\s-]", "", match[0].upper()))


def _label(context: _Context, match: re.Match[str]) -> str:
    """The noun that names a code: the nearest before it, else in its clause, else earlier in the line."""
    texts = (
        context.clause.text[: match.start()],
        context.clause.text,
        context.reading.text[: context.clause.start],
    )
    for text in texts:
        found = [label[0].lower() for label in grammar.LABELS.finditer(text)]
        telling = [label for label in found if label not in _BARE_LABELS] or found
        if telling:
            return telling[-1]
    return ""


_BARE_LABELS = frozenset({"number", "号", "號", "no"})


def _topic(context: _Context) -> str:
    about = sorted(concepts(context.clause.text) - _GENERIC)
    return about[0] if about else ""


_GENERIC = frozenset(
    "quantity relation city language size time date choice like dislike cancel start end age cause distance frequency "
    "person plan goal diet reference name appointment colour fault material".split()
)


def _names(context: _Context) -> Iterator[Candidate]:
    text = context.clause.text
    certain = {"confidence": 0.9, "at_once": True}
    for match in [*grammar.ZH_NAME.finditer(text), *grammar.EN_NAME.finditer(text)]:
        name = next(g for g in match.groups() if g)
        if name.lower() not in _NOT_NAMES:
            yield _make(
                context, FactKind.FACT, "name", name.removesuffix("就得").removesuffix("就行"), subject="", **certain
            )
    for match in grammar.ZH_SURNAME.finditer(text):
        yield _make(context, FactKind.FACT, "surname", match[1], subject="", **certain)
    for match in [*grammar.ZH_CALLED.finditer(text), *grammar.EN_CALLED.finditer(text)]:
        who = re.sub(r"^(?:我们?家?的?|他|她|它|那[个只条]|这[个只条]|一[个只条])", "", match[1]) or match[1]
        if not re.fullmatch(r"我|他|她|你|您|你们|大家|人|别", match[1]):
            yield _make(context, FactKind.FACT, "name", match[2], subject="", entity=canonical(who), **certain)
    for match in grammar.KIN_NAME.finditer(text):
        yield _make(
            context, FactKind.FACT, "name", match["name"], subject="", entity=canonical(match["who"]), **certain
        )
    for match in grammar.IDENTITY.finditer(plain(text)):
        value = next(g for g in match.groups() if g)
        yield _make(context, FactKind.FACT, "is", value, cardinality=Cardinality.SET, at_once=True)


_NOT_NAMES = frozenset("sorry sure glad happy here back done fine not going just so still on in out good ok".split())


def canonical(word: str) -> str:
    """One name for words of the same meaning, else the folded word itself."""
    found = sorted(concepts(word) - {"relation", "name", "size", "city"})
    return found[0] if found else plain(word).lower().strip()


def _contact(context: _Context) -> Iterator[Candidate]:
    for match in grammar.ADDRESS.finditer(context.clause.text):
        value = match["zh"] or match["en"] or ""
        if len(value.strip()) >= 3 and grammar.PLACE.search(value):
            yield _make(context, FactKind.CONTACT, "address", value, confidence=0.75, at_once=True)


def _tastes(context: _Context) -> Iterator[Candidate]:
    flat = context.flat
    for match in grammar.ALLERGY.finditer(flat):
        value = next((g for g in match.groups() if g), match[0])
        negative = bool(re.search(r"不|没|\bnot\b|\bno\b", flat[: match.start()], re.I))
        yield _make(
            context,
            FactKind.FACT,
            "allergy",
            value,
            cardinality=Cardinality.SET,
            negative=negative,
            confidence=0.85,
            at_once=True,
            operation="retract" if negative else "state",
        )
    disliked = bool(grammar.DISLIKE.search(flat))
    if disliked or grammar.LIKE.search(flat):
        topic = _topic(context)
        yield _make(
            context,
            FactKind.PREFERENCE,
            "preference",
            context.clause.text,
            entity=topic,
            negative=disliked,
            cardinality=Cardinality.ONE if topic else Cardinality.SET,
            at_once=True,
        )


def _choices(context: _Context) -> Iterator[Candidate]:
    if grammar.DECIDE.search(context.flat):
        topic = _topic(context)
        yield _make(
            context,
            FactKind.DECISION,
            "decision",
            context.clause.text,
            entity=topic,
            cardinality=Cardinality.ONE if topic not in ("", "choice") else Cardinality.SET,
        )
    elif grammar.RETRACT.search(context.flat):
        yield _make(
            context,
            FactKind.DECISION,
            "retraction",
            context.clause.text,
            entity=_topic(context),
            cardinality=Cardinality.SET,
            negative=True,
        )
    elif grammar.REQUEST.search(context.flat) and len(context.flat) > 5 and _topic(context):
        yield _make(
            context,
            FactKind.PREFERENCE,
            "request",
            context.clause.text,
            entity=_topic(context),
            cardinality=Cardinality.SET,
            confidence=0.6,
        )


def _events(context: _Context) -> Iterator[Candidate]:
    clause = context.clause
    for moment in context.reading.moments:
        if moment.day == context.reading.at.date() or not _topic(context):
            continue
        if clause.start <= moment.start < clause.end and len(clause.text) > len(moment.text) + 2:
            yield _make(
                context,
                FactKind.EVENT,
                "date",
                clause.text,
                entity=_topic(context),
                cardinality=Cardinality.SET,
                normal=moment.day.isoformat() if moment.grain == "day" else moment.day.isoformat()[:7],
                confidence=0.75,
                operation="state",
            )
