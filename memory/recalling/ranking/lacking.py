# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a question asks for that no likely line holds: an e-mail address, an age, a make, a count of that very thing.

A fitted probability cannot see this: a line about the passport is likely for "my passport number", and has no number.
Each check is silent unless the question asks for its kind of value, and looks for the form that such a value has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory.extracting.reading import EN_KIN, KIN, Reading
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.values import holds, kind_asked, literals
from memory.words import attributes, beings, canonical, concepts, naming_words, plain

_VALUE_OF = {
    "code": frozenset("passport identity licence tax postcode fax password wifi".split()),
    "date": frozenset({"birth", "anniversary"}),
    "money": frozenset("balance income rent mortgage pension limit".split()),
    "email": frozenset({"email"}),
}
_PERSONAL = frozenset({"birth", "passport", "identity", "licence", "income"})
_THIRD = re.compile(r"[他她]|\b(?:he|she|him|his|her|hers|they|them|their|hes|shes)\b", re.I)
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def lacks(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """No line of `near`, the likely ones with the best first, holds what is asked for."""
    return any(check(question, near) for check in _CHECKS)


def _mere_talk(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """The likeliest line is a greeting or thanks, and nothing else."""
    return bool(near) and near[0].chitchat and len(near[0].terms) <= _FEW


_FEW = 3


def _whose(question: QuestionReading, reading: Reading) -> bool:
    """The line names a relative whom the question names, or says "he" or "she"; a child may be named by many words."""
    if not question.kin or question.kin & reading.kin or _THIRD.search(plain(reading.text)):
        return True
    if not _of_a_child(question):
        return False
    return bool({canonical(word) for word in reading.kin} & _CHILDREN or _ANY_CHILD.search(reading.text))


_CHILDREN = frozenset({"child", "son", "daughter"})
_ANY_CHILD = re.compile(r"[小这]子|丫头|娃|宝|\bkid", re.I)


def _of_a_child(question: QuestionReading) -> bool:
    return {canonical(word) for word in question.kin} == {"child"}


def _no_relative(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It is about a relative, and neither of the likeliest lines is about anybody but the customer."""
    return (
        bool(question.kin) and not _of_a_child(question) and not any(_whose(question, reading) for reading in near[:2])
    )


def _no_value(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks for the number, date or amount of an attribute, and none stands beside the attribute's name."""
    kind, figures = kind_asked(question), literals(question.text)
    asked = attributes(question.text) & _VALUE_OF.get(kind, frozenset())
    if not asked:
        return False
    for reading in near:
        if asked & _PERSONAL and reading.kin and not question.kin:
            continue
        for place, clause in enumerate(reading.clauses):
            if holds(kind, reading, clause, asked=figures) and asked & attributes(_around(reading, place)):
                return False
    return True


def _around(reading: Reading, place: int) -> str:
    return " ".join(clause.text for clause in reading.clauses[max(0, place - 1) : place + 2])


_OWN_PHONE = re.compile(
    r"\b(?:phone|mobile|cell|telephone)(?: number|\?|$)|电话号码|手机号|电话(?:是|号|尾|后|多少|几)|手机尾号|联系电话",
    re.I,
)
_THEIR_PHONE = re.compile(r"(?P<who>[\u3400-\u9fff](?:老师|医生|师傅|教练|经理|阿姨|叔叔|主任))的?(?:手机|电话|联系)")
_DIALLED = re.compile(
    r"phone|mobile|cell|landline|\b(?:ring|call|text|number|contact|line|reach|whatsapp)\b|电话|手机|号|打|联系|尾",
    re.I,
)


def _no_phone(question: QuestionReading, near: Sequence[Reading]) -> bool:
    if theirs := _THEIR_PHONE.search(plain(question.text)):
        return not any(theirs["who"] in plain(r.text) and re.search(r"\d{3}", r.text) for r in near)
    if question.kin or question.kind != "code" or not _OWN_PHONE.search(plain(question.text)):
        return False
    return not any(re.search(r"\d{3}", r.text) and _DIALLED.search(plain(r.text)) for r in near)


_ASKS_AGE = re.compile(r"几岁|多大(?:了|岁|年[纪龄]|[啊呀呢])?\W*$|年龄|年纪|岁数|\bhow old\b|\bage\b", re.I)
_AGE = re.compile(
    r"岁|个月大|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|\d后|\b(?:year|yr)s?[ -]?old\b|\byo\b|\d\s?y\b|\baged?\b|\bborn\b|birthday"
    r"|(?:\b(?:is|am|are|turn(?:s|ed|ing)?|only|just|nearly|almost|im|hes|shes)|'[sm])\s+(?:only |just |about |nearly )?\d{1,3}\b(?!\s?(?:kg|cm|pounds|percent|%|st\b|lb|am|pm|min|days|weeks|months))"
    r"|[A-Z][a-z]+,? \d{1,2}\b"
)


def asks_age(text: str) -> bool:
    return _ASKS_AGE.search(plain(text)) is not None


def tells_age(text: str) -> bool:
    return _AGE.search(plain(text)) is not None


def _no_age(question: QuestionReading, near: Sequence[Reading]) -> bool:
    if not asks_age(question.text):
        return False
    if _MY_AGE.search(plain(question.text)) and not question.kin and not beings(question.text):
        return not any(tells_age(c.text) and not KIN.search(plain(c.text)) for r in near for c in r.clauses)
    return not any(tells_age(r.text) and _whose(question, r) for r in near)


_MY_AGE = re.compile(r"^\W*[我俺咱](?:今年|现在|都|到底|是)*(?:几岁|多大|年[龄纪]|岁数)|\b(?:am i|my age)\b", re.I)


_THING = re.compile(
    r"\b(?:my|our) (?P<en>[a-z]+)(?:'s)? (?:size|colou?r|number|code|brand|model|price|fee|password)\b"
    r"|我们?的?(?P<zh>[\u3400-\u9fff]{2,3}?)的?(?:尺码|颜色|型号|密码|价格)",
    re.I,
)
_NO_THING = naming_words(
    "new old last first second other current exact full own whole latest previous phone mobile contact home work 新 旧 现在 最后 第一 手机 电话"
)


def _no_such_thing(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks for the size, the colour or the number of a thing, and no likely line names the thing."""
    match = _THING.search(plain(question.text))
    noun = naming_words(match["en"] or match["zh"]) - _NO_THING if match else frozenset[str]()
    about = concepts(" ".join(noun))
    return bool(noun) and not any(noun & naming_words(r.text) or about & r.concepts for r in near)


def _no_colour_or_sum(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks for a colour, an amount or a code, and no likely line has one that the question has not."""
    kind, figures = kind_asked(question), literals(question.text)
    if kind not in _PLAIN_TO_SEE:
        return False
    return not any(holds(kind, r, clause, asked=figures) for r in near for clause in r.clauses)


_PLAIN_TO_SEE = frozenset({"colour", "money", "code"})
_HOUSES = "小区|幼儿园|小学|中学|医院|酒店|诊所|健身房|乐团|养老院"
_WHICH_HOUSE = re.compile(rf"(?:哪个|哪所|哪家|哪间|什么|啥)(?P<zh>{_HOUSES})")
_EN_HOUSES = (
    "school|nursery|kennels?|orchestra|choir|care home|hospital|clinic|gym|hotel|church|bank|airline|college|university|vet|"
    "restaurant|employer|company"
)
_WHICH_EN = re.compile(rf"\b(?:what|which) (?P<en>{_EN_HOUSES})\b", re.I)
_PROPER = re.compile(r"(?<=[a-z,;:'’] )[A-Z][A-Za-z'’-]+|[\"“「][^\"”」]+")


def _no_house_name(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks which school, hospital or orchestra, and no likely line names one: it is only said that there is one."""
    flat = plain(question.text)
    if match := _WHICH_HOUSE.search(flat):
        named = re.compile(
            rf"[\u4e00-\u9fff](?<![去在到送的上个家所间是进从离和跟])[\u4e00-\u9fff]?(?<![去在到送的上个家所间是进从离和跟])(?:{match['zh']})|[“「\"]"
        )
        if match["zh"] == "医院":
            named = re.compile(named.pattern + r"|[\u4e00-\u9fff]{2}(?<!医)院")
        if match["zh"] == "小区":
            named = re.compile(named.pattern + r"|[\u4e00-\u9fff](?:苑|花园|[府湾城庭邨])")
        return not any(named.search(plain(r.text)) for r in near)
    if _WHICH_EN.search(flat):
        return not any(set(_PROPER.findall(r.text)) - set(_PROPER.findall(question.text)) for r in near[:1])
    return False


_KIN_NAMED = re.compile(
    rf"\b(?i:{EN_KIN})(?:'s name(?:'s| is)?|,|'s| is| are| called| named|:| -)*\s+[A-Z][a-z]+"
    rf"|(?<!not )(?<!in )(?<!to )(?<!at )(?<!from )\b[A-Z][a-z]+(?:,|'s| is)? (?:is |was |and )?(?:my|our|me|his|her|the) (?:\w+ )?(?i:{EN_KIN})"
    r"|^\W*name(?:'s| is)? [A-Z]|(?<!my )(?<!My )\bname(?:'s| is)? [A-Z]"
)
_NAMED = re.compile(r"\b(?:called|named|name's|name is|names? are)\b")
_ASKS_KIN_NAME = re.compile(r"\bnames?\b|\bcalled\b", re.I)


def _no_kin_name(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks in English what a relative is called, and no line about them has a name in the place of one."""
    if not question.kin or _CHINESE.search(question.text) or not _ASKS_KIN_NAME.search(question.text):
        return False
    told = ((plain(r.text), _whose(question, r)) for r in near)
    return not any(_KIN_NAMED.search(text) or (theirs and _NAMED.search(text)) for text, theirs in told)


_ASKS_MAKE = re.compile(r"\b(?:brand|manufacturer|(?:what|which) make|make of|make and model)\b", re.I)
_MAKE = re.compile(r"[A-Z][\w-]*\d|(?<=[a-z,'.;] )[A-Z][a-z]+|[A-Za-z]+\d|[A-Z]{2,}")


def _no_make(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks in English for a make, and the likeliest line has nothing written as a name."""
    return bool(_ASKS_MAKE.search(question.text)) and not any(_MAKE.search(r.text) for r in near[:1])


_ASKS_HANDLE = re.compile(
    r"\b(?:tag|handle|user ?name|gamertag|screen name|nickname|login)\b|用户名|昵称|账号名|网名", re.I
)
_HANDLE = re.compile(
    r"\w[_#@.]\w|[A-Za-z]+\d|\d+[A-Za-z]|(?:tag|handle|user ?name|gamertag|nickname|login|用户名|昵称|账号名|网名)(?:'s|\sis|是|叫|:|：)",
    re.I,
)


def _no_handle(question: QuestionReading, near: Sequence[Reading]) -> bool:
    return bool(_ASKS_HANDLE.search(plain(question.text))) and not any(_HANDLE.search(plain(r.text)) for r in near)


_COUNTED = re.compile(r"(?:多少|几[个位名条只本台])([\u3400-\u9fff]{2,3})|\bhow many ([a-z]+)", re.I)


def _no_such_count(question: QuestionReading, near: Sequence[Reading]) -> bool:
    """It asks how many of something, and no likely line names that thing."""
    match = _COUNTED.search(plain(question.text))
    noun = naming_words(match[1] or match[2]) if match else frozenset[str]()
    noun -= _PEOPLE
    about = concepts(" ".join(noun))
    return bool(noun) and not any(noun & naming_words(r.text) or about & r.concepts for r in near)


_PEOPLE = naming_words("people persons guests folk of us 人 个人 时候 时间")  # "there are seven of us" names none
_UNIT = re.compile(r"(?:多少|几|好多)(平|公斤|斤|米|度|瓦|毫升|升|寸|码|层|楼|栋|页|分钟|小时|兆|克)")


def _no_unit(question: QuestionReading, near: Iterable[Reading]) -> bool:
    """It asks for a figure in a unit, and every figure told has another one."""
    match = _UNIT.search(plain(question.text))
    if not match:
        return False
    told = re.compile(rf"[\d一二三四五六七八九十两半]\s?{match[1]}|\d(?![\d.]*\s?[\u3400-\u9fff])")
    return not any(told.search(plain(r.text)) for r in near)


_CHECKS = (
    _mere_talk,
    _no_relative,
    _no_value,
    _no_phone,
    _no_age,
    _no_kin_name,
    _no_make,
    _no_handle,
    _no_such_count,
    _no_unit,
    _no_such_thing,
    _no_colour_or_sum,
    _no_house_name,
)
