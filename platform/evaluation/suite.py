"""What a suite is given and what it gives back."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Row = Mapping[str, object]
Progress = Callable[[int, int], None]  # done, of


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteRun:
    """Files in the public formats, and a throw-away tenant. `facts`: ask for what memory holds at the end."""

    tenant_id: uuid.UUID
    files: tuple[Path, ...]
    tags: tuple[Path, ...] = ()
    facts: bool = False
    threshold: float | None = None
    folds: int = 0  # also cross-validate what is fitted, over so many parts, where the suite can
    judge: bool = False  # ask the model beside the builtin score, where the suite can
    progress: Progress = lambda done, of: None


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteReport:
    figures: Mapping[str, object]
    rows: Sequence[Row]
    facts: Sequence[Row] = ()


class UnfitData(ValueError):
    """The data do not do for what is asked of them; the message says why."""


Suite = Callable[[SuiteRun], SuiteReport]


def read_rows(file: Path) -> Iterator[dict[str, object]]:
    """Raises ValueError, with the line, for what is no JSON object."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise ValueError(f"{file}:{number} is no object")
                yield row
