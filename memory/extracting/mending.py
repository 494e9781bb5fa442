"""Corrections that do not say again what they correct: "I was wrong, it is Tomato", 说错了，是4411. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from memory.extracting.context import normalise, object_end
from memory.extracting.operations import names_something, swaps
from memory.extracting.phrases import find, level
from memory.extracting.reading import Reading
from memory.facts import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """The right value, at [start, end) of the line, of what was told last."""

    value: str
    start: int
    end: int


def mends(reading: Reading) -> Mend | None:
    """What a line that owns up to a mistake, and names nothing else, gives as the right value."""
    if (
        len(reading.text) > _LONGEST
        or reading.question
        or reading.poison
        or not find("mistaken", level(reading.text))
        or swaps(reading.text)
    ):
        return None
    for number, clause in enumerate(reading.clauses):
        flat = level(clause.text)
        slip = find("mistaken", flat)
        if slip is None:
            continue
        if names_something(flat[: slip.start()]):
            return None
        rest = _AFTER.match(flat, slip.end())
        if rest is not None and rest.end() < len(flat):
            return _value(reading, clause.start, rest.end(), clause.end)
        following = reading.clauses[number + 1 : number + 2]
        return _value(reading, following[0].start, 0, following[0].end) if following else None
    return None


_LONGEST = 300  # characters: who owns up to a slip and names nothing is brief
_AFTER = re.compile(r"(?:了|咗|啦|哈|哦|一下|sorry|there|\s|[:：—-])*", re.I)
_IS = re.compile(
    r"\s*(?:actually |sorry )?(?:(?:it|that|this|he|she|they|mine|his|hers)(?:'s|'re| is| are| was| were| should be)"
    r"|its|is|should (?:be|have been|say)|make (?:it|that)|i meant)\s+(?P<en>\S.*)$"
    r"|(?:应该|其实|正确的?)?(?:是|叫|姓|为)\s*(?P<zh>\S.{0,23})$",
    re.I,
)
_BARE = re.compile(
    r"\s*(?P<en>(?!(?:i|we|you|he|she|it|they|the|that|this|please|sorry|can)\b)[\w'’#£$€.-]+(?: [\w'’.-]+){0,2})$"
    r"|\s*(?P<zh>[^我你您他她它的了不没别吧吗]{1,10})$",
    re.I,
)
_NOTHING = re.compile(r"^(?:not|n't|so|too|very|my|me|wrong|fine|ok|okay|all right|你|我|这|那|不|没|吗|错)", re.I)


def _value(reading: Reading, base: int, offset: int, end: int) -> Mend | None:
    text = reading.text[base:end]
    flat = level(text)
    match = _IS.match(flat, offset) or _BARE.match(flat, offset)
    if match is None:
        return None
    start = match.start("en") if match["en"] else match.start("zh")
    stop = object_end(text, start)
    value = text[start:stop].strip(" ,.，。!！")
    if not value or _NOTHING.match(flat[start:]):
        return None
    return Mend(value=value, start=base + start, end=base + start + len(value))


def mended(mend: Mend, told: Iterable[Candidate]) -> Candidate | None:
    """Of what was told last the fact that the right value belongs to: the last one of the same shape."""
    kept = [fact for fact in told if fact.attribute not in _NO_VALUE and not fact.negative]
    alike = [fact for fact in kept if _digits(fact.value) == _digits(mend.value)]
    return max(alike, key=lambda fact: (fact.start, fact.confidence), default=None)


def restated(mend: Mend, old: Candidate, text: str) -> Candidate:
    normal = normalise(mend.value)
    if old.attribute == "code":
        normal = re.sub(r"[\s-]", "", mend.value.upper())
    return replace(
        old, value=mend.value, normal=normal, text=text, start=mend.start, end=mend.end, operation="correct",
        at_once=False,
    )  # fmt: skip


_NO_VALUE = frozenset({"note", "retraction", "about", "request", "date"})


def _digits(value: str) -> bool:
    return any(character.isdigit() for character in value)
