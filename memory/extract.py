# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Facts from one line of a customer, by a small grammar for Chinese and English. No vocabulary of any trade in here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.facts import Candidate, Operation
from memory.reading import EN_KIN, KIN, Clause, Reading
from memory.types import Cardinality, FactKind
from memory.words import concepts, plain

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w-])\+?\d[\d -]{8,15}\d(?![\w-])")
_CODE = re.compile(
    r"(?<![A-Za-z0-9@.,$£€¥_-])(?=[A-Za-z0-9/_-]*\d)(?:[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)+|[A-Z]{1,6}\d[A-Z0-9]*"
    r"|\d+[A-Z]{2,}[A-Z0-9]*|[A-Z][A-Z0-9]{4,}|\d{4,})(?![A-Za-z0-9@_]|[.,]\d)"
)
_MONEY = re.compile(
    r"[$£€¥￥₹]\s?\d[\d,.]*\d|[$£€¥￥₹]\s?\d|\d[\d,.]*\s?(?:元|块\d?|塊\d?|万|rupees|dollars|pounds|euros?|quid)"
)
_WEIGHT = re.compile(r"(\d+(?:\.\d+)?)\s?(公斤|千克|斤|kg|kilos?|lbs?|pounds)\b|(\d+(?:\.\d+)?)\s+on the scale", re.I)
_ZH_NAME = re.compile(r"(?:我叫|我是叫|叫我|我的名字是|我名字叫|本人|我姓名)\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,12})")
_ZH_SURNAME = re.compile(r"我姓([\u3400-\u9fff]{1,2})")
_EN_NAME = re.compile(
    r"\b(?:[Mm]y name(?:'s| is)|[Nn]ame's|[Mm]yself|[Cc]all me"
    r"|[Tt]his is)\s+([A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})"
    r"|\b[Ii]['’]?(?: a)?m\s+([A-Z][a-z]{2,}(?:\s+[A-Z][\w'’-]+)?)\b"
)
_ZH_CALLED = re.compile(
    r"([\u3400-\u9fff]{1,8}?)(?:的名字)?(?:名字)?(?<![会在别喊乱])叫(?:做|作)?\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,10})"
)
_EN_CALLED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|me|[Tt]he)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+?)(?:'s name is|\s+(?:is|are|was)\s+(?:called"
    r"|named)|\s+(?:called|named))\s+([A-Z\u3400-\u9fff][\w'’\u3400-\u9fff-]*(?:\s+[A-Z][\w'’-]+)?)"
)
_KIN_NAME = re.compile(rf"\b(?:[Mm]y|[Oo]ur|me)\s+(?:[a-z]+\s+)?(?P<who>{EN_KIN})\s+(?P<name>[A-Z][a-z]+)\b")
_ADDRESS = re.compile(
    r"(?:地址[是为写的改成:：]*|住在?|搬到了?|寄到|送到|寄往|送去)\s*(?P<zh>[\u3400-\u9fffA-Za-z0-9\s-]{3,40})"
    r"|\b(?:address(?:\s+is)?|live (?:at|in|on)|living (?:at|in)|stay(?:ing)? at|moved (?:to|in (?:to|at))"
    r"|deliver(?:y)? to|ship(?: it)? to)\s*:?\s+(?P<en>[^,;!?]*(?:,\s*[A-Z0-9][^,;!?]*)*)",
    re.I,
)
_PLACE = re.compile(
    r"[路街区號号栋幢楼室村镇市县巷弄苑園园]|小区|新家|家里|驿站|公司|单位|门口|大学|店|\d"
    r"|\b(?:street|st|road|rd|avenue|ave|lane|drive|court|close|place|flat|apartment|apt|house|hill|square|floor)\b|[A-Z][a-z]+",
)
_LIKE = re.compile(
    r"(?:喜欢|喜歡|偏爱|偏好|最爱|只喝|只吃|只用|只要|习惯|更想|愿意要|爱[吃喝用看玩穿])|\b(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|prefer"
    r"|enjoy|rather|only (?:drink|eat|use|take|want|wear))\b|\bfavou?rite\b|\bonly\b.*\bwill do\b"
    r"|\bis fine again\b|\b(?:is|are) (?:ok|okay|fine) (?:again|now)\b|又可以[吃喝用]|可以[吃喝]",
    re.I,
)
_DISLIKE = re.compile(
    r"(?:不喜欢|不喜歡|讨厌|受不了|不爱|不吃|不喝|不想要|喝不下|吃不下|忌口)|\b(?:i|we) (?:\w+ )?(?:hate|dislike|can't stand|cannot stand"
    r"|don't (?:like|eat|drink|want)|never (?:eat|drink|use|touch))\b|\bno \w+ for me\b",
    re.I,
)
_ALLERGY = re.compile(
    r"对([^，,。]{1,12}?)过敏|([\u3400-\u9fff]{1,6})过敏|\ballergic to ([\w ]{2,40})|\b([\w]+) allergy\b", re.I
)
_DECIDE = re.compile(
    r"(?:决定|就选|我选|选了|先选|就要|定了|改选|还是要|那就要)|\b(?:going with|go with|went with|decided|settled? on|i'?ll take|i take"
    r"|we'?ll take|will take|i choose|i chose|i want the|opt(?:ed)? for|landed on|am takin)\b",
    re.I,
)
_REQUEST = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|别|不要|千万|以后|下次)|\b(?:please|pls|don'?t|do not|never|from now on|make sure|remember to)\b",
    re.I,
)
_IDENTITY = re.compile(
    r"^我是(?!不|说|想|要|给|来|在)([\u3400-\u9fffA-Za-z]{2,14})$|\b[Ii](?:'m| am) an? ((?:\w+[ -]){0,3}\w+)"
)
_NOT_ME = re.compile(r"不是我|唔係我|\bnot me\b|\bnot mine\b", re.I)
_RETRACT = re.compile(
    r"不再|不用了|不要了|算了|取消|作废|别管了|没这回事|不住了|\bno longer\b|\bnot? any ?more\b|\bcancel\b|\bscrap\b|\bscratch\b"
    r"|\bforget (?:the|about|what|that)\b|\bnever ?mind\b|\bstopped\b|\bgave up\b",
    re.I,
)
_LABELS = re.compile(
    r"订单号|单号|编号|工单号?|卡号|尾号|账号|券|优惠码|码|车牌|税号|手机号|电话|型号|IMEI|号"
    r"|\b(?:order|booking|tracking|reference|ref|ticket|case|member(?:ship)?|account|card|visa|mastercard|invoice"
    r"|policy|claim|serial|part|model|error|certificate|code|id|pnr|locker|tag|number|phone)\b",
    re.I,
)


