# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Facts that a literal carries by itself: e-mails, numbers to call, cards, codes, amounts, measures. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from language.literals import Literal, LiteralKind, find_literals
from memory.extracting import grammar
from memory.extracting.context import SET, Context, head_of, topic_of
from memory.extracting.operations import denied
from memory.extracting.people import SOMEBODY
from memory.facts import Candidate
from memory.types import FactKind
from memory.words import concepts, labels, naming_words

_ENDS = r"(?:尾号|尾四位|末四位|后四位|尾数|\bend(?:s|ing)?(?: in| with)?|\blast (?:four|4)(?: digits)?(?: is| are)?)"
_LABELLED = re.compile(
    rf"(?:{_ENDS}|#|号码?|编号|\b(?:number|no|nr|num|code|pin|id)\b)(?:'s| is| was| it's|[是为:：.]|变成|换成|改成|改做|改为| now)*\s*#?(?P<value>\d{{3,}}[A-Z]?|(?<=#)\d{{2}})(?![\d.,]*\d|[\u3400-\u9fff]?[月日点])",
    re.I,
)
_NAMED_CODE = re.compile(
    r"(?i:\b(?:rego|plate|registration|reg|serial|model|flyer|member(?:ship)?|number|code|ref(?:erence)?|tracking|tag|uid|imei|account|policy|claim|ticket|client|customer|flight|train|booking|order|invoice|stock)\b[^:：\d]{0,40}?[:：]?|[号号码]\s?)\s*"
    r"(?<![A-Za-z0-9])(?P<value>(?!(?:ID|NO|NR|PIN|PNR|REF|UID|VIN|SKU)\b)[A-Z0-9][A-Z0-9-]*(?: [A-Z0-9-]*\d[A-Z0-9-]*)+(?: [A-Z]{1,3}\b)?)"
)
_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")
_PLATE = re.compile(
    r"(?i:\b(?:rego|plate|registration|reg)\b[^:：\d]{0,20}?)[:：]?\s*(?P<value>[A-Z0-9]*\d[A-Z0-9]*(?: [A-Z0-9]{2,4})+)\b"
)
_UID = re.compile(r"(?i:uid|imei|sn)\W{0,2}(?P<value>\d+(?: \d+)+)")
_PRICED = re.compile(
    r"(?:付了?|收了?|花了?|退了?|赔了?|补|押金|定金|尾款|首付|总价|单价|成交价|价格?|报价|[上服安]\w{0,2}费|费用?|售价|预算|封顶|月供|房租|租金)"
    r"(?:是|了|我|共|每\w|[约大]约)*\s?(?P<value>\d[\d,]*(?:\.\d+)?\s?(?:万|千|k\b)?)(?![\d.]*\s?(?:[%号日月点期次个天年袋包件张份台]|kg|km))"
    r"|\b(?:paid|costs?|price(?: is| was)?|fee(?: is| was| of)?|charged?(?: me)?|quoted?(?: me)?|deposit(?: is| was| of)?|budget(?: is| of)?|excess (?:is|to)|rent is|worth|refunded?)\s(?:about |around |of |only |just )?"
    r"(?P<en>\d[\d,]*(?:\.\d+)?k?)(?![\d.,]*\d|\s?(?:%|st\b|nd\b|rd\b|th\b|days?|weeks?|months?|years?|times?|am\b|pm\b))",
    re.I,
)
_MEASURES = re.compile(
    r"(?<![\d.,])(?P<value>\d[\d,]*(?:\.\d+)?\s?(?:码|寸|期|度|岁|楼|层|斤|厘米|平米?|平方|inch(?:es)?|years? old|kilos?|pounds|lbs?|miles)\b|\d[\d,]*(?:\.\d+)?(?:码|寸|期|度|岁|楼|层|斤|平米?))"
)


