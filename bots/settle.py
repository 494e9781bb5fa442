"""What a reply has settled in this conversation, kept in the conversation's state for the turns to come. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bots.brief import Brief, SettledClaim
from bots.verifying.markers import strip_markers
from bots.verifying.polarity import polarity
from bots.verifying.settled import cells_said, disagree, source_of
from bots.verifying.verify import Verified
from language.literals import find_literals

_KEPT = 40  # claims


def settled_before(state: Mapping[str, object]) -> tuple[SettledClaim, ...]:
    rows = state.get("settled")
    return tuple(claim for row in (rows if isinstance(rows, list) else []) if (claim := _claim(row)) is not None)


def settle(brief: Brief, sentences: Sequence[object]) -> dict[str, object]:
    """State for the next turn: the sentences sent that hold a value or a denial, in the place of what they replace."""
    claims = list(brief.settled)
    for sentence in sentences:
        if isinstance(sentence, Verified) and sentence.labels and (made := _made(sentence, brief)) is not None:
            claims = [claim for claim in claims if not _replaces(made, claim)]
            claims.append(made)
    return {"settled": [_row(claim) for claim in claims[-_KEPT:]]}


def _made(sentence: Verified, brief: Brief) -> SettledClaim | None:
    text = strip_markers(sentence.said or sentence.text).strip()
    cited = [item for label in sentence.labels if (item := brief.labelled(label)) is not None]
    if not find_literals(text) and not polarity(text).negations:
        return None
    times = [item.at for item in cited if item.at is not None]
    return SettledClaim(
        text=text[:400],
        said_at=brief.now,
        evidence_at=max(times, default=None),
        sources=tuple(source_of(item) for item in cited),
        cells=cells_said(text, cited),
    )


def _replaces(new: SettledClaim, old: SettledClaim) -> bool:
    if new.text == old.text or set(new.cells) & set(old.cells):
        return True
    return disagree(new.text, old.text, now=new.said_at.replace(tzinfo=None), earlier=old.said_at.replace(tzinfo=None))


def _row(claim: SettledClaim) -> dict[str, object]:
    return {
        "text": claim.text,
        "said_at": claim.said_at.isoformat(),
        "evidence_at": claim.evidence_at.isoformat() if claim.evidence_at else "",
        "sources": list(claim.sources),
        "cells": dict(claim.cells),
    }


def _claim(row: object) -> SettledClaim | None:
    if not isinstance(row, Mapping) or not row.get("text"):
        return None
    sources, cells, at = row.get("sources"), row.get("cells"), str(row.get("evidence_at") or "")
    return SettledClaim(
        text=str(row["text"]),
        said_at=datetime.fromisoformat(str(row["said_at"])),
        evidence_at=datetime.fromisoformat(at) if at else None,
        sources=tuple(map(str, sources)) if isinstance(sources, list) else (),
        cells={str(name): str(value) for name, value in cells.items()} if isinstance(cells, Mapping) else {},
    )