# A clause that asks tells nothing, whatever else it looks like: "my cat is called what".
ASKS = re.compile(
    r"什么|什麼|啥|[谁誰]|哪|几[点點个個号號天次岁歲]|多少|多久|怎么|怎麼|为何|[吗嗎]\s*$"
    r"|^(?:what|which|who|whose|when|where|how|why|do|does|did|is|are|was|can|could|would|will|should)\b",
    re.I,
)


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
    if _NOT_ME.search(plain(reading.text)):
        return "reattribute"
    if reading.corrected:
        return "correct"
    return "replace" if reading.changed else "state"


def _from_clause(context: _Context) -> Iterator[Candidate]:
    mark = context.reading.text[context.clause.end : context.clause.end + 1]  # clauses are cut before their mark
    yield from _literals(context)
    if mark in ("?", "？") or ASKS.search(context.flat) or context.reading.chitchat:
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
    for match in _EMAIL.finditer(text):
        yield _make(context, FactKind.CONTACT, "email", match[0], confidence=0.95, at_once=True)
    rest = _EMAIL.sub(lambda m: " " * len(m[0]), text)
    for match in _CODE.finditer(rest):
        yield _code(context, match)
    rest = _CODE.sub(lambda m: " " * len(m[0]), rest)
    for match in _PHONE.finditer(rest):
        yield _make(
            context,
            FactKind.CONTACT,
            "phone",
            match[0],
            normal=re.sub(r"\D", "", match[0]),
            confidence=0.9,
            at_once=True,
        )
    for match in _WEIGHT.finditer(text):
        yield _make(
            context,
            FactKind.STATUS,
            "weight",
            match[0],
            entity=_topic(context),
            cardinality=Cardinality.SERIES,
            at_once=True,
        )
    for match in _MONEY.finditer(text):
        yield _make(
            context,
            FactKind.FACT,
            "amount",
            match[0],
            entity=_topic(context),
            cardinality=Cardinality.SET,
            at_once=True,
            operation="state",
        )