def literals(context: Context) -> Iterator[Candidate]:
    text, flat = context.clause.text, context.flat
    taken = bytearray(len(text) + 1)
    for candidate in (*_contacts(context, flat), *_codes(context, flat), *_measures(context, flat)):
        start, end = candidate.start - context.clause.start, candidate.end - context.clause.start
        if any(taken[start:end]):
            continue
        taken[start:end] = b"\1" * (end - start)
        if not denied(context.clause.text, start, end):
            yield replace(candidate, subject="") if candidate.subject == SOMEBODY else candidate


def _contacts(context: Context, flat: str) -> Iterator[Candidate]:
    for match in grammar.EMAIL.finditer(flat):
        yield context.at(*match.span(), FactKind.CONTACT, "email", confidence=0.95, at_once=True)
    for match in grammar.PHONE.finditer(flat):
        if sum(c.isdigit() for c in match[0]) >= 7 and not _OTHER_NUMBER.search(flat[: match.start()]):
            phone = context.at(*match.span(), FactKind.CONTACT, "phone", confidence=0.9, at_once=True)
            yield replace(phone, normal=re.sub(r"\D", "", match[0]))


# a number of something else: the name of a number, not of a telephone, stands right before it
_OTHER_NUMBER = re.compile(
    r"(?:单号?|票号?|会员|账号|账户|客户|序列|编码|编号|证件?|护照|卡号?|工号|uid|imei|sn|id|account|order|booking|tracking|tag|ticket"
    r"|member(?:ship)?|client|customer|user|serial|policy|claim|case|ref(?:erence)?|passport|licen[cs]e|code|iban)"
    r"(?:的?号码?|的?编号|号| number| no| num| id)?(?:'s| is|是|为|[:：.#\s])*$",
    re.I,
)


def _codes(context: Context, flat: str) -> Iterator[Candidate]:
    plates = [m.span("value") for m in _PLATE.finditer(flat)]
    post = [m.span() for m in _POSTCODE.finditer(flat) if m.span() not in plates]
    yield from (context.at(*span, FactKind.CONTACT, "postcode", at_once=True) for span in post)
    spans = [m.span("value") for m in _NAMED_CODE.finditer(flat)]
    spans += plates
    spans += [m.span() for m in grammar.CODE.finditer(flat)]
    spans += [m.span("value") for m in _LABELLED.finditer(flat)]
    spans += [m.span("value") for m in _UID.finditer(flat)]
    counted = [(found.start, found.end) for found in _of_kinds(flat, _COUNTED)] if spans else []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        amount = any(m.start() <= start and end <= m.end() for m in _PRICED.finditer(flat)) or any(
            a <= start and end <= b for a, b in counted
        )
        year = _YEAR.fullmatch(flat[start:end]) and not _NUMBER_BEFORE.search(flat[:start])
        if not amount and not year and not any(a <= start < b for a, b in post):
            yield _numbered(context, start, end)


_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMBER_BEFORE = re.compile(rf"(?:{_ENDS}|#|[号码]|\b(?:number|no|code|pin|id)\b)\W*(?:is |was |[是为] ?)?$", re.I)
_COUNTED = frozenset(
    {
        LiteralKind.MONEY,
        LiteralKind.QUANTITY,
        LiteralKind.ADDRESS,
        LiteralKind.DATE,
        LiteralKind.TIME,
        LiteralKind.DURATION,
    }
)


def _of_kinds(flat: str, kinds: frozenset[LiteralKind]) -> list[Literal]:
    return [found for found in find_literals(flat) if found.kind in kinds]


