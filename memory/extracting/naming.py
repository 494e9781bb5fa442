"""Facts about names: of the customer, of people and animals in their life. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.extracting import grammar
from memory.extracting.context import SET, Context
from memory.extracting.operations import denied
from memory.facts import Candidate
from memory.types import Cardinality, FactKind
from memory.words import beings, canonical, word_list

_LEAD = re.compile(
    r"^(?:我们?家?的?|他|她|它|那[个只条位]?|这[个只条位]?|一[个只条位]|两[个只条位]|有[个只条位]|[个只条位])+"
)
_WHICH = re.compile(r"[大小老公母男女黑白黄橘花][的只]?|(?:big|small|little|old|young|other)(?:er|est)? one|one|other")
_NOBODY = re.compile(r"^(?:我|他|她|你|您|你们|大家|人|别|不|没|又|就|会|在|都|还|乱|直|大|一直|老是)?$")
_ZH_TAIL = re.compile(r"(?:就得了?|就行了?|就好|吧|啦|哦|呀|啊|了|的|哈)+$")
_DENIES = re.compile(r"(?:不是?|没有?|别)$|\b(?:not|never)$")
_NOT_A_NAME = re.compile(r"^[得不了过着做作我你他她一什啥谁]")


def names(context: Context) -> Iterator[Candidate]:
    flat = context.flat
    for match in [*grammar.ZH_NAME.finditer(flat), *grammar.EN_NAME.finditer(flat)]:
        group = next(i for i, g in enumerate(match.groups(), start=1) if g)
        value = match[group]
        if value.lower() not in _not_names() and not _NOT_A_NAME.match(value):
            yield from _name(context, match.start(group), match.end(group), subject="")
    for match in grammar.ZH_SURNAME.finditer(flat):
        yield context.at(*match.span(1), FactKind.FACT, "surname", subject="", confidence=0.9, at_once=True)
    for match in [*grammar.ZH_CALLED.finditer(flat), *grammar.EN_CALLED.finditer(flat)]:
        who = _LEAD.sub("", match[1])
        if _NOT_A_NAME.match(match[2]) or _DENIES.search(match[1]):
            continue
        if not who and not context.subject and len(counted := beings(context.before)) == 1:
            yield from _name(context, *match.span(2), subject="", entity=next(iter(counted)), cardinality=SET)
        elif not who and context.subject:
            yield from _name(context, *match.span(2), subject=context.subject)
        elif not _NOBODY.match(who):
            yield from _name(context, *match.span(2), subject="", entity=_entity(context, who))
    for match in [
        *grammar.KIN_NAME.finditer(flat),
        *grammar.NAME_KIN.finditer(flat),
        *grammar.ZH_KIN_NAME.finditer(flat),
    ]:
        if match["name"].lower() not in _not_names():
            yield from _name(context, *match.span("name"), subject="", entity=canonical(match["who"]))
    yield from _apposed(context)
    if context.subject:
        for match in grammar.ZH_ITS_NAME.finditer(flat):
            yield from _name(context, *match.span(1), subject=context.subject)


_NAMES = re.compile(r"(?:and |& )?([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?:(?:,? and | & )([A-Z][\w'’-]+))?")


def _apposed(context: Context) -> Iterator[Candidate]:
    """A clause that is nothing but a name, after one about a relative: "my wife drives too, Darlene"."""
    match = _NAMES.fullmatch(context.clause.text)
    if match is None or not context.before.rstrip().endswith(","):
        return
    told = re.split(r"[.!?;]", context.before.rstrip(" ,"))[-1]
    known = sorted(beings(told))
    if len(known) != 1 or _PAIR.search(told):
        return
    for group in (1, 2):
        if match[group] and not match[group].isupper() and match[group].lower() not in _not_names():
            place = match.span(group)
            yield context.at(
                *place, FactKind.FACT, "name", subject="", entity=known[0], cardinality=SET, confidence=0.75,
                at_once=True,
            )  # fmt: skip


_PAIR = re.compile(r"\b(?:called|named|name is|name's)\b", re.I)


def _entity(context: Context, who: str) -> str:
    """ "The big one is called": one of the animals or people that the line has just counted."""
    if _WHICH.fullmatch(who) and (known := sorted(beings(context.before))):
        return f"{known[0]} {who}"
    return entity_of(who)


def entity_of(who: str) -> str:
    """A relative's or animal's canonical name where one stands in the words, else the words."""
    known = sorted(beings(who))
    return known[0] if known else canonical(who)


def _name(
    context: Context,
    start: int,
    end: int,
    *,
    subject: str,
    entity: str = "",
    cardinality: Cardinality = Cardinality.ONE,
) -> Iterator[Candidate]:
    end -= len(context.flat[start:end]) - len(_ZH_TAIL.sub("", context.flat[start:end]) or context.flat[start:end])
    if subject:
        subject, entity = "", entity_of(subject)
    if not denied(context.clause.text, start, end):
        yield context.at(
            start, end, FactKind.FACT, "name", subject=subject, entity=entity, cardinality=cardinality, confidence=0.9,
            at_once=True,
        )  # fmt: skip


def _not_names() -> frozenset[str]:
    return frozenset(word_list("not_names"))
