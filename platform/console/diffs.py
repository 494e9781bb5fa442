"""A diff as a person reads it: what changed within a line stands out, long stretches without a change are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from knowledge.api import parts_of
from knowledge.types import DiffLine, DiffPart

_KEPT = 2  # unchanged lines shown beside a change
_FOLDED = 6  # a shorter stretch is not worth folding


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    kind: Literal["added", "removed", "same"]
    parts: tuple[DiffPart, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    sides: tuple[Side, ...]
    folded: bool = False


def folded(lines: Sequence[DiffLine]) -> tuple[Block, ...]:
    """In reading order."""
    blocks: list[Block] = []
    runs = [(same, list(run)) for same, run in groupby(lines, key=lambda line: line.kind == "same")]
    for place, (same, run) in enumerate(runs):
        if not same:
            blocks.append(Block(sides=tuple(side for line in _paired(run) for side in line)))
            continue
        head = 0 if place == 0 else _KEPT
        tail = len(run) - (0 if place == len(runs) - 1 else _KEPT)
        if tail - head < _FOLDED:
            blocks.append(Block(sides=_same(run)))
        else:
            blocks += [
                Block(sides=_same(run[:head])), Block(sides=_same(run[head:tail]), folded=True),
                Block(sides=_same(run[tail:])),
            ]  # fmt: skip
    return tuple(block for block in blocks if block.sides)


def _paired(run: Sequence[DiffLine]) -> Iterator[tuple[Side, ...]]:
    for line in run:
        if line.kind == "changed":
            before, after = parts_of(line.before, line.after)
            yield Side(kind="removed", parts=before), Side(kind="added", parts=after)
        elif line.kind == "removed":
            yield (Side(kind="removed", parts=(DiffPart(text=line.before, changed=False),)),)
        else:
            yield (Side(kind="added", parts=(DiffPart(text=line.after, changed=False),)),)


def _same(run: Sequence[DiffLine]) -> tuple[Side, ...]:
    return tuple(Side(kind="same", parts=(DiffPart(text=line.after, changed=False),)) for line in run)
