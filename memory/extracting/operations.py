# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a line does to what was said before: replace, correct, retract, hand to somebody else; and which value it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

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
        rf"\b(?:it's|its|it is|is|are|was) not (?:the |a |an |my )?(?P<old>{_WORDS}), (?:it's|it is|but|they're) (?:the |a |an |my )?(?P<new>{_WORDS}){_STOP}",
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
    return bool(grammar.NOT_ME.search(level(reading.text)))


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


_POINTERS = naming_words("那条 这条 那个 please just thing stuff idea 小孩 不说") | frozenset({"不说"})


def turns_down(flat: str) -> bool:
    """It calls something off."""
    return bool(find("reject", flat) or find("forget", flat))
