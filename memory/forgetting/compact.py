"""Weekly: entries that say the same thing in scattered words are gathered under one general entry.

Nothing is deleted. The sources step behind the general entry, stay reachable from it, and an undo brings them back.
What was saved or changed meanwhile is left alone: each row is moved only if it still is as it was when it was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from audit.api import record
from audit.types import SYSTEM
from memory.errors import UnknownFact
from memory.models import Compaction, Fact
from memory.types import Cardinality, FactStatus
from memory.words import naming_words
from ports import get_port
from ports.ids import new_id

ALIKE = 0.6  # share of common words (Jaccard) from which two entries of one attribute say the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    fact_id: UUID
    key: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """`general` speaks for `sources`; both are ids of stored facts."""

    general: UUID
    sources: tuple[UUID, ...]


def clusters(entries: Sequence[Entry]) -> list[Cluster]:
    """Entries of the same key, newest first, joined to the first one they are like. Pure and deterministic."""
    out: list[tuple[Entry, list[UUID]]] = []
    for entry in entries:
        home = next((c for c in out if c[0].key == entry.key and _alike(c[0].text, entry.text)), None)
        if home is None:
            out.append((entry, []))
        else:
            home[1].append(entry.fact_id)
    return [Cluster(general=head.fact_id, sources=tuple(sources)) for head, sources in out if sources]


def plan_compaction(customer_id: UUID) -> list[Cluster]:
    """The dry run: what a compaction would gather."""
    rows = Fact.objects.filter(
        customer_id=customer_id, status=FactStatus.ACTIVE.value, cardinality=Cardinality.SET.value, pinned=False
    ).order_by("-observed_at", "-id")
    return clusters([Entry(fact_id=row.id, key=row.key, text=row.text) for row in rows])


def compact(customer_id: UUID) -> UUID | None:
    """Carry the plan out; the run's id, or None when there was nothing to gather."""
    done = []
    for cluster in plan_compaction(customer_id):
        moved = [
            source
            for source in cluster.sources
            if Fact.objects.filter(id=source, status=FactStatus.ACTIVE.value, pinned=False, merged_into=None).update(
                status=FactStatus.SUPERSEDED.value, status_before=FactStatus.ACTIVE.value, merged_into=cluster.general
            )
        ]
        if moved:
            done.append({"general": str(cluster.general), "sources": [str(source) for source in moved]})
    if not done:
        return None
    run = Compaction.objects.create(id=new_id(), customer_id=customer_id, at=get_port("clock").now(), clusters=done)
    record(
        verb="memory.compacted", subject=("customer", str(customer_id)), actor=SYSTEM, detail={"clusters": len(done)}
    )
    return run.id


def undo_compaction(run_id: UUID) -> int:
    """The number of facts that stand again. Raises UnknownFact for a run that is not there or is undone."""
    run = Compaction.objects.filter(id=run_id, undone_at=None).first()
    if run is None:
        raise UnknownFact
    back = 0
    for cluster in run.clusters:
        rows = Fact.objects.filter(id__in=cluster["sources"], merged_into=cluster["general"])
        back += rows.exclude(status=FactStatus.ERASED.value).update(
            status=FactStatus.ACTIVE.value, status_before="", merged_into=None
        )
    run.undone_at = get_port("clock").now()
    run.save(update_fields=["undone_at"])
    record(verb="memory.compaction_undone", subject=("customer", str(run.customer_id)), actor=SYSTEM)
    return back


def sources_of(fact_id: UUID) -> tuple[UUID, ...]:
    """Proof that nothing is lost: the entries behind a general one."""
    return tuple(Fact.objects.filter(merged_into=fact_id).order_by("observed_at").values_list("id", flat=True))


def _alike(one: str, other: str) -> bool:
    a, b = naming_words(one), naming_words(other)
    return bool(a and b) and len(a & b) / len(a | b) >= ALIKE
