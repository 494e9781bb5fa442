# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a line does to what was said before: replace, correct, retract, hand to somebody else; and which value it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from memory.extracting import grammar
from memory.extracting.phrases import find, level, phrase, source
from memory.extracting.reading import Reading
from memory.facts import Operation
from memory.words import naming_words

_THING = r"[^，,。.;；!！?？是]{1,16}?"
_WORDS = r"(?:the |a |an |my |in |at |on )?[\w'’#$£€.@-]+(?: [\w'’.-]+){0,2}?"
_STOP = r"(?=\s*(?:$|[，,。.;；!！?？)]|\b(?:but|so|and|it's|because)\b))"
_SWAPS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"不[是叫姓](?P<old>{_THING})[，,\s]*(?:而是|应该是|应该叫|是|叫|姓)(?P<new>{_THING})(?:了|的)?{_STOP}",
        rf"[是叫姓](?P<new>[^，,。.;；!！?？是不]{{1,16}})(?:的)?[，,\s]*不[是叫姓](?P<old>{_THING})(?:了|的|哦)?{_STOP}",
        rf"从(?P<old>{_THING})(?:改|换|变|调|转|升|降)(?:成|为|到|至)?(?P<new>{_THING})(?:了|吧)?{_STOP}",
        rf"\bnot (?:the |a |an |my )?(?P<old>{_WORDS}),? but (?:the |a |an |my )?(?P<new>{_WORDS}){_STOP}",
        rf"\b(?:it's|its|it is|is|are|was) not (?:the |a |an |my )?(?P<old>{_WORDS}),? (?:it's|its|it is|but|they're|they are) (?:the |a |an |my )?(?P<new>{_WORDS}){_STOP}",
        rf"\b(?:is|was|it's|are|in|a|the|called|named) (?P<new>[\w'’#$.-]+(?: [\w'’.-]+)?),? not (?:the |a |an |my |in |called )?(?P<old>[\w'’#$.-]+(?: [\w'’.-]+)?){_STOP}",
        rf"\bfrom (?:the |a |my )?(?P<old>{_WORDS}) to (?:the |a |my )?(?P<new>{_WORDS}){_STOP}",
        rf"(?P<new>[\w'’#$£€.,-]+) (?:in place of|instead of|rather than) (?:the |a |my )?(?P<old>[\w'’#$£€.,-]+){_STOP}",
    )
)
_DENIALS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"不(?:是|叫|姓|住|在|要|放|走|坐|用|戴|去|换|送|寄)(?:在|那个|那款|那种)?(?P<old>{_THING})(?:了|啦|哦|的)?{_STOP}",
        rf"(?:{source('past_value')})(?:是|的|那个|那条|number )*\s*(?P<old>[\w-]{{2,16}}?)(?:的|那个|那条|那张|the one)*{source('gone_value')}",
        rf"(?P<old>\d{{3,}}|[\w-]{{2,20}})\s*(?:的|那个)*{source('gone_value')}",
        rf"\b(?:not|instead of|rather than|no longer(?: in| at)?) (?:the |a |an |my )?(?P<old>{_WORDS}){_STOP}",
    )
)
_BEFORE = re.compile(rf"{source('past_value')}[^，,。.;；]{{0,12}}$|{source('past_next')}\s*$", re.I)
_AFTER = re.compile(rf"^[\s的那个张条只台款]*(?:{source('gone_value')})", re.I)
_BLANK = re.compile(
    r"^(?:\W|我|你|您|他|她|它|这|那|个|的|了|it|that|this|them|me|now|any|sure|really|just|so|very|on|in|at|to|be|yet|well)*$",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """The line denies `old`; `new`, at [start, end) of the line, stands in its place, if it says so."""

    old: str
    new: str = ""
    start: int = 0
    end: int = 0


def operation_of(reading: Reading) -> Operation:
    if hands_over(reading):
        return "reattribute"
    if reading.corrected:
        return "correct"
    return "replace" if reading.changed else "state"


def hands_over(reading: Reading) -> bool:
    """It says that something is not the customer's but somebody else's."""
    return _not_mine(reading.text)


@lru_cache(maxsize=4096)
def _not_mine(text: str) -> bool:
    return bool(grammar.NOT_ME.search(level(text)))


@lru_cache(maxsize=4096)
def swaps(text: str) -> tuple[Swap, ...]:
    return tuple(_swaps(text))


def _swaps(text: str) -> Iterator[Swap]:
    flat = level(text)
    paired: set[str] = set()
    for pattern in _SWAPS:
        for match in pattern.finditer(flat):
            old, new = _cut(text, match, "old"), _cut(text, match, "new")
            if old and new and old not in paired:
                paired.add(old)
                yield Swap(old=old, new=new, start=match.start("new"), end=match.end("new"))
    for pattern in _DENIALS:
        for match in pattern.finditer(flat):
            old = _cut(text, match, "old")
            if old and not any(old in known for known in paired):
                paired.add(old)
                yield Swap(old=old)


def _cut(text: str, match: re.Match[str], group: str) -> str:
    value = text[match.start(group) : match.end(group)].strip(" ,.，。'\"“”")
    return "" if _BLANK.match(value) else value


def denied(clause: str, start: int, end: int) -> bool:
    """The value at [start, end) of the clause is named as a former or wrong one."""
    flat = level(clause)
    if _BEFORE.search(flat[:start]) or _AFTER.search(flat[end:]):
        return True
    value = clause[start:end]
    return any(swap.old and (swap.old == value or value in swap.old.split()) for swap in swaps(clause))


def says_what(clause: str) -> bool:
    """A retraction that names what it takes back; "cancel that" and 算了 point at what was said just before."""
    flat = level(clause)
    rest = phrase("forget").sub(" ", phrase("reject").sub(" ", flat))
    return bool(naming_words(rest) - _POINTERS)


_POINTERS = naming_words(
    "那条 这条 那个 这个 那句话 这句话 句话 那话 这话 的话 话 这句 那句 刚才 刚刚 上一条 前面 说错 消息 内容 信息 的话 麻烦 一下 对了 等等 算了 抱歉 不好意思 小孩 不说 please just thing stuff idea"
    " last message line part bit oh wait sorry actually hmm hang hold no ok okay all well yes mistake"
) | frozenset({"不说", "没说", "的话", "别记", "记了", "话"})
_LET_GO = re.compile(  # not 我把密码忘了: that is a customer's own slip
    r"(?<!我)把(?P<it>(?:这|那|刚|它|上)[^，,。;；]{0,8}?)忘(?:了|掉|记)|(?<!我)把(?P<named>[^，,。;；]{1,10}?)(?:忘掉|抹掉)"
)
_KEEPS = re.compile(r"(?:别|不要|不会|不能|没|勿|莫|不)忘|(?:n't|\bnot|\bnever|\bto) forget\b", re.I)


@cache
def _back_phrases() -> tuple[tuple[re.Pattern[str], Back], ...]:
    return (
        (re.compile(f"{source('unremember')}|{_LET_GO.pattern}", re.I), "forget"),
        (phrase("withdraw"), "withdraw"),
        (phrase("reject"), "reject"),
    )


Back = Literal["", "forget", "withdraw", "reject"]


def points_back(reading: Reading) -> Back:
    """ "Forget that", 当我没说, "cancel that": takes back what was told just before this line, and names nothing of it.

    "Forget" takes it out of memory, "withdraw" unsays it, "reject" only calls a choice or a wish off."""
    if reading.question or reading.poison:
        return ""
    for clause in reading.clauses:
        flat = level(clause.text)
        if _KEEPS.search(flat) or (find("erase", flat) and means_everything(flat)):
            return ""
        for pattern, back in _back_phrases():
            if pattern.search(flat):
                return back if not names_something(pattern.sub(_what_of, flat)) else ""
        if names_something(flat):
            return ""  # what this line itself says before is what it takes back
    return ""


_EVERYTHING = re.compile(
    r"(?:所有|全部|一切|我说过)的?(?:话|事|内容|信息|资料|记录|东西)?\W*$"
    r"|(?:信息|资料|数据|记录|内容|东西|事)(?:都|全)|(?:都|全部?|统统)(?:给我)?(?:忘|删|清)(?:了吧|掉|除)"
    r"|\b(?:everything|all)(?: (?:that )?(?:i|you|about me)\b.{0,30})?\W*$",
    re.I,
)


def means_everything(flat: str) -> bool:
    return _EVERYTHING.search(flat) is not None


def orders_forgetting(text: str) -> bool:
    """ "Forget that", "forget my address": memory is to let go of something."""
    flat = level(text)
    return bool(
        find("erase", flat) or find("unremember", flat) or ("把" in flat and _LET_GO.search(flat))
    ) and not _KEEPS.search(flat)


def order_without_its_verb(text: str) -> str:
    """ "Please forget my shoe size" leaves "Please my shoe size"; words that only point are left out too."""
    flat = level(text)
    for pattern in (re.compile(f"{source('unremember')}|{_LET_GO.pattern}", re.I), phrase("erase"), phrase("forget")):
        flat = pattern.sub(_what_of, flat)
    return " ".join(sorted(naming_words(flat) - _POINTERS))


def _what_of(match: re.Match[str]) -> str:
    """What stands inside of a phrase that is left out of a clause."""
    return f" {' '.join(filter(None, match.groups()))} "


def names_something(flat: str) -> bool:
    """It says what it is about, beyond words that point."""
    return bool(naming_words(flat) - _POINTERS)


def turns_down(flat: str) -> bool:
    """It calls something off."""
    return bool(find("reject", flat) or find("forget", flat))
