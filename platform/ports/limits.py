"""How often somebody may do something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowance:
    """`burst` at once, then `rate` a second, for everything that shares the key."""

    key: str
    rate: float
    burst: float


class Limiter(Protocol):
    def take(self, allowances: Sequence[Allowance]) -> float:
        """Take one from each, or, where one of them is used up, none. 0 when allowed, else the seconds to wait.

        Returns soon, from any thread; never raises.
        """
