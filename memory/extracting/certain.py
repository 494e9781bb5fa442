# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Facts that the set phrases of a clause make sure of: home, work, age, likes, allergies, states, days. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.extracting import grammar
from memory.extracting.context import SET, Context, normalise, object_end
from memory.extracting.operations import turns_down
from memory.extracting.phrases import find
from memory.extracting.things import HEAD_END, SERVICE, before_day, first_person, is_negated, own_words, thing
from memory.facts import Candidate
from memory.types import FactKind
from memory.words import naming_words

_AGE = re.compile(
    r"(?P<value>(?:\d{1,3}|[一二三四五六七八九十]{1,4})(?:岁|周岁)[半多]?)|(?P<months>\b\d{1,2} (?:month|week)s old\b)|\b(?:i'?m|i am|(?:she|he)(?:'s| is)|just turned|turned|aged?) (?P<en>[1-9]\d?)(?! ?(?:%|[a-z]*(?:am|pm|km|kg|miles|minutes|hours|days|weeks|months|pounds|floor)))\b(?!:)|\b(?P<old>\d{1,3})[ -](?:years?|yr)s?[ -]old",
    re.I,
)

_ALONE = re.compile(r"只有(?P<value>.{2,20}?)(?:才行|才可以)|\bonly (?P<en>.{3,40}?) (?:will|would|'ll) do\b", re.I)

_AGAIN = re.compile(
    r"(?P<value>[^\s，,。]{2,12}?)[也又](?:可以|能)[吃喝用穿戴]了?$"
    r"|(?P<en>[\w' -]{3,40}?) (?:is|are) (?:fine|ok|okay|all right|alright|good) again\b",
    re.I,
)
_ONLY = re.compile(r"只|only\b", re.I)


def certain(context: Context) -> Iterator[Candidate]:
    """What the set phrases of a clause make sure of: where one lives and works, age, likes, allergies, states."""
    yield from _home(context)
    yield from _tastes(context)
    yield from _allergies(context)
    if own_words(context) and not turns_down(context.flat):
        yield from _age(context)
        yield from _work(context)


def _tastes(context: Context) -> Iterator[Candidate]:
    dislike = find("dislike", context.flat)
    match = dislike or find("like", context.flat)
    if match is None:
        if suits := _ALONE.search(context.flat) or _AGAIN.search(context.flat):
            group = "value" if suits["value"] else "en"
            wish = context.at(*suits.span(group), FactKind.PREFERENCE, "preference", at_once=True)
            yield _of_its_kind(context, wish)
        return
    asks = context.flat[: match.start()].rstrip().lower().endswith(("would", "'d")) and SERVICE.match(
        context.flat[match.end() :].strip()
    )
    if asks or not (context.subject or first_person(context.flat) or "\u3400" <= match[0][0] <= "\u9fff"):
        return
    for taste in thing(context, match.end(), "preference", FactKind.PREFERENCE, at_once=True, negative=bool(dislike)):
        yield _of_its_kind(context, taste) if _ONLY.match(match[0]) else _keyed(context, taste)
        return
    named = HEAD_END.sub("", context.flat[: match.start()]).strip()
    if named and "\u3400" <= match[0][0] <= "\u9fff":
        taste = context.at(0, len(named), FactKind.PREFERENCE, "preference", at_once=True, negative=bool(dislike))
        yield _keyed(context, taste)


def _of_its_kind(context: Context, wish: Candidate) -> Candidate:
    """What alone will do, or will do again, settles what is wished of all things of its kind."""
    return replace(wish, entity=context.topic) if context.topic else _keyed(context, wish)


def _keyed(context: Context, taste: Candidate) -> Candidate:
    """What is liked is the entity, so that liking and disliking the same thing are two versions of one fact."""
    thing_liked = _ARTICLE.sub("", taste.normal)
    if len(thing_liked) > _LONGEST_NAME:
        thing_liked = " ".join(sorted(naming_words(taste.value)))
    return replace(taste, entity=thing_liked or context.topic)


_ARTICLE = re.compile(r"^(?:the|a|an|my|your|this|that)\s+|^(?:那|这|你们的?|我的)[个种款家]?")
_LONGEST_NAME = 24


def _allergies(context: Context) -> Iterator[Candidate]:
    if "过敏" not in context.flat and "llerg" not in context.flat:
        return
    for match in grammar.ALLERGY.finditer(context.flat):
        group = next((i for i, g in enumerate(match.groups(), start=1) if g), 0)
        start, end = match.span(group)
        if group == 3:
            end = object_end(context.clause.text[:end], start)
        before = context.flat[: match.start()]
        gone = bool(
            re.search(
                r"不(?!是)|没有?|\bnot\b|\bno\b|\bnever\b|n't\b", before + context.flat[start : match.end()], re.I
            )
        )
        value = context.flat[start:end].strip().lower()
        if value in ("that", "this", "the", "an", "my", "any", "food") or not value:
            continue
        yield context.at(
            start, end, FactKind.FACT, "allergy", cardinality=SET, negative=gone, confidence=0.85, at_once=True,
            operation="retract" if gone else context.operation if context.operation == "reattribute" else "state",
        )  # fmt: skip


