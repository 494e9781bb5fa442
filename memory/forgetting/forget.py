"""Forgetting for good: the words go, a tombstone without words stays, and no later reading brings them back."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from audit.api import record
from audit.types import SYSTEM, Actor
from memory.browse import the_fact
from memory.keep import forgotten_hash
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
from memory.types import FactStatus
from ports import get_port
from ports.ids import new_id

_TELLING = 2  # characters: a shorter value stands in too many texts by chance
GONE = "—"  # what stands in the place of an erased text


def forget_fact(*, fact_id: UUID, person_id: UUID | None) -> None:
    """The fact with all versions of its key, and the sentences that they stand in. Raises UnknownFact."""
    fact = the_fact(fact_id)
    chain = list(Fact.objects.filter(customer_id=fact.customer_id, key=fact.key))
    if fact.cardinality != "one":
        chain = [row for row in chain if row.normal == fact.normal]
    _erase(chain)
    actor = Actor(kind="person", id=str(person_id)) if person_id else SYSTEM
    record(verb="memory.fact.forgotten", subject=("fact", str(fact.id)), actor=actor, detail={"versions": len(chain)})


def forget_since(*, customer_id: UUID, since: datetime, person_id: UUID) -> int:
    """Every fact, turn, point and summary since a time; the number of facts and turns."""
    facts = list(Fact.objects.filter(customer_id=customer_id, observed_at__gte=since).exclude(status="erased"))
    _erase(facts)
    turns = Episode.objects.filter(customer_id=customer_id, at__gte=since)
    ids = list(turns.values_list("id", flat=True))
    _blank_turns(ids)
    Summary.objects.filter(customer_id=customer_id, at__gte=since).delete()
    record(
        verb="memory.forgotten_since",
        subject=("customer", str(customer_id)),
        actor=Actor(kind="person", id=str(person_id)),
        detail={"facts": len(facts), "turns": len(ids), "since": since.isoformat()},
    )
    return len(facts) + len(ids)


def erase_customer(*, customer_id: UUID) -> int:
    """Rows of this customer in every table of memory, and of no other."""
    Fact.objects.filter(customer_id=customer_id).update(replaces=None, merged_into=None, alias=None)
    total = 0
    said = (EpisodeTerm, EpisodeVector, Episode)
    for model in (Receipt, Point, Summary, WriteRun, Compaction, Alias, Tombstone, Fact, *said):
        total += model._base_manager.filter(customer_id=customer_id)._raw_delete(model.objects.db)
    return total


def _erase(facts: list[Fact]) -> None:
    _blank_turns([f.episode_id for f in facts if f.episode_id])
    erase_facts(facts)


def erase_facts(facts: list[Fact]) -> None:
    """The facts, and what repeats them. Their own sentences are the caller's business."""
    for fact in facts:
        _forget_echoes(fact)
    now = get_port("clock").now()
    Tombstone.objects.bulk_create(
        Tombstone(
            id=new_id(),
            customer_id=f.customer_id,
            episode_id=f.episode_id,
            key="",
            at=now,
            normal_hash=forgotten_hash(f.key, f.normal),
        )
        for f in facts
    )
    _unlearn(facts)
    for fact in facts:
        fact.text = fact.value = fact.normal = GONE
        fact.subject = fact.entity = ""
        fact.key = f"erased:{fact.id}"
        fact.status, fact.pinned = FactStatus.ERASED.value, False
    Fact.objects.bulk_update(facts, ["text", "value", "normal", "subject", "entity", "key", "status", "pinned"])


def _forget_echoes(fact: Fact) -> None:
    """A summary or a conclusion that repeats the value."""
    if len(fact.value.strip()) < _TELLING:
        return
    Summary.objects.filter(customer_id=fact.customer_id, text__icontains=fact.value.strip()).delete()
    Point.objects.filter(customer_id=fact.customer_id, text__icontains=fact.value.strip()).delete()


def _unlearn(facts: list[Fact]) -> None:
    """The customer's words for what is forgotten go too."""
    words = {fact.entity for fact in facts if fact.entity}
    for row in facts[:1]:
        mine = Alias.objects.filter(customer_id=row.customer_id)
        mine.filter(Q(id__in=[fact.alias_id for fact in facts if fact.alias_id]) | Q(canonical__in=words)).delete()
    for fact in facts:
        fact.alias_id = None


def _blank_turns(ids: list[UUID]) -> None:
    """The sentence itself must go, or quoting it would bring the fact back; its place in the talk stays."""
    Episode.objects.filter(id__in=ids).update(text=GONE)
    EpisodeTerm.objects.filter(episode_id__in=ids).delete()
    EpisodeVector.objects.filter(episode_id__in=ids).delete()
    Point.objects.filter(episode_id__in=ids).delete()
    WriteRun.objects.filter(episode_id__in=ids).delete()
    conversations = Episode.objects.filter(id__in=ids).values_list("conversation_id", flat=True)
    Summary.objects.filter(conversation_id__in=list(conversations)).delete()
