# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Points of a series: what was done or measured on a day, with its amount. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time

from language.literals import Literal, LiteralKind, find_literals
from memory.extracting.context import Context
from memory.extracting.operations import denied
from memory.facts import Candidate
from memory.types import Cardinality, FactKind
from memory.words import series_named

_PAST = re.compile(
    r"[了过完]|今天|昨天|前天|刚|\b(?:ran|jogged|walked|hiked|swam|cycled|rode|trained|worked out|went|did)\b",
    re.I,
)
# done, without an amount: by a verb that means nothing else
_I = re.compile(
    r"(?:跑步|夜跑|晨跑|慢跑|游泳|健身|锻炼|训练|骑车|骑行|散步|徒步)|\bi\b|^(?:so |and )?(?:ran|went|did)\b", re.I
)
_PLANNED = re.compile(
    r"想|要(?!了)|打算|准备|计划|每[天周月次]|别|不|没|\b(?:will|want|plan|going to|would|every|don't|didn't|never|not|if|usually)\b",
    re.I,
)
_AMOUNTS = (LiteralKind.QUANTITY, LiteralKind.MONEY, LiteralKind.DURATION, LiteralKind.PERCENT, LiteralKind.NUMBER)
_MEASURES = (LiteralKind.QUANTITY, LiteralKind.PERCENT, LiteralKind.NUMBER)
_FITTING = {"pay": (LiteralKind.MONEY,), "sleep": (LiteralKind.DURATION,)}
MEASURED = frozenset(
    {"weight", "steps", "pressure", "sugar", "temperature", "reading", "pay", "sleep"}
)  # need a number


def points(context: Context) -> Iterator[Candidate]:
    flat = context.flat
    names = sorted(series_named(flat))
    if not names or _PLANNED.search(flat) or not (_PAST.search(flat) or MEASURED & set(names)):
        return
    day = _day(context)
    amounts = [a for a in find_literals(flat) if a.kind in _AMOUNTS and not denied(context.clause.text, a.start, a.end)]
    for name in names[:1]:
        amount = _best(name, amounts)
        if amount is None and (name in MEASURED or context.subject or not _I.search(flat)):
            continue
        start, end = (amount.start, amount.end) if amount else (0, len(flat))
        point = context.at(
            start, end, FactKind.EVENT, name, cardinality=Cardinality.SERIES, confidence=0.8, at_once=True
        )
        said = f"{day.isoformat()} {_canonical(name, amount)}"
        yield replace(point, normal=said, valid_from=datetime.combine(day, time.min, context.reading.at.tzinfo))


def _day(context: Context) -> date:
    """The day that the clause names, else the day it is said."""
    clause = context.clause
    for moment in context.reading.moments:
        if clause.start <= moment.start < clause.end and moment.grain == "day":
            return moment.day
    return context.reading.at.date()


def _canonical(name: str, amount: Literal | None) -> str:
    """A "5k" that was run is a distance."""
    if amount is None:
        return "1"
    if name in _DISTANCES and amount.kind is LiteralKind.NUMBER and amount.text.lower().endswith("k"):
        return f"{float(amount.number) * 1000:.0f} mm"
    return amount.value


_DISTANCES = frozenset({"run", "walk", "swim", "ride"})


def _best(name: str, amounts: list[Literal]) -> Literal | None:
    """Money for payments, time for sleep, else a quantity before a bare number."""
    wanted = _FITTING.get(name, _MEASURES if name in MEASURED else _AMOUNTS)
    fitting = [a for kind in wanted for a in amounts if a.kind is kind]
    return fitting[0] if fitting else None
