"""Three-way merge of lines, so that what an operator changed survives a refresh. Pure.

After Khanna, Kunal and Pierce 2007, "A Formal Investigation of Diff3". Where both sides changed the same lines, the
operator's stay: somebody meant them.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    text: str
    conflicts: int  # places where the operator's lines stayed against the source's


def merge(*, base: str, ours: str, theirs: str) -> Merged:
    """`base`: what the source said when the operator changed it; `theirs`: what it says now."""
    if ours in (base, theirs):
        return Merged(text=theirs, conflicts=0)
    if theirs == base:
        return Merged(text=ours, conflicts=0)
    old, mine, new = base.split("\n"), ours.split("\n"), theirs.split("\n")
    kept_mine, kept_new = _kept(old, mine), _kept(old, new)
    anchors = [place for place in range(len(old)) if place in kept_mine and place in kept_new]
    made: list[str] = []
    conflicts = at_old = at_mine = at_new = 0
    for anchor in [*anchors, len(old)]:
        to_mine, to_new = kept_mine.get(anchor, len(mine)), kept_new.get(anchor, len(new))
        before, changed, fresh = old[at_old:anchor], mine[at_mine:to_mine], new[at_new:to_new]
        both = _region(before, changed, fresh)
        conflicts += both is None
        made += changed if both is None else both
        if anchor < len(old):
            made.append(old[anchor])
        at_old, at_mine, at_new = anchor + 1, to_mine + 1, to_new + 1
    return Merged(text="\n".join(made), conflicts=conflicts)


def _region(before: list[str], mine: list[str], new: list[str]) -> list[str] | None:
    """One place changed by both: what is only added beside the other's change goes with it. None: they disagree."""
    if mine in (before, new):
        return new
    if new == before:
        return mine
    size = len(before)
    for added, other in ((mine, new), (new, mine)):
        if added[:size] == before:
            return other + added[size:]
        if added[len(added) - size :] == before:
            return added[: len(added) - size] + other
    return None


def _kept(old: list[str], new: list[str]) -> dict[int, int]:
    """Lines of the old text that still stand, with their place in the new one."""
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.a + offset: block.b + offset for block in blocks for offset in range(block.size)}
