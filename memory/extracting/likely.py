# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a clause states that needs a second look: choices, changes, dealings, what a thing is. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.extracting import grammar
from memory.extracting.context import SET, Context, head_of
from memory.extracting.operations import denied, means_everything, orders_forgetting, says_what, turns_down
from memory.extracting.phrases import find, level
from memory.extracting.things import HEAD_END, SERVICE, first_person, is_negated, own_words, thing
from memory.facts import Candidate
from memory.types import Cardinality, FactKind
from memory.words import naming_words

_SERVICES = frozenset(
    naming_words(
        "please put record note confirm check fix help send reply update advise know just do 帮忙 处理 安排 查查 看看 麻烦 弄 一下 核实 确认 记录"
    )
)
_SUITS = re.compile(
    r"(?P<value>.{2,40}?)(?:就行|就好(?!了)|就可以|即可|最好|更方便|比较方便|更合适)|(?P<en>.{3,60}?),? (?:is|are|works?|would be|'d be) (?:best|better|easiest|preferable|preferred)\b|(?P<bare>.{3,40}) better for me",
    re.I,
)
_SETS = re.compile(r"定(?=\d)")
_MOVES = re.compile(
    r"\b(?:drop|rais|lower|cut|reduc|increas|bump|mov|chang|switch|push|set|put)\w* (?P<head>(?:the |my |our )?[\w' ]{2,30}?) (?:to|at|on) (?P<value>.+)",
    re.I,
)
_NEVER = re.compile(r"[不没别]|\b(?:not|never|no longer)\b|n't\b", re.I)
_BOUGHT = re.compile(
    r"(?:买了|买的是|下单了?|订了|定了|收到了?|拍了)(?P<value>.{2,30})|\b(?:i|we)(?:'ve| have)? (?:just )?(?:bought|ordered|purchased|got myself|picked up) (?P<en>.{3,60})",
    re.I,
)


def likely(context: Context) -> Iterator[Candidate]:
    """What needs a second look: choices, changes, dealings, what a thing is."""
    yield from _choices(context)
    yield from _changes(context)
    if own_words(context):
        yield from _dealings(context)
        yield from _bought(context)
        yield from _copula(context)


def choices_at_once(context: Context) -> Iterator[Candidate]:
    """What was chosen, ruled out or asked for: the very next turn may refer to it."""
    yield from (replace(candidate, at_once=True) for candidate in _choices(context) if candidate.attribute in _POINTS)


_POINTS = frozenset({"decision", "request"})


def _choices(context: Context) -> Iterator[Candidate]:
    said = context.clause.text
    if orders_forgetting(said) and (says_what(said) or means_everything(level(said))):
        yield context.make(
            FactKind.DECISION, "retraction", context.clause.text, cardinality=SET, negative=True, operation="forget"
        )
        return
    chosen = find("choose", context.flat)
    asks = chosen is not None and SERVICE.match(context.flat[chosen.end() :].strip())
    if chosen and not asks and not _into(context.flat):
        for choice in thing(context, chosen.end(), "decision", FactKind.DECISION):
            topic = context.topic
            yield replace(choice, entity=topic, cardinality=Cardinality.ONE if topic else SET)
    elif turns_down(context.flat):
        yield context.make(
            FactKind.DECISION, "retraction", context.clause.text, entity=context.topic, cardinality=SET, negative=True,
            operation=context.operation if says_what(context.clause.text) else "retract",
        )  # fmt: skip
    elif suits := _SUITS.search(context.flat):
        group = next(name for name in ("value", "en", "bare") if suits[name])
        if len(naming_words(suits[group])) >= 1:
            yield context.at(
                *suits.span(group), FactKind.PREFERENCE, "preference", entity=context.topic,
                cardinality=Cardinality.ONE if context.topic else SET,
            )  # fmt: skip
    elif grammar.REQUEST.search(context.flat) and len(naming_words(context.clause.text) - _SERVICES) > 1:
        yield context.make(
            FactKind.PREFERENCE, "request", context.clause.text, entity=context.topic, cardinality=SET, confidence=0.6
        )


def _into(flat: str) -> re.Match[str] | None:
    return find("new_value", flat) or _SETS.search(flat)


def _changes(context: Context) -> Iterator[Candidate]:
    """A thing that now has another value: "the billing day is now the 18th", 账单日改成18号."""
    moves, into = _MOVES.search(context.flat), _into(context.flat)
    if into is not None:
        named, start = context.clause.text[: into.start()], into.end()
    elif moves is not None:
        named, start = moves["head"], moves.start("value")
    else:
        return
    head = head_of(HEAD_END.sub("", named)) or head_of(context.before) or context.topic
    for change in thing(context, start, "is", FactKind.FACT, entity=head, operation="replace"):
        if not denied(context.clause.text, change.start - context.clause.start, change.end - context.clause.start):
            yield change


def _dealings(context: Context) -> Iterator[Candidate]:
    """The first of what one cannot do, uses, has, wants or aims at."""
    if not context.subject and not first_person(context.flat):
        return
    for name, attribute in _DEALINGS:
        found = find(name, context.flat)
        if found is None or is_negated(context.flat, found.start()):
            continue
        if not SERVICE.match(context.flat[found.end() :].strip()):
            yield from thing(
                context, found.end(), attribute, FactKind.FACT, entity=context.topic, cardinality=SET
            )  # fmt: skip
            return


_DEALINGS = (("cannot", "cannot"), ("use", "uses"), ("have", "has"), ("want", "wants"), ("goal", "goal"))


def _bought(context: Context) -> Iterator[Candidate]:
    match = _BOUGHT.search(context.flat)
    if match and not _NEVER.search(context.flat[: match.start()]) and (context.subject or first_person(context.flat)):
        start = match.start("value" if match["value"] else "en")
        yield from thing(context, start, "bought", FactKind.EVENT, entity=context.topic, cardinality=SET)


_COPULA = re.compile(
    r"(?P<head>[\u3400-\u9fff]{2,10}?)(?:是|用的是|叫)(?P<value>[^是]{1,30})$"
    r"|\b(?:my|our|the|its) (?P<thing>[\w' -]{2,30}?)(?:'s|\s(?:is|are|was|were|would be|will be))(?: now)?\s(?P<said>\S.{0,60})$",
    re.I,
)
_NO_HEAD = re.compile(r"我$|[他她它这那就但还也都只不可于要总算倒若或凡别]$|^(?:但|可|不|要|这|那|就|还|因)")
_NO_VALUE = re.compile(
    r"^(?:[很太好真不没因为说想要在有这那我你啥什吧吗]|(?:so|too|very|really|not|just|still|quite|pretty|great|good|bad|nice|lovely|terrible|awful|amazing|ok|okay|fine|here|there|because|that|what|how|why|when|if|[a-z]+ing)\b)",
    re.I,
)


def _copula(context: Context) -> Iterator[Candidate]:
    """A thing of the customer's and what it is: "my size is M", 收件人是阿茂. Only in lines that are worth keeping."""
    match = _COPULA.search(context.flat) if context.keeps else None
    if match is None:
        return
    group, head = ("value", match["head"]) if match["head"] else ("said", match["thing"])
    if _NO_VALUE.match(match[group]) or _NO_HEAD.search(head) or not head_of(head):
        return
    for value in thing(context, match.start(group), "is", FactKind.FACT, entity=head_of(head)):
        if not denied(context.clause.text, value.start - context.clause.start, value.end - context.clause.start):
            yield value
