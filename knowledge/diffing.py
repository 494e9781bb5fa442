"""What changed between two texts, line by line. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from knowledge.types import DiffLine


def diff_texts(before: str, after: str) -> tuple[DiffLine, ...]:
    """Every line of both, in reading order; a replaced line stands beside the one that replaced it."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(line for tag, *span in matcher.get_opcodes() for line in _lines(tag, old, new, *span))


def count_changes(before: str, after: str) -> tuple[int, int]:
    """(lines added, lines removed); a changed line counts as both."""
    old, new = before.splitlines(), after.splitlines()
    kept = sum(block.size for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks())
    return len(new) - kept, len(old) - kept


def _lines(tag: str, old: list[str], new: list[str], a: int, b: int, c: int, d: int) -> Iterator[DiffLine]:
    if tag == "equal":
        yield from (DiffLine(kind="same", before=line, after=line) for line in old[a:b])
        return
    pairs = min(b - a, d - c)
    for offset in range(pairs):
        yield DiffLine(kind="changed", before=old[a + offset], after=new[c + offset])
    yield from (DiffLine(kind="removed", before=line, after="") for line in old[a + pairs : b])
    yield from (DiffLine(kind="added", before="", after=line) for line in new[c + pairs : d])
