"""An opinion on whether a claim is supported by what it cites: mostly a model's, beside the builtin score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    supported: bool
    confidence: float = 1.0  # probability in [0, 1] that the verdict is right
    why: str = ""


class SupportJudge(Protocol):
    name: str

    def judge(self, *, claim: str, sources: Sequence[str], question: str = "") -> Judgement | None:
        """None where it has no opinion. Raises ChatError where it could not be asked in time."""
