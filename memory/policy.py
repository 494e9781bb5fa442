"""What an operator lets be remembered, and for how long, by class of detail. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol, TypeVar

from memory.words import classes


class FactClass(StrEnum):
    CONTACT = "contact"
    ADDRESS = "address"
    HEALTH = "health"
    PAYMENT = "payment"
    IDENTITY = "identity"
    PREFERENCE = "preference"
    ORDER = "order"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPolicy:
    """`keep_days`: how long a class may be kept, from when it was said; a class that is not there, for good."""

    denied: frozenset[FactClass] = frozenset()
    keep_days: Mapping[FactClass, int] = field(default_factory=lambda: MappingProxyType({}))

    def ends(self, fact_class: FactClass, *, said_at: datetime) -> datetime | None:
        days = self.keep_days.get(fact_class, 0)
        return said_at + timedelta(days=days) if days else None


FREE = MemoryPolicy()  # everything may be remembered, for good


class Detail(Protocol):
    """What a candidate, a stored fact and a view have in common."""

    @property
    def kind(self) -> str: ...
    @property
    def entity(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def text(self) -> str: ...


D = TypeVar("D", bound=Detail)
_BY_ATTRIBUTE = {
    "email": FactClass.CONTACT, "phone": FactClass.CONTACT, "address": FactClass.ADDRESS, "postcode": FactClass.ADDRESS,
    "allergy": FactClass.HEALTH, "card": FactClass.PAYMENT, "account": FactClass.PAYMENT, "amount": FactClass.ORDER,
    "weight": FactClass.HEALTH, "pressure": FactClass.HEALTH, "sugar": FactClass.HEALTH,
    "temperature": FactClass.HEALTH, "sleep": FactClass.HEALTH, "pay": FactClass.PAYMENT,
    "birthday": FactClass.IDENTITY, "age": FactClass.IDENTITY,
}  # fmt: skip
_CARD = re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b")
_CHINESE_ID = re.compile(r"(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\d)")
_SENSITIVE = (FactClass.IDENTITY, FactClass.PAYMENT, FactClass.HEALTH)


def class_of(detail: Detail) -> FactClass:
    """By what the value looks like, then by what it is called, then by the words around it."""
    shape = _by_shape(detail.value)
    if shape is not None:
        return shape
    named = classes(f"{detail.entity} {detail.attribute}")
    if found := _first(named):
        return found
    if detail.attribute in _BY_ATTRIBUTE:
        return _BY_ATTRIBUTE[detail.attribute]
    around = classes(detail.text)
    if found := _first(around if not named else frozenset()):
        return found
    if detail.kind == "contact" or "contact" in (named or around):
        return FactClass.CONTACT
    if detail.kind == "preference":
        return FactClass.PREFERENCE
    return FactClass.ORDER if detail.attribute == "code" or "order" in named | around else FactClass.OTHER


def sort_out(details: Sequence[D], policy: MemoryPolicy) -> tuple[list[D], list[D]]:
    """Those that may be remembered, and those that may not."""
    if not policy.denied:
        return list(details), []
    denied = [class_of(detail) in policy.denied for detail in details]
    return (
        [detail for detail, no in zip(details, denied, strict=True) if not no],
        [detail for detail, no in zip(details, denied, strict=True) if no],
    )


def shapes(text: str, denied: frozenset[FactClass]) -> list[tuple[int, int]]:
    """Where card, account and identity numbers stand in a text, of the classes that are denied."""
    found = [m.span() for m in _CHINESE_ID.finditer(text) if FactClass.IDENTITY in denied]
    if FactClass.PAYMENT in denied:
        found += [m.span() for m in _CARD.finditer(text) if _luhn(m[0])]
        found += [m.span() for m in _IBAN.finditer(text)]
    return found


def _by_shape(value: str) -> FactClass | None:
    if _CHINESE_ID.search(value):
        return FactClass.IDENTITY
    if _IBAN.search(value) or any(_luhn(m[0]) for m in _CARD.finditer(value)):
        return FactClass.PAYMENT
    return None


def _first(names: frozenset[str]) -> FactClass | None:
    return next((name for name in _SENSITIVE if name.value in names), None)


def _luhn(text: str) -> bool:
    """The check digit of card numbers (ISO/IEC 7812-1)."""
    digits = [int(c) for c in reversed(text) if c.isdigit()]
    doubled = [sum(divmod(2 * d, 10)) for d in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
