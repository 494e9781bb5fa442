# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Facts that a clause states in words: where one lives, what one does, likes, has, uses, chooses, asks for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extracting import grammar
from memory.extracting.context import SET, Context, head_of, object_end
from memory.extracting.operations import denied, says_what, turns_down
from memory.extracting.phrases import find
from memory.facts import Candidate
from memory.types import Cardinality, FactKind
from memory.words import attributes, concepts, naming_words

_I = re.compile(r"我|咱|\b(?:i|i'[a-z]+|im|ive|my|me|we|our)\b", re.I)
_NOT_OBJECT = re.compile(
    r"^(?:的|to\b|on\b|that\b|how\b|it\b|this\b|you\b|u\b|me\b|us\b|too\b|been\b|had\b|n't|not\b|\w+ed\b|is\b|was\b|a (?:bit|lot)\b|the (?:idea|sound)|[你您它]|这[个样么]|那[个样么]$|了$|着$|[吗么呢]$)",
    re.I,
)
_SERVICE = re.compile(
    r"^(?:to )?(?:talk|speak|ask|know|check|see|say|report|complain|chat|follow up|find out|make|get|have|be|do|cancel|return|change|book|问|查|看|知道|说|咨询|投诉|反映|聊|退订|退货|退款|改签|取消|报修|预约|办|申请|转人工|开)",
    re.I,
)
_SERVICES = frozenset(
    naming_words(
        "please put record note confirm check fix help send reply update advise know just do 帮忙 处理 安排 查查 看看 麻烦 弄 一下 核实 确认 记录"
    )
)
_AGE = re.compile(
    r"(?P<value>\d{1,3}|[一二三四五六七八九十]{1,4})岁|\b(?:i'?m|i am|(?:she|he)(?:'s| is)|just turned|turned|aged?) (?P<en>[1-9]\d?)(?! ?(?:%|[a-z]*(?:am|pm|km|kg|miles|minutes|hours|days|weeks|months|pounds|floor)))\b(?!:)|\b(?P<old>\d{1,3})[ -](?:years?|yr)s?[ -]old",
    re.I,
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
_HEAD_END = re.compile(
    r"(?:想|再|要|把|给|就|也|都|已经|现在|以后|帮我|请|麻烦|的|是|我|me|my|to|the|i|we|is|has|have|been|was|so|and|now|please|can|you)\s*$",
    re.I,
)
_BOUGHT = re.compile(
    r"(?:买了|买的是|下单了?|订了|定了|收到了?|拍了)(?P<value>.{2,30})|\b(?:i|we)(?:'ve| have)? (?:just )?(?:bought|ordered|purchased|got myself|picked up) (?P<en>.{3,60})",
    re.I,
)


def certain(context: Context) -> Iterator[Candidate]:
    """What the set phrases of a clause make sure of: where one lives and works, age, likes, allergies, states."""
    yield from _home(context)
    yield from _tastes(context)
    yield from _allergies(context)
    if _own_words(context) and not turns_down(context.flat):
        yield from _age(context)
        yield from _work(context)


def likely(context: Context) -> Iterator[Candidate]:
    """What needs a second look: choices, changes, dealings, what a thing is."""
    yield from _choices(context)
    yield from _changes(context)
    if _own_words(context):
        yield from _dealings(context)
        yield from _bought(context)
        yield from _copula(context)


def _own_words(context: Context) -> bool:
    return not context.subject or context.operation != "reattribute"


def _value(context: Context, start: int, attribute: str, kind: FactKind, **more: object) -> Iterator[Candidate]:
    """What follows `start` is the value, when it is a thing at all."""
    end = _before_day(context, start, object_end(context.clause.text, start))
    value = context.flat[start:end].strip()
    if len(value) >= 2 and not _NOT_OBJECT.match(value):
        yield context.at(start, end, kind, attribute, **more)


def _before_day(context: Context, start: int, end: int) -> int:
    """Without a day at its end: York, of "to York last week"."""
    offset = context.clause.start
    for moment in context.reading.moments:
        if start < moment.start - offset < end <= moment.end - offset + 1:
            return moment.start - offset
    return end


def _tastes(context: Context) -> Iterator[Candidate]:
    dislike = find("dislike", context.flat)
    match = dislike or find("like", context.flat)
    if match is None:
        return
    asks = context.flat[: match.start()].rstrip().lower().endswith(("would", "'d")) and _SERVICE.match(
        context.flat[match.end() :].strip()
    )
    if asks or not (context.subject or _I.search(context.flat) or "\u3400" <= match[0][0] <= "\u9fff"):
        return
    for taste in _value(context, match.end(), "preference", FactKind.PREFERENCE, at_once=True, negative=bool(dislike)):
        yield _keyed(context, taste)
        return
    thing = _HEAD_END.sub("", context.flat[: match.start()]).strip()
    if thing and "\u3400" <= match[0][0] <= "\u9fff":
        taste = context.at(0, len(thing), FactKind.PREFERENCE, "preference", at_once=True, negative=bool(dislike))
        yield _keyed(context, taste)


def _keyed(context: Context, taste: Candidate) -> Candidate:
    """What is liked is the entity, so that liking and disliking the same thing are two versions of one fact."""
    words = sorted(naming_words(taste.value))
    entity = context.topic if context.operation in ("replace", "correct") and context.topic else " ".join(words)
    return replace(taste, entity=entity or context.topic)


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


def _choices(context: Context) -> Iterator[Candidate]:
    chosen = find("choose", context.flat)
    asks = chosen is not None and _SERVICE.match(context.flat[chosen.end() :].strip())
    if chosen and not asks and not _into(context.flat):
        for choice in _value(context, chosen.end(), "decision", FactKind.DECISION):
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
    head = head_of(_HEAD_END.sub("", named)) or head_of(context.before) or context.topic
    for change in _value(context, start, "is", FactKind.FACT, entity=head, operation="replace"):
        if not denied(context.clause.text, change.start - context.clause.start, change.end - context.clause.start):
            yield change


def _age(context: Context) -> Iterator[Candidate]:
    for match in _AGE.finditer(context.flat):
        group = next(name for name in ("value", "en", "old") if match[name])
        yield context.at(*match.span(group), FactKind.FACT, "age", at_once=True, confidence=0.8)


def _home(context: Context) -> Iterator[Candidate]:
    match = grammar.ADDRESS.search(context.flat)
    if match is None or turns_down(context.flat):
        return
    group = "zh" if match["zh"] else "en"
    dwells = re.search(r"住在?$|家在$|搬[到去]了?$", context.flat[: match.start(group)])
    if (dwells or grammar.PLACE.search(match[group])) and len(match[group].strip()) >= 2:
        end = object_end(context.clause.text[: match.end(group)], match.start(group))
        end = _before_day(context, match.start(group), end)
        yield context.at(match.start(group), end, FactKind.CONTACT, "address", confidence=0.75, at_once=True)


def _work(context: Context) -> Iterator[Candidate]:
    job = grammar.WORKS.search(context.flat)
    if job and not (job["is"] and not context.subject and not _I.search(context.flat)):
        group = next(name for name in ("zh", "en", "is") if job[name])
        end = object_end(context.clause.text[: job.end(group)], job.start(group))
        yield context.at(job.start(group), end, FactKind.FACT, "job", at_once=True)
    elif being := grammar.IDENTITY.search(context.flat):
        place = being.span(1 if being[1] else 2)
        yield context.at(*place, FactKind.FACT, "is", cardinality=SET, at_once=True)
    elif state := find("state", context.flat):
        gone = _is_negated(context.flat, state.start())
        if context.subject or _I.search(context.flat):
            yield context.at(
                *state.span(), FactKind.FACT, "is", cardinality=SET, at_once=True, negative=gone,
                operation="retract" if gone else context.operation,
            )  # fmt: skip


def _dealings(context: Context) -> Iterator[Candidate]:
    """The first of what one cannot do, uses, has, wants or aims at."""
    if not context.subject and not _I.search(context.flat):
        return
    for name, attribute in _DEALINGS:
        found = find(name, context.flat)
        if found is None or _is_negated(context.flat, found.start()):
            continue
        if not _SERVICE.match(context.flat[found.end() :].strip()):
            yield from _value(
                context, found.end(), attribute, FactKind.FACT, entity=context.topic, cardinality=SET
            )  # fmt: skip
            return


_DEALINGS = (("cannot", "cannot"), ("use", "uses"), ("have", "has"), ("want", "wants"), ("goal", "goal"))


def _bought(context: Context) -> Iterator[Candidate]:
    match = _BOUGHT.search(context.flat)
    if match and (context.subject or _I.search(context.flat)):
        start = match.start("value" if match["value"] else "en")
        yield from _value(context, start, "bought", FactKind.EVENT, entity=context.topic, cardinality=SET)


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
    yield from _value(context, match.start(group), "is", FactKind.FACT, entity=head_of(head))


def _is_negated(flat: str, start: int) -> bool:
    return bool(re.search(r"(?:不|没|别|未|\bnot|n't|\bnever|\bno)\s*$", flat[:start], re.I))


def events(context: Context) -> Iterator[Candidate]:
    """Something with a day: its date is the normalised value."""
    clause = context.clause
    for moment in context.reading.moments:
        kept = sorted(attributes(clause.text) & set(_YEARLY))
        if kept and clause.start <= moment.start < clause.end and moment.grain == "day":
            place = (moment.start - clause.start, moment.end - clause.start)
            yield context.at(*place, FactKind.FACT, _YEARLY[kept[0]], normal=moment.day.isoformat()[5:], at_once=True)
            return
        if moment.day == context.reading.at.date() or not clause.start <= moment.start < clause.end:
            continue
        topic = context.topic
        if topic and len(clause.text) > len(moment.text) + 2:
            normal = moment.day.isoformat() if moment.grain == "day" else moment.day.isoformat()[:7]
            yield context.make(
                FactKind.EVENT, "date", clause.text, entity=topic, cardinality=SET, normal=normal, confidence=0.75,
                operation="state",
            )  # fmt: skip


_YEARLY = {"birth": "birthday", "anniversary": "anniversary"}


def about_others(context: Context, found: bool) -> Iterator[Candidate]:
    """What is said of a relative or friend and fits no attribute: kept as said, as theirs."""
    if found or not context.subject or not grammar.PREDICATE.search(context.flat):
        return
    if concepts(context.clause.text) - {"relation", "name"} and len(naming_words(context.clause.text)) > 1:
        yield context.make(FactKind.FACT, "about", context.clause.text, cardinality=SET, confidence=0.6)


def note(context: Context, held: Sequence[Candidate]) -> Iterator[Candidate]:
    """What the clause says beyond the facts read off it: kept as said, under its topic."""
    rest = naming_words(context.clause.text) - naming_words(" ".join(f"{c.value} {c.entity}" for c in held))
    if _DENIES.match(context.flat) or (held and len(rest) < _TELLING):
        return
    if len(rest) > 1 or (rest and context.topic):
        yield context.make(
            FactKind.STATUS, "note", context.clause.text, entity=context.topic, cardinality=SET, confidence=0.5
        )


_TELLING = 3  # naming words beyond the values of its facts, from which a clause says something of its own
_DENIES = re.compile(r"^(?:不是|不叫|not\b)", re.I)
