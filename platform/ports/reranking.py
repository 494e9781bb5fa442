"""A second look at found passages by a model that reads question and passage together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    name: str  # "" for none: search then asks nobody
    width: int  # passages that it is shown

    def relevances(self, *, question: str, passages: Sequence[str]) -> list[float]:
        """One for each passage, in their order; higher answers better, and only their order means something. Raises
        RerankError, and never takes longer than the adapter's deadline."""
