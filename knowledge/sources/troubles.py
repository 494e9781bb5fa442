"""What went wrong with the pages of a source, as it is kept beside it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from knowledge.types import Trouble

_MOST = 50  # of one run


def kept(troubles: Sequence[Trouble]) -> list[dict[str, str]]:
    return [asdict(trouble) for trouble in troubles[:_MOST]]


def read(rows: Sequence[Mapping[str, str]]) -> tuple[Trouble, ...]:
    return tuple(Trouble(url=row["url"], code=row["code"], detail=row["detail"]) for row in rows)  # type: ignore[arg-type]  # written by `kept`