def _age(context: Context) -> Iterator[Candidate]:
    if not any(sign in context.flat for sign in _AGE_SIGNS):
        return
    matches = list(_AGE.finditer(context.flat))
    matches += _BARE_AGE.finditer(context.flat) if context.subject and not _MEASURED.search(context.flat) else ()
    for match in matches:
        group = next(name for name, value in match.groupdict().items() if value)
        if not context.subject and not first_person(context.flat) and _SOMEONE.sub("", context.flat[: match.start()]):
            continue  # somebody else's, or an animal's
        yield context.at(match.start(group), match.end(group), FactKind.FACT, "age", at_once=True, confidence=0.8)


_MEASURED = re.compile(r"\b(?:size|number|weight|height|room|table|seat|floor|code|house|flat|gate)\b", re.I)
_BARE_AGE = re.compile(
    r"(?:\b(?:is|turns|turning)|[a-z]'s) (?P<aged>[1-9]\d?)(?=\s*(?:$|(?:and|but|so|now|already)\b))", re.I
)
_AGE_SIGNS = ("岁", "old", "'m ", "'s ", "m ", " is ", "am ", "turned", "age")
_SOMEONE = re.compile(r"今年|已经|快|刚|才|满|都|虚岁|周岁|现在|\s|\b(?:and|now|just|so|already)\b", re.I)


def _home(context: Context) -> Iterator[Candidate]:
    match = grammar.ADDRESS.search(context.flat)
    if turns_down(context.flat):
        return
    if match is None:
        if (bare := _STREET.match(context.clause.text)) and not context.subject:
            home = context.at(*bare.span("street"), FactKind.CONTACT, "address", confidence=0.7, at_once=True)
            yield _with_the_rest(context, home)
        return
    group = "zh" if match["zh"] else "en"
    dwells = re.search(r"住在?$|家在$|搬[到去]了?$", context.flat[: match.start(group)])
    if (dwells or grammar.PLACE.search(match[group])) and len(match[group].strip()) >= 2:
        end = object_end(context.clause.text[: match.end(group)], match.start(group))
        end = before_day(context, match.start(group), end)
        home = context.at(match.start(group), end, FactKind.CONTACT, "address", confidence=0.75, at_once=True)
        yield _with_the_rest(context, home)


def _with_the_rest(context: Context, home: Candidate) -> Candidate:
    """With the town, the postcode or the number that follow the street after a comma or a space."""
    line, end = context.reading.text, home.end
    while home.end >= context.clause.end - 1 and (more := _GOES_ON.match(line, end)):
        end = more.end("more" if more["more"] else "zh")
    if end == home.end:
        return home
    value = line[home.start : end]
    return replace(home, value=value, normal=normalise(value), end=end)


_STREET = re.compile(  # a house number and a street that stand alone are whoever tells them's own: "19 Elm Lane flat 2"
    r"(?:(?:(?:so|and|now|it's|its|it is|that's|we're|i'm|we are|i am|new (?:address|place|house)(?: is|'s)?|address(?: is|:)?)\s+)*(?:at |in )?)"
    r"(?P<street>\d{1,4}[A-Za-z]?,? (?:[A-Z][\w'’-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Close|Court|Terrace|Hill|Place|Square"
    r"|Gardens|Grove|Crescent|Way|Row|Mews|Boulevard|Blvd)\b(?:,? (?:flat|apt|unit|apartment|#) ?\d+[A-Za-z]?)?)",
    re.I,
)
_GOES_ON = re.compile(
    r"[,，]?\s+(?P<more>[A-Z][\w'’-]+(?: [A-Z0-9][\w'’-]*){0,4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?=\s*(?:[,.;!?]|$))"
    r"|[，,\s]\s*(?P<zh>[\u3400-\u9fffA-Za-z0-9-]{0,12}?(?:[路街区號号栋幢楼室村镇巷弄苑园座层]|单元|小区|大厦|广场)[A-Za-z0-9-]{0,5})(?=\s*(?:[，,。；;！!]|\s|$))"
)


def _work(context: Context) -> Iterator[Candidate]:
    job = grammar.WORKS.search(context.flat)
    if job and not (job["is"] and not context.subject and not first_person(context.flat)):
        group = next(name for name in ("zh", "en", "is") if job[name])
        end = object_end(context.clause.text[: job.end(group)], job.start(group))
        yield context.at(job.start(group), end, FactKind.FACT, "job", at_once=True)
    elif being := grammar.IDENTITY.search(context.flat):
        place = being.span(1 if being[1] else 2)
        yield context.at(*place, FactKind.FACT, "is", cardinality=SET, at_once=True)
    elif state := find("state", context.flat):
        gone = is_negated(context.flat, state.start())
        if context.subject or first_person(context.flat):
            yield context.at(
                *state.span(), FactKind.FACT, "is", cardinality=SET, at_once=True, negative=gone,
                operation="retract" if gone else context.operation,
            )  # fmt: skip
