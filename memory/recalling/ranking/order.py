"""All turns that a recall considers, in the order of how well they answer: before floor, top-K and gate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from memory.embedding import embed_question
from memory.recalling.asking.rewrite import rewrite
from memory.recalling.candidates import TurnRow, fetch_candidates
from memory.recalling.ranking.dialogue import DialogueTurn, rank_dialogue
from memory.recalling.recall import rank_turns
from memory.types import RecallQuery
from tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOrder:
    """Best first; milliseconds of embedding the question, and of all the rest."""

    turns: tuple[UUID, ...]
    embed_ms: float
    recall_ms: float


def order_turns(query: RecallQuery) -> TurnOrder:
    begun = time.perf_counter()
    question = rewrite(query.question, recent=query.recent)
    sought = embed_question(question)
    embedded = time.perf_counter()
    with tenant_scope(query.tenant_id):
        found = fetch_candidates(query, question=question, sought=sought)
    keys = rank_everyone(question, found.turns, space=sought.space)
    return TurnOrder(
        turns=tuple(UUID(key) for key in keys),
        embed_ms=(embedded - begun) * 1000,
        recall_ms=(time.perf_counter() - embedded) * 1000,
    )


def rank_everyone(question: str, turns: Sequence[TurnRow], *, space: str) -> list[str]:
    """Ids of turns. Where several named people talk, what one says answers what another asks."""
    if len({turn["speaker"] for turn in turns}) < 2:
        return [item.line.key for item in rank_turns(question, turns, own_only=False, space=space)]
    known = [turn["cosine"] for turn in turns if turn["cosine"] is not None]
    middle = sum(known) / len(known) if known else 0.0
    cosine = np.array([middle if turn["cosine"] is None else turn["cosine"] for turn in turns], float)
    spoken = [
        DialogueTurn(
            key=turn["id"],
            session=turn["conversation_id"],
            seq=turn["seq"],
            speaker=turn["speaker"],
            text=turn["text"],
        )
        for turn in turns
    ]
    return [key for key, _ in rank_dialogue(question, spoken, cosine)]
