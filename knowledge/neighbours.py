"""Passages of one place become one, the same text is said once. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from knowledge.confidence.judge import Judged
from knowledge.types import RejectedPassage, RejectReason

_WORTH_JOINING = 0.5  # a neighbour joins when it has at least this share of the better one's confidence
_LONGEST_JOINED = 1600  # characters


def fold_and_join(judged: Sequence[Judged], limit: int) -> tuple[list[Judged], list[RejectedPassage]]:
    """(the best `limit` passages, what was left out and why)."""
    kept: list[Judged] = []
    left: list[RejectedPassage] = []
    texts: set[str] = set()
    for item in judged:
        if item.ranked.candidate.text in texts:
            left.append(_rejected(item, "duplicate"))
            continue
        texts.add(item.ranked.candidate.text)
        place = _neighbour(kept, item)
        if place is not None:
            kept[place] = _join(kept[place], item)
        elif len(kept) < limit:
            kept.append(item)
        else:
            left.append(_rejected(item, "over_limit"))
    return kept, left


def _neighbour(kept: Sequence[Judged], item: Judged) -> int | None:
    """Where a kept passage of the same section stands right before or after this one."""
    mine = item.ranked.candidate
    for place, other in enumerate(kept):
        theirs = other.ranked.candidate
        together = theirs.document_id == mine.document_id and theirs.heading == mine.heading
        close = abs(theirs.position - mine.position) == 1
        strong = item.confidence >= _WORTH_JOINING * other.confidence
        if together and close and strong and len(theirs.text) + len(mine.text) <= _LONGEST_JOINED:
            return place
    return None


def _join(first: Judged, second: Judged) -> Judged:
    """One passage under the better one's id, in reading order."""
    one, two = first.ranked.candidate, second.ranked.candidate
    ordered = (one, two) if one.position < two.position else (two, one)
    candidate = replace(one, text="\n\n".join(part.text for part in ordered))
    return replace(first, ranked=replace(first.ranked, candidate=candidate))


def _rejected(item: Judged, reason: RejectReason) -> RejectedPassage:
    return RejectedPassage(
        chunk_id=item.ranked.candidate.chunk_id,
        title=item.ranked.candidate.title,
        score=item.ranked.fused,
        confidence=item.confidence,
        reason=reason,
    )
