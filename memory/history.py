"""Talks from elsewhere, brought in as a customer's episodes: findable at once, but no facts are read off them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from memory.embedding import embed_turns
from memory.indexing import index_turns
from memory.models import Episode
from ports.ids import new_id
from tenants.scope import tenant_scope

_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTurn:
    """`speaker`: the name, where several people talk. `at` is aware."""

    conversation_id: UUID
    seq: int
    author: Literal["customer", "bot", "agent"]
    speaker: str
    text: str
    at: datetime


def remember_turns(
    *,
    tenant_id: UUID,
    customer_id: UUID,
    turns: Sequence[PastTurn],
    progress: Callable[[int], None] = lambda done: None,
) -> list[UUID]:
    """The new ids, in the order of `turns`. Opens its own scopes, one for each batch: embeds with none open."""
    ids: list[UUID] = []
    for batch in _batches(turns):
        embedded = embed_turns([turn.text for turn in batch])
        with tenant_scope(tenant_id):
            rows = [_episode(customer_id, turn) for turn in batch]
            Episode.objects.bulk_create(rows)
            index_turns(customer_id, [(row.id, row.text) for row in rows], embedded)
        ids += [row.id for row in rows]
        progress(len(ids))
    return ids


def _batches(turns: Sequence[PastTurn]) -> Iterator[Sequence[PastTurn]]:
    for start in range(0, len(turns), _BATCH):
        yield turns[start : start + _BATCH]


def _episode(customer_id: UUID, turn: PastTurn) -> Episode:
    return Episode(
        id=new_id(),
        customer_id=customer_id,
        conversation_id=turn.conversation_id,
        seq=turn.seq,
        author=turn.author,
        speaker=turn.speaker[:80],
        text=turn.text,
        at=turn.at,
    )
