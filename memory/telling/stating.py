"""Which fact answers as a sentence of its own: it is what is asked, and its value stands whole in the words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.extracting.reading import KIN, read_line
from memory.recalling.asking.question import QuestionReading
from memory.recalling.covering import covers
from memory.recalling.outdated import asked_for
from memory.recalling.ranking.trust import asks_name
from memory.recalling.ranking.values import holds, kind_asked
from memory.telling.choosing import Told
from memory.telling.people import PRONOUN, whom
from memory.telling.sentences import Setting, sentence_of, told_value
from memory.types import FactStatus, RecalledFact
from memory.words import concepts, labels, naming_words, plain

_CJK = "\u3400-\u9fff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    text: str
    used: tuple[UUID, ...]


def state(
    question: QuestionReading,
    chosen: Told,
    said: str,
    facts: Sequence[RecalledFact],
    setting: Setting,
    *,
    alone: bool = True,
) -> Statement | None:
    """`said`: the part of the chosen line that answers; `facts`: those read off that line; `alone`: no other line may
    answer as well. None: it must be quoted."""
    flat = plain(question.text)
    if len(_ASKS_ONE.findall(flat)) >= _SEVERAL or _ASKS_BOTH.search(flat):
        return None
    active = [fact for fact in facts if fact.status is FactStatus.ACTIVE and fact.value and _tells(fact)]
    meant = _meant(question, said, active, alone=alone)
    if not meant and alone:
        meant = whom(question, chosen, said, active) or _requested(said, active)
    if not meant or not all(_whole(fact) for fact in meant):
        return None
    text = sentence_of(question, chosen, meant, setting)
    return Statement(text=text, used=tuple(fact.fact_id for fact in meant)) if text else None


def state_past(question: QuestionReading, facts: Sequence[RecalledFact], setting: Setting) -> str:
    """The value that held at another time; empty where it must be quoted."""
    fit = [fact for fact in facts if fact.attribute in _NUMBERS and _of_kind(question, fact) and _whole(fact)]
    return told_value(fit[0], setting) if len(fit) == len(facts) == 1 and not fit[0].negative else ""


def _tells(fact: RecalledFact) -> bool:
    """What is not so is told of allergies only."""
    return not fact.negative or fact.attribute == "allergy"


_ASKS_ONE = re.compile(
    r"什么|啥|哪|谁|几(?=[\u3400-\u9fff])|多[少大重高久长]|怎么|\b(?:what|which|who|when|where|how|why)\b",
    re.I,
)
_SEVERAL = 2
_ASKS_BOTH = re.compile(r"[和与及]|还有|\band\b", re.I)


def _meant(question: QuestionReading, said: str, facts: Sequence[RecalledFact], *, alone: bool) -> list[RecalledFact]:
    """The fact that is asked for; several only where they are the names of several of one kind."""
    fit = [fact for fact in facts if fact.value in said and _of_kind(question, fact) and _of_whom(question, fact)]
    found = [fact for fact in fit if covers(question, fact) or asked_for(question, fact)]
    if not alone and any(fact.attribute not in _SURE for fact in found):
        return []
    if not found and alone:
        loose = [fact for fact in fit if fact.attribute in _NUMBERS | {"preference"} and not fact.subject]
        loose = [fact for fact in loose if not _is_of_something_else(question, fact)]
        found = [fact for fact in loose if _speaks_of(question, f"{said} {fact.text}")]
    if len({(fact.attribute, fact.subject, fact.entity) for fact in found}) != 1:
        return []
    alike = found if found[0].attribute not in _COUNTED else facts
    same = [fact for fact in alike if (fact.attribute, fact.entity) == (found[0].attribute, found[0].entity)]
    several = len({fact.normal for fact in same}) > 1
    names = found[0].attribute == "name"
    if names and len(_CALLS.findall(plain(said))) > 1:
        return []  # which of them, only the whole tells
    return found if names or not several else []


def _is_of_something_else(question: QuestionReading, fact: RecalledFact) -> bool:
    """A code under a name of its own, an invoice's, where the question names no such thing."""
    named = naming_words(fact.entity) if fact.attribute == "code" else frozenset[str]()
    return bool(named) and not (named & naming_words(question.text) or concepts(fact.entity) & question.concepts)


_CALLS = re.compile(r"叫|\b(?:called|named|names?)\b", re.I)


_COUNTED = frozenset({"amount", "quantity"})  # of two of one thing, the whole line tells which


def _requested(said: str, facts: Sequence[RecalledFact]) -> list[RecalledFact]:
    """The request that is all that answers: told back, it says as much as the words do."""
    return [fact for fact in facts if fact.attribute in ("contact", "request") and fact.text == said][:1]


_SURE = frozenset({"code", "phone", "email"})
_NUMBERS = frozenset({"code", "phone", "card", "account", "email", "amount", "quantity"})
_FIGURES = _NUMBERS | {"postcode", "age", "weight"}
_ANSWERS = {
    "code": frozenset({"code", "phone", "card", "account", "postcode"}),
    "money": frozenset({"amount"}),
    "count": frozenset({"quantity", "age", "weight"}),
    "email": frozenset({"email"}),
    "place": frozenset({"address"}),
}


