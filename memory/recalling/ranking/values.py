# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Values in a clause: of which kind, and whether the clause tells of one that held before. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.extracting.reading import Clause, Reading, cue, value_kinds
from memory.recalling.asking.question import QuestionReading
from memory.words import naming_words, plain

_KIND_OF = {"person": "name", "duration": "count", "frequency": "count"}
_COLOUR = re.compile(
    r"[红橙黄绿青蓝紫黑白灰粉棕金银](?:色|的|$)|\b(?:red|orange|yellow|green|blue|purple|violet|black|white|gr[ae]y|pink|brown|gold|silver"
    r"|beige|teal|amber|navy|cream|turquoise|maroon)\b",
    re.I,
)
_RETIRED = re.compile(
    r"停用|停机|注销|销了|退租|换掉|退掉|作废|扔了|不用了|不要了|不住了|不在了|不成了|离职|走了|回老家|登不上|别.{0,4}(?:\d|[一二三四五六七八九十]+[点号月])"
    r"|\bstop \w+ing\b|\b(?:gone|dead|spoil(?:t|ed)|closed|expired|retired|cancell?ed|stopped|finished|off the table)\b",
    re.I,
)
_NOT_BUT = re.compile(r"不是[^,，。]{1,12}?[,，]?\s*(?:而是|是)|\bnot\b[^,;.]{1,30}\b(?:but|it's|its|it is)\b", re.I)
_UNFIT = re.compile(
    r"太[低高少多小大慢短长贵]|不够|\btoo (?:low|high|small|big|few|many|much|slow|short|long)\b|\bnot enough\b", re.I
)
_FIGURES = re.compile(r"[A-Za-z]*-?\d[A-Za-z0-9.,/:@_-]*")
_PATTERNS = {
    "colour": _COLOUR,
    "email": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "place": re.compile(
        r"住|搬到|地址|[路街区號号栋幢楼室村镇市县巷苑园]|\b(?:live[sd]?|address|street|road|lane|avenue|house|flat|apartment)\b"
        r"|\b(?:in|at|to|from) (?:the )?[A-Z][a-z]+",
    ),
}
_AMOUNT = re.compile(
    r"[$£€¥￥₹]\s?\d[\d,.]*|\d[\d,]*,\d{3}(?:\.\d+)?|\d+\.\d+|\d+\s?(?:元|块|%|公斤|斤|kg|pounds?|dollars?|quid)"
)
_LARGE = re.compile(
    r"[一二三四五六七八九十两][百千万](?![斤克米天年个人次])|(?<![\d.-])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\d.,A-Za-z-])\d{2,6}(?:\.\d\d)?(?![\dA-Za-z-])"
)
_QUOTED = re.compile(r"[\"“「『]\w")
_CERTAIN_CODE = re.compile(
    r"[A-Za-z]{1,6}-?\d{3,}|\d{2,}-[A-Za-z0-9]{2,}|\d[\d -]{4,}\d"
    r"|(?:号|码|\b(?:number|code|ref(?:erence)?|id|no|ends?|ending|order|ticket|case|stock)\b)[^\d,，]{0,6}[A-Za-z0-9-]*\d"
)
_CERTAIN = {"code": _CERTAIN_CODE, "count": re.compile(r"(?<![号码])\d"), "money": re.compile(r"\d")}
_SURE = {
    "code": re.compile(r"[A-Za-z][A-Za-z-]*\d{2,}|\d{2,}-?[A-Za-z]|\d[\d -]{3,}\d|\d{3,}"),
    "count": re.compile(
        r"(?<![\dA-Za-z.号码-])\d{1,5}(?:\.\d+)?(?![\d-])|\d,\d{3}|\d+\s?[\u3400-\u9fff]|[一二两三四五六七八九十百半]+[个位名只条张台件口岁斤袋次天块]"
        r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b",
        re.I,
    ),
    "name": re.compile(r"叫|姓|[\"“「『]\w|\b(?:called|named|name(?:'s)?|Mr|Mrs|Ms|Dr)\b"),
    "money": re.compile(r"\d"),
}
_SINGLE = frozenset({"code", "clock", "money", "count", "date", "name", "place", "colour", "email"})


def kind_asked(question: QuestionReading) -> str:
    """The kind of value that answers; "" where words of any kind may."""
    kind = _KIND_OF.get(question.kind, question.kind)
    return kind if kind in _SINGLE else ""


def holds(kind: str, line: Reading, clause: Clause, *, asked: frozenset[str] = frozenset()) -> int:
    """3 and 2: a value of this kind stands in the clause; 1: something that may be one; 0: none. Figures `asked` do not
    count."""
    dated = kind == "date" and any(clause.start <= m.start < clause.end for m in line.moments)
    return _level(kind, _without(clause.text, asked) if asked else plain(clause.text), dated=dated)


def _without(text: str, figures: frozenset[str]) -> str:
    return _FIGURES.sub(lambda m: " " if m[0].lower().strip(".,:/-") in figures else m[0], plain(text))


@lru_cache(maxsize=32768)
def _level(kind: str, flat: str, *, dated: bool) -> int:
    if kind in _PATTERNS:
        return 2 * bool(_PATTERNS[kind].search(flat))
    if kind == "code":
        flat = _AMOUNT.sub(" ", flat)
    found = kind in value_kinds(flat, dated=dated) or (kind == "name" and _QUOTED.search(flat) is not None)
    sure = _SURE.get(kind)
    if kind == "money" and not found:
        return 2 * bool(_LARGE.search(flat))
    level = found * (2 if sure is None or sure.search(flat) else 1)
    certain = _CERTAIN.get(kind)
    return 3 if level == 2 and certain is not None and certain.search(flat) else level


def wordy(clause: Clause) -> frozenset[str]:
    """Its naming words, without what stands in figures."""
    return naming_words(_FIGURES.sub(" ", plain(clause.text)))


def literals(text: str) -> frozenset[str]:
    """What stands in figures: amounts, numbers, codes."""
    return frozenset(match[0].lower().strip(".,:/-") for match in _FIGURES.finditer(plain(text)))


def names(text: str) -> frozenset[str]:
    """Proper names in Latin letters, as far as capitals tell them."""
    return frozenset(match[0].lower() for match in _PROPER.finditer(text))


def named_people(text: str) -> frozenset[str]:
    """What people are said to be called: after a title, or after "is called" and its like."""
    return frozenset(match[0].lower() for match in _PERSON.finditer(plain(text)))


_PERSON = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr)\.? [A-Z]\w+|\b(?:called|named) [A-Z]\w+|(?:叫|名字是|[姓])[\u3400-\u9fff]{1,4}"
    r"|[\u3400-\u9fff](?:医生|老师|师傅|教练|顾问)"
)
_PROPER = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z][\w-]*")


def age(clause: Clause, stale: frozenset[str]) -> int:
    """1: it tells what holds now; -1: only what held before; 0: neither. `stale` are words and figures of older lines."""
    flat = plain(clause.text).lower()
    figures = literals(clause.text)
    if _UNFIT.search(flat):
        return -1
    if _NOT_BUT.search(flat) or (figures & stale and figures - stale):
        return 1
    if cue("new").search(flat):
        return 1
    if _RETIRED.search(flat) or cue("old").search(flat):
        return -1
    return -1 if figures and figures <= stale else 0


def tells_old(clause: Clause) -> bool:
    """Something in it is said to be out, or a figure to have held before."""
    return retires(clause) or (bool(literals(clause.text)) and age(clause, frozenset()) < 0)


def retires(clause: Clause) -> bool:
    return bool(_RETIRED.search(plain(clause.text)))