def _code(context: _Context, match: re.Match[str]) -> Candidate:
    before = context.clause.text[: match.start()]
    labels = [*_LABELS.finditer(before)] or [*_LABELS.finditer(context.clause.text)]
    name = labels[-1][0].lower() if labels else ""
    about = concepts(name) or concepts(context.clause.text)
    if (about & {"phone"} and not about & {"order", "reference"}) or name in ("尾号", "手机号", "电话"):
        if "card" in concepts(context.clause.text):
            return _make(context, FactKind.FACT, "card", match[0], confidence=0.85, at_once=True)
        return _make(context, FactKind.CONTACT, "phone", match[0], confidence=0.85, at_once=True)
    return _make(
        context,
        FactKind.FACT,
        "code",
        match[0],
        entity=name,
        cardinality=Cardinality.SET,
        confidence=0.85,
        at_once=True,
        normal=re.sub(r"[\s-]", "", match[0].upper()),
        operation="state",
    )


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
    for match in [*_ZH_NAME.finditer(text), *_EN_NAME.finditer(text)]:
        name = next(g for g in match.groups() if g)
        if name.lower() not in _NOT_NAMES:
            yield _make(
                context, FactKind.FACT, "name", name.removesuffix("就得").removesuffix("就行"), subject="", **certain
            )
    for match in _ZH_SURNAME.finditer(text):
        yield _make(context, FactKind.FACT, "surname", match[1], subject="", **certain)
    for match in [*_ZH_CALLED.finditer(text), *_EN_CALLED.finditer(text)]:
        who = re.sub(r"^(?:我们?家?的?|他|她|它|那[个只条]|这[个只条]|一[个只条])", "", match[1]) or match[1]
        if not re.fullmatch(r"我|他|她|你|您|你们|大家|人|别", match[1]):
            yield _make(context, FactKind.FACT, "name", match[2], subject="", entity=canonical(who), **certain)
    for match in _KIN_NAME.finditer(text):
        yield _make(
            context, FactKind.FACT, "name", match["name"], subject="", entity=canonical(match["who"]), **certain
        )
    for match in _IDENTITY.finditer(plain(text)):
        value = next(g for g in match.groups() if g)
        yield _make(context, FactKind.FACT, "is", value, cardinality=Cardinality.SET, at_once=True)


_NOT_NAMES = frozenset("sorry sure glad happy here back done fine not going just so still on in out good ok".split())


def canonical(word: str) -> str:
    """One name for words of the same meaning, else the folded word itself."""
    found = sorted(concepts(word) - {"relation", "name", "size", "city"})
    return found[0] if found else plain(word).lower().strip()


def _contact(context: _Context) -> Iterator[Candidate]:
    for match in _ADDRESS.finditer(context.clause.text):
        value = match["zh"] or match["en"] or ""
        if len(value.strip()) >= 3 and _PLACE.search(value):
            yield _make(context, FactKind.CONTACT, "address", value, confidence=0.75, at_once=True)


def _tastes(context: _Context) -> Iterator[Candidate]:
    flat = context.flat
    for match in _ALLERGY.finditer(flat):
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
    disliked = bool(_DISLIKE.search(flat))
    if disliked or _LIKE.search(flat):
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
    if _DECIDE.search(context.flat):
        topic = _topic(context)
        yield _make(
            context,
            FactKind.DECISION,
            "decision",
            context.clause.text,
            entity=topic,
            cardinality=Cardinality.ONE if topic not in ("", "choice") else Cardinality.SET,
        )
    elif _RETRACT.search(context.flat):
        yield _make(
            context,
            FactKind.DECISION,
            "retraction",
            context.clause.text,
            entity=_topic(context),
            cardinality=Cardinality.SET,
            negative=True,
        )
    elif _REQUEST.search(context.flat) and len(context.flat) > 5 and _topic(context):
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