def _numbered(context: Context, start: int, end: int) -> Candidate:
    """A phone, a card or an account by the words near it, else a code by its label."""
    name = _label(context, start)
    bare = context.clause.text[start:end].isdigit()
    ending = bare and name not in _NEVER_CALLED and _ENDING.search(context.flat) is not None
    if ending or (bare and name in _PHONES):
        before, owner = context.clause.text[:start], labels(context.clause.text) or labels(context.before)
        bank = "bank" in concepts(before)
        if bank or "card" in owner:
            entity = "bank" if bank and "card" not in labels(before) else ""
            return context.at(start, end, FactKind.FACT, "card", entity=entity, confidence=0.85, at_once=True)
        if ending and "account" in owner:
            return context.at(start, end, FactKind.FACT, "account", confidence=0.85, at_once=True)
    if ending or (bare and (name in _PHONES or "phone" in labels(context.clause.text))):
        return context.at(start, end, FactKind.CONTACT, "phone", confidence=0.85, at_once=True)
    code = context.at(start, end, FactKind.FACT, "code", entity=name, operation="state", confidence=0.85, at_once=True)
    return replace(code, cardinality=SET, normal=re.sub(r"[\s-]", "", code.value.upper()))


_ENDING = re.compile(_ENDS, re.I)
_NEVER_CALLED = frozenset(
    {"imei", "序列号", "订单号", "单号", "编号", "serial", "order", "tracking", "policy", "claim"}
)
_PHONES = frozenset({"尾号", "手机号", "电话", "phone", "mobile"})


def _label(context: Context, start: int) -> str:
    """The noun that names a code: right before it, else the nearest label before it, in its clause, in the line."""
    named = _NAMED_BY.search(context.flat[:start])
    if named and named["zh"]:
        return named["zh"]
    for text in (context.flat[:start], context.flat, context.before):
        found = [label[0].lower() for label in grammar.LABELS.finditer(text)]
        telling = [label for label in found if label not in _BARE_LABELS] or found
        if named and named["en"] and naming_words(named["en"]) and not set(telling) - _BARE_LABELS:
            return named["en"].lower()
        if telling:
            return telling[-1]
    return topic_of(context.clause.text[:start])


_NAMED_BY = re.compile(
    r"(?P<zh>(?!.?尾号|.?手机|.?电话|[是的我]|.[是的])(?:[\u3400-\u9fff]{2}(?:单号|编号|号码|号|码)|(?<![\u3400-\u9fff])[\u3400-\u9fff]号))"
    r"(?:[是为:：\s]*|[^，,。:：\d]{0,10}[:：]\s*)$"
    r"|\b(?P<en>(?!phone|mobile|number|card|my|the|is|was|and|it|its|are)[A-Za-z]{4,})(?: (?:number|no|id|code|ref(?:erence)?))?(?:'s| is| was)?\W*$",
    re.I,
)
_BARE_LABELS = frozenset({"number", "号", "no", "id", "码", "尾号"})


def _measures(context: Context, flat: str) -> Iterator[Candidate]:
    for found in find_literals(flat):
        if found.kind is LiteralKind.MONEY:
            amount = context.at(found.start, found.end, FactKind.FACT, "amount", entity=context.topic, at_once=True)
            yield replace(amount, cardinality=SET, normal=found.value, operation="state")
        elif found.kind is LiteralKind.QUANTITY and not _LOOSE_COUNT.search(flat[: found.end]):
            yield _measure(context, found.start, found.end, found.value)
    for match in _PRICED.finditer(flat):
        group = "value" if match["value"] else "en"
        amount = context.at(*match.span(group), FactKind.FACT, "amount", entity=context.topic, at_once=True)
        yield replace(amount, cardinality=SET, operation="state")
    for match in _MEASURES.finditer(flat):
        if not re.search(r"岁|old", match["value"]):
            yield _measure(context, *match.span("value"), "")


_LOOSE_COUNT = re.compile(r"第\w+$|[个只条次位款岁]$|years? old$")


def _measure(context: Context, start: int, end: int, normal: str) -> Candidate:
    size = context.at(
        start, end, FactKind.FACT, "quantity", entity=head_of(context.clause.text[:start]) or context.topic,
        cardinality=SET, operation="state", confidence=0.75,
    )  # fmt: skip
    return replace(size, normal=normal or size.normal)
