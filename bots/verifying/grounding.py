# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Does the cited evidence carry a sentence? Literals by value, then contradiction, then a fitted score. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal as Either

from bots.verifying.contrast import changed
from bots.verifying.support import all_held, coverage, support
from language.literals import Literal, LiteralKind, find_literals
from language.script import fold
from language.tokens import content_words

__all__ = ["Grounding", "ground", "support", "unsupported_literals"]

HELD = 0.55  # the score of a sentence of which every word is held close together, whatever its order
Reason = Either[
    "", "literal", "negation", "swapped", "value", "name", "unsupported", "uncited", "status", "other_record", "judge"
]
_COUNTS = (LiteralKind.NUMBER, LiteralKind.QUANTITY)
_AMOUNTS = (*_COUNTS, LiteralKind.MONEY, LiteralKind.DURATION, LiteralKind.PERCENT)
_MEASURES = (*_AMOUNTS, LiteralKind.DATE, LiteralKind.TIME)


@dataclass(frozen=True, kw_only=True, slots=True)
class Grounding:
    """`score`: probability in [0, 1]. `reason` is empty where the sentence may stand."""

    score: float
    reason: Reason = ""
    detail: str = ""
    judged: Either["", "agrees", "disagrees"] = ""  # a judge beside the builtin score, where one was asked


def ground(
    sentence: str,
    sources: Sequence[str],
    *,
    known: Sequence[str] = (),
    now: datetime | None = None,
    least: float = 0.5,
    prose: bool = True,
) -> Grounding:
    """`sources` is what the sentence cites; `known` may also lend literals and names (the customer's own words)."""
    wrong = unsupported_literals(sentence, [*sources, *known], now=now) or _borrowed(sentence, sources, now=now)
    if wrong:
        return Grounding(score=0.0, reason="literal", detail=", ".join(literal.text for literal in wrong))
    score = support(sentence, sources)
    if score < least and all_held(sentence, sources):
        score = max(score, HELD)
    strong = _stronger(sentence, sources)
    if strong:
        return Grounding(score=min(score, 0.2), reason="unsupported", detail=strong)
    kind, detail = changed(sentence, sources, known=known, prose=prose)
    if kind:
        return Grounding(score=min(score, 0.1), reason=kind, detail=detail)  # type: ignore[arg-type]  # of the same names
    return Grounding(score=score, reason="" if score >= least else "unsupported")


_STRONG = re.compile(
    r"\b(?:instantly|immediately|anytime|any time|lifetime|forever|unlimited|unconditional(?:ly)?|guaranteed?|double|triple|permanently|free of charge|for free|free|"
    r"no questions asked|bonus|complimentary|waived?|compensation|everyone|worldwide|24/7|refund(?:ed)? in full|full refund|gifts?)\b"
    r"|立即|立刻|随时|终身|永久|全额|双倍|三倍|无条件|免费|自动|赔偿|补偿|赠送|无限|一律|保证|秒退|全年无休|任意|任何"
)


def _stronger(sentence: str, sources: Sequence[str]) -> str:
    """A word that promises more than the evidence: it must stand there itself, said of the same thing."""
    words = _STRONG.findall(fold(sentence))
    if not words:
        return ""
    clauses = [clause for source in sources for clause in re.split(r"[,，;；。.!！?？\n]", fold(source))]
    about = [word for word in content_words(sentence) if word not in words]
    for word in words:
        holding = [clause for clause in clauses if word in clause]
        if not holding or (about and not any(coverage(" ".join(about), [clause]) > 0 for clause in holding)):
            return str(word)
    return ""


def unsupported_literals(sentence: str, sources: Sequence[str], *, now: datetime | None = None) -> tuple[Literal, ...]:
    """Literals whose value stands in none of the sources. A bare number in either may be the same amount with its unit:
    records hold 47.84 where a person says $47.84."""
    known = _values(tuple(sources), now)
    return tuple(literal for literal in find_literals(sentence, now=now) if not _stands(literal, known))


def _borrowed(sentence: str, sources: Sequence[str], *, now: datetime | None) -> tuple[Literal, ...]:
    """Amounts and times taken from the customer's words where the evidence has its own of that kind and none of them is
    said: "do I have 60 days?" must not become "you have 60 days"."""
    foreign = unsupported_literals(sentence, sources, now=now)
    own = {literal.kind for source in sources for literal in find_literals(source, now=now)}
    said = {literal.kind for literal in find_literals(sentence, now=now) if literal not in foreign}
    return tuple(item for item in foreign if item.kind in _MEASURES and item.kind in own and item.kind not in said)


@dataclass(frozen=True, slots=True)
class _Known:
    values: frozenset[str]
    bare: frozenset[str]  # numbers without a unit
    numbers: frozenset[str]  # of every kind of amount
    counts: frozenset[str]  # numbers with a counting word
    text: str


_ORDINALS = {word: str(number) for number, word in enumerate(
    "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1)}  # fmt: skip
_YEAR = re.compile(r"(?<!\d)(?:1\d|20|21)\d\d(?!\d)")
_SCALED = re.compile(r"(\d+(?:\.\d+)?)\s?(?:万|亿|million|billion|thousand)")


def _spelled(text: str) -> frozenset[str]:
    """Numbers that a sentence may write otherwise: third as 3rd, the year of a date, 60.39 of 60.39亿."""
    words = {_ORDINALS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _ORDINALS}
    return frozenset({*words, *_YEAR.findall(text), *(match.group(1) for match in _SCALED.finditer(text))})


@lru_cache(maxsize=128)
def _values(sources: tuple[str, ...], now: datetime | None) -> _Known:
    literals = [literal for source in sources for literal in find_literals(source, now=now)]
    return _Known(
        values=frozenset(literal.value for literal in literals),
        bare=frozenset(
            literal.number for literal in literals if literal.kind in (LiteralKind.NUMBER, LiteralKind.CODE)
        ),
        numbers=frozenset(literal.number for literal in literals if literal.number) | _spelled("\n".join(sources)),
        counts=frozenset(literal.number for literal in literals if literal.kind in _COUNTS),
        text="\n".join(sources),
    )


def _stands(literal: Literal, known: _Known) -> bool:
    if literal.value in known.values:
        return True
    if literal.kind in (LiteralKind.NUMBER, LiteralKind.CODE) and literal.number:
        return literal.number in known.numbers
    if literal.kind is LiteralKind.QUANTITY and literal.number in known.counts:
        return True  # 两袋 and 2包
    if literal.kind in _AMOUNTS and literal.number:
        return literal.number in known.bare
    if literal.kind is LiteralKind.DATE:
        return any(_same_day(literal.value, value) for value in known.values)
    if literal.kind in (LiteralKind.ADDRESS, LiteralKind.URL, LiteralKind.PHONE, LiteralKind.CODE):
        return _squeezed(literal.text) in _squeezed(known.text)
    return False


def _same_day(one: str, other: str) -> bool:
    """A date without its year is the same day as one with it; a month alone holds none of its days."""
    if not one.startswith("-") and not other.startswith("-"):
        return other.startswith(one) and len(one) in (4, 7) and other[:2].isdigit()
    short, long = sorted((one, other), key=lambda value: len(value.lstrip("-")))
    if not short.startswith("-") or long.startswith("T"):
        return False
    return (
        len(short.lstrip("-")) >= 2
        and long.endswith(short.lstrip("-"))
        and len(long.lstrip("-")) >= 5
        and "-" in long.lstrip("-")
    )


def _squeezed(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