def _of_whom(question: QuestionReading, fact: RecalledFact) -> bool:
    """A number or an amount of a relative or a friend answers no question about the customer's own."""
    if fact.attribute not in _FIGURES or question.kin or fact.attribute == "age":
        return True
    return not fact.subject and KIN.search(plain(fact.text)) is None


def _of_kind(question: QuestionReading, fact: RecalledFact) -> bool:
    """Its value is of the kind that the question asks for."""
    match fact.attribute:
        case "name" | "surname":
            return asks_name(question) and (fact.attribute == "surname") == bool(_SURNAME.search(plain(question.text)))
        case "allergy":
            return "allergy" in question.concepts and question.kind == "what"
        case "decision":
            return _CHOOSES.search(plain(question.text)) is not None and fact.value not in _NOTHING_CHOSEN
        case "email":
            return question.kind == "email" or (question.kind == "what" and "email" in question.concepts)
        case "phone" | "card" | "account" if fact.attribute not in labels(question.text):
            unnamed = fact.attribute not in labels(fact.text)
            return unnamed and kind_asked(question) == "code" and _speaks_of(question, fact.text)
        case "is":
            return _holds(kind_asked(question), fact)
        case "birthday":
            return covers(question, fact) and _FIGURE.search(fact.value) is not None
        case "preference":
            return question.kind == "what" and "like" in question.concepts
        case "quantity" if fact.value.endswith(("码", "碼", "号", "號")):
            return kind_asked(question) in ("code", "count") and "size" in question.concepts
        case "quantity" | "weight" if not _UNIT.search(fact.value):
            return False
        case "amount" if not _IN_MONEY.match(fact.normal):
            return False
        case attribute:
            return attribute in _ANSWERS.get(kind_asked(question), ())


_CHOOSES = re.compile(
    r"选|挑|决定|定的|定了"
    r"|\b(?:cho(?:se|ose|sen)|pick(?:ed)?|decided?|settled?|opt(?:ed)?|(?:go|going|went) (?:with|for))\b",
    re.I,
)
_NOTHING_CHOSEN = frozenset("一个 一個 一款 这个 這個 那个 那個 哪个 one it that this".split())


def _holds(kind: str, fact: RecalledFact) -> bool:
    """What something is said to be is of the very kind that is asked for, and a short one."""
    if kind not in ("clock", "colour") or fact.subject or len(fact.value) > _SHORT:
        return False
    line = read_line(fact.value, fact.observed_at)
    return len(line.clauses) == 1 and holds(kind, line, line.clauses[0]) >= _SURELY


_SHORT, _SURELY = 12, 2
_FIGURE, _UNIT = re.compile(r"\d"), re.compile(r"[^\W\d_]")
_IN_MONEY = re.compile(r"[A-Z]{3} ")
_SURNAME = re.compile(r"姓(?!名)|\b(?:surname|last name|family name)\b", re.I)


def _speaks_of(question: QuestionReading, said: str) -> bool:
    """What is said names what the question names, and speaks of nobody else."""
    if question.kin or KIN.search(plain(said)) or PRONOUN.search(plain(said)):
        return False
    return bool(naming_words(said) & naming_words(question.text) - _ASKING)


_ASKING = naming_words("number code id digits amount price cost many much long 编号 号码 价格 多少 现在 之前 当时 last")


def _whole(fact: RecalledFact) -> bool:
    """Nothing of the value was left behind in the line."""
    line, value = fact.source.text, fact.value
    start = line.find(value, max(0, fact.source.start - 1))
    if start < 0:
        return False
    before, rest = line[:start], line[start + len(value) :]
    if fact.attribute in ("contact", "request"):
        return True
    if fact.attribute == "preference":
        return not rest.strip(" 。.!！")
    if fact.attribute in _FIGURES:
        return _BEGAN.search(before) is None and _GOES_ON.match(rest) is None
    return _ENDS.match(rest) is not None


_BEGAN = re.compile(
    r"[A-Za-z0-9][./_-]?$|[$£€¥￥]\s?$|[京沪滬津渝冀豫云雲辽遼黑湘皖鲁魯苏蘇浙赣贛鄂桂甘晋晉蒙陕陝吉闽閩贵貴粤粵青藏川宁寧琼瓊]$"
)
_GOES_ON = re.compile(
    r"[#*]|[./_-]?\d|[/_@-]?[A-Za-z]\b|\s[A-Z0-9]*\d|\s[A-Z]{1,3}\b|[A-Za-z]|\s?(?:/|per\b|%|[kK万萬千百]\b|[万萬千百])"
)
_ENDS = re.compile(
    rf"\W*$|,?\s+(?:and|but)\s+(?:my|I|I'm|i|we|our|he|she|it|they|you|please|the)\b|[\s,，。.!！?？;；:：)）\"”」』、🏻-🫶]+(?!(?:and|&|or|和|跟|还有|[A-Z\d]))|[了啊吧呢哦哈的啦呀吖過过](?![{_CJK}])|过敏|過敏"
)
