"""What a literal is: a part of a sentence that has one right value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LiteralKind(StrEnum):
    CODE = "code"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    PERCENT = "percent"
    QUANTITY = "quantity"
    PHONE = "phone"
    EMAIL = "email"
    URL = "url"
    ADDRESS = "address"
    NUMBER = "number"
    RELATIVE_DAY = "relative_day"


@dataclass(frozen=True, kw_only=True, slots=True)
class Literal:
    """`text` stands at [start, end) of the text given. `value` is canonical, so that equal meaning is an equal string:
    "CNY 99", "2026-02-25", "--02-25" (no year), "T14:30", "P30D", "30%", "250 g", "+8613800138000".

    `number` is the bare amount within it, where there is one: the 99 of ¥99.
    """

    kind: LiteralKind
    text: str
    start: int
    end: int
    value: str
    number: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What one reader of literals found at [start, end)."""

    kind: LiteralKind
    start: int
    end: int
    value: str
    number: str = ""
