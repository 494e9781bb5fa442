"""An anonymous customer turns out to be a known one: what was said and learnt becomes the known one's."""

from __future__ import annotations

from uuid import UUID

from memory.keep import settle
from memory.models import (
    Alias,
    Compaction,
    Episode,
    EpisodeTerm,
    EpisodeVector,
    Fact,
    Point,
    Receipt,
    Summary,
    Tombstone,
    WriteRun,
)


def join_customer(*, known_id: UUID, anonymous_id: UUID) -> int:
    """The number of turns that moved. Inside an open scope; statements of both are settled by their times anew."""
    turns = Episode.objects.filter(customer_id=anonymous_id).update(customer_id=known_id)
    keys = set(Fact.objects.filter(customer_id=anonymous_id).values_list("key", flat=True))
    words = Alias.objects.filter(customer_id=known_id).values_list("word", flat=True)
    Alias.objects.filter(customer_id=anonymous_id, word__in=list(words)).delete()
    for model in (EpisodeTerm, EpisodeVector, Fact, Tombstone, Alias, Point, Summary, Receipt, WriteRun, Compaction):
        model.objects.filter(customer_id=anonymous_id).update(customer_id=known_id)
    settle(known_id, keys)
    return turns
