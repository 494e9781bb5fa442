"""What a model makes of one line of a customer. It proposes; the rules of memory decide what of it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

FactKindName = Literal["preference", "fact", "status", "event", "contact", "decision"]
CardinalityName = Literal["one", "set", "series"]


@dataclass(frozen=True, kw_only=True, slots=True)
class LineToRead:
    text: str
    said_at: datetime  # the customer's local time


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedFact:
    """`quote`: the words of the line that say so; `subject`: "" for the customer, else as the line calls them."""

    kind: FactKindName
    subject: str
    entity: str
    attribute: str
    value: str
    quote: str
    cardinality: CardinalityName
    negative: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """`by`: the model's name, "" where none was asked; `repairs`: answers that had to be corrected."""

    facts: tuple[ProposedFact, ...] = ()
    by: str = ""
    repairs: int = 0


class Extractor(Protocol):
    name: str

    def propose(self, line: LineToRead) -> Proposal:
        """Raises ChatError when the model gives no usable answer."""
