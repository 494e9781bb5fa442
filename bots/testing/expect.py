"""Is an answer as a test case wants it? Pure."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from bots.verifying.markers import strip_markers
from language.script import fold

FailureCode = Literal["contains", "lacks", "outcome", "cites", "error"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """`contains` and `lacks`: texts, compared without regard to case, width and script; `outcome` "" is any."""

    contains: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    outcome: str = ""
    document_id: uuid.UUID | None = None

    @property
    def anything(self) -> bool:
        """Whether it asks for something at all."""
        return bool(self.contains or self.lacks or self.outcome or self.document_id)


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    code: FailureCode
    expected: str


def failures(
    expected: Expected, *, text: str, outcome: str, cited_documents: Collection[uuid.UUID]
) -> tuple[Failure, ...]:
    said = _plain(text)
    found = [
        *(Failure(code="contains", expected=part) for part in expected.contains if _plain(part) not in said),
        *(Failure(code="lacks", expected=part) for part in expected.lacks if _plain(part) in said),
    ]
    if expected.outcome and outcome != expected.outcome:
        found.append(Failure(code="outcome", expected=expected.outcome))
    if expected.document_id is not None and expected.document_id not in cited_documents:
        found.append(Failure(code="cites", expected=str(expected.document_id)))
    return tuple(found)


def _plain(text: str) -> str:
    return " ".join(fold(strip_markers(text)).split())
