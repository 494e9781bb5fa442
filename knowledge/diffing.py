"""What changed between two texts, line by line. Pure."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from knowledge.types import DiffLine, DiffPart

_WORDS = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\s+|.", re.DOTALL)


def diff_texts(before: str, after: str) -> tuple[DiffLine, ...]:
    """Every line of both, in reading order; a replaced line stands beside the one that replaced it."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return tuple(line for tag, *span in matcher.get_opcodes() for line in _lines(tag, old, new, *span))


def parts_of(before: str, after: str) -> tuple[tuple[DiffPart, ...], tuple[DiffPart, ...]]:
    """A changed line against its successor, word by word (CJK: character by character)."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    codes = matcher.get_opcodes()
    mine = tuple(DiffPart(text="".join(old[a:b]), changed=tag != "equal") for tag, a, b, _, _ in codes if a < b)
    theirs = tuple(DiffPart(text="".join(new[c:d]), changed=tag != "equal") for tag, _, _, c, d in codes if c < d)
    return mine, theirs


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
