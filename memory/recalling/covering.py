"""Whether a fact is the very thing that a question asks for, by its key: facts answer before episodes do."""

from __future__ import annotations

import re
from typing import Protocol

from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.trust import asks_name
from memory.words import beings, canonical, concepts, naming_words, plain


class Keyed(Protocol):
    @property
    def subject(self) -> str: ...
    @property
    def entity(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def text(self) -> str: ...


def covers(question: QuestionReading, fact: Keyed) -> bool:
    if bool(question.kin) != bool(fact.subject) and fact.attribute in (
        "phone",
        "email",
        "address",
        "surname",
        "weight",
    ):
        return False
    match fact.attribute:
        case "name":
            return asks_name(question) and _names(question, fact)
        case "surname":
            return asks_name(question) and not question.kin
        case "code":
            if question.kind != "code":
                return False  # "what did I order" asks for no order number
            named = len(fact.entity) > 2 and fact.entity in plain(question.text).lower()
            return named or _labelled(question, fact)
        case "amount":
            return question.kind == "money" and bool(naming_words(f"{fact.entity} {fact.text}") & _asked(question))
        case "contact":
            return (
                "attribute contact" in question.concepts and question.kind not in ("code", "email") and not question.kin
            )
        case "birthday":
            return (
                "attribute birth" in question.concepts
                and question.kind == "date"
                and not beings(question.text + fact.text)
            )
        case "age":
            return "attribute age" in question.concepts and _is_asked_of(question, fact)
        case "job":
            return "attribute job" in question.concepts and question.kind not in ("place", "money") and not question.kin
        case "email" | "phone" | "address" | "card" | "weight" | "allergy" as attribute:
            return attribute in question.concepts and (attribute != "address" or question.kind in ("place", "what"))
        case _:
            return False


def named_code(question: QuestionReading, fact: Keyed) -> bool:
    """A code whose own name, not just "number", stands in the question."""
    if fact.attribute != "code" or question.kind != "code" or question.kin or len(fact.entity) < _SHORT:
        return False
    return fact.entity in plain(question.text).lower() and fact.entity not in _BARE_NAMES


_SHORT = 2
_BARE_NAMES = frozenset({"number", "code", "id", "no", "号", "码", "编号", "号码", "尾号", "phone", "card", "订单"})


def _asked(question: QuestionReading) -> frozenset[str]:
    """What the question names, without the words of asking for an amount."""
    return naming_words(question.text) - naming_words(
        "how much money price cost amount total 多少钱 价格 金额 一共 总共"
    )


def _names(question: QuestionReading, fact: Keyed) -> bool:
    """The name of this entity; of the customer, when the question is about nobody else."""
    if fact.entity:
        asked = question.concepts | question.kin | naming_words(question.text) | beings(question.text)
        return bool({fact.entity, *fact.entity.split()} & asked)
    return not question.kin and not question.concepts - _SELF


def _is_asked_of(question: QuestionReading, fact: Keyed) -> bool:
    """It is about whom the question means: a relative, by whatever word, somebody by name, else the customer."""
    asked = {canonical(word) for word in question.kin} | beings(question.text)
    if not asked and not fact.subject:
        return bool(_I.search(plain(question.text)))
    of = {canonical(fact.subject)} if fact.subject else set()
    if asked & _CHILDREN == {"child"} and of & _CHILDREN:
        return True
    return bool(asked & of) or bool(naming_words(fact.text) & naming_words(question.text) - _AGE_WORDS)


_I = re.compile(r"我|咱|俺|\b(?:i|am i)\b", re.I)
_CHILDREN = frozenset({"child", "son", "daughter"})
_AGE_WORDS = naming_words("how old age years 多大 年龄 几岁 岁数 今年 现在")
_SELF = frozenset({"name", "relation", "account", "order", "phone", "nickname", "attribute nickname"})


def _labelled(question: QuestionReading, fact: Keyed) -> bool:
    """The label of the code, or what its clause is about, stands in the question."""
    asked = naming_words(question.text)
    if fact.entity and (naming_words(fact.entity) & asked or concepts(fact.entity) & question.concepts - _LOOSE):
        return True
    return len(naming_words(fact.text) & asked) >= 2


_LOOSE = frozenset({"phone", "reference", "size", "access"})
