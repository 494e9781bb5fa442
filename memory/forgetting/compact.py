"""Weekly: entries that say the same thing in scattered words are gathered under one general entry.

Nothing is deleted. The sources step behind the general entry, stay reachable from it, and an undo brings them back.
What was saved or changed meanwhile is left alone: each row is moved only if it still is as it was when it was read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from audit.api import record
from audit.types import SYSTEM, Actor
from memory.errors import UnknownRun
from memory.keep import settle
from memory.models import Compaction, Fact
from memory.types import Cardinality, FactStatus
from memory.words import naming_words, plain
from ports import get_port
from ports.ids import new_id

ALIKE = 0.6  # share of common words (Jaccard) from which two entries of one attribute say the same
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    fact_id: UUID
    key: str
    text: str
    value: str = ""
    negative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """`general` speaks for `sources`; both are ids of stored facts."""

    general: UUID
    sources: tuple[UUID, ...]


def clusters(entries: Sequence[Entry]) -> list[Cluster]:
    """Entries of the same key, the fullest first and then the newest, joined to the first one that covers them.

    Pure and deterministic. `entries`: newest first.
    """
    out: list[tuple[Entry, list[UUID]]] = []
    for entry in sorted(entries, key=lambda e: -len(naming_words(e.text))):  # stable: the newest first among equals
        home = next((c for c in out if _covers(c[0], entry)), None)
        if home is None:
            out.append((entry, []))
        else:
            home[1].append(entry.fact_id)
    return [Cluster(general=head.fact_id, sources=tuple(sources)) for head, sources in out if sources]


def plan_compaction(customer_id: UUID) -> list[Cluster]:
    """The dry run: what a compaction would gather."""
    rows = Fact.objects.filter(
        customer_id=customer_id,
        status=FactStatus.ACTIVE.value,
        cardinality=Cardinality.SET.value,
        pinned=False,
        merged_into=None,
    ).order_by("-observed_at", "-id")
    return clusters([Entry(fact_id=r.id, key=r.key, text=r.text, value=r.value, negative=r.negative) for r in rows])


def compact(customer_id: UUID, *, actor: Actor = SYSTEM) -> UUID | None:
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
    gathered = {"run": str(run.id), "general": len(done), "sources": sum(len(row["sources"]) for row in done)}
    record(verb="memory.compacted", subject=("customer", str(customer_id)), actor=actor, detail=gathered)
    return run.id


def undo_compaction(run_id: UUID, *, actor: Actor = SYSTEM) -> int:
    """The number of facts that are apart again. What was taken back or replaced meanwhile stays so.

    Raises UnknownRun for a run that is not there or is undone.
    """
    run = Compaction.objects.select_for_update().filter(id=run_id, undone_at=None).first()
    if run is None:
        raise UnknownRun
    back = 0
    for cluster in run.clusters:
        rows = Fact.objects.filter(id__in=cluster["sources"], merged_into=cluster["general"])
        apart = list(rows.exclude(status=FactStatus.ERASED.value))
        back += Fact.objects.filter(id__in=[row.id for row in apart]).update(
            status=FactStatus.ACTIVE.value, status_before="", merged_into=None
        )
        settle(run.customer_id, {row.key for row in apart})
    run.undone_at = get_port("clock").now()
    run.save(update_fields=["undone_at"])
    detail = {"run": str(run.id), "sources": back}
    record(verb="memory.compaction_undone", subject=("customer", str(run.customer_id)), actor=actor, detail=detail)
    return back


def sources_of(fact_id: UUID) -> tuple[UUID, ...]:
    """Proof that nothing is lost: the entries behind a general one."""
    return tuple(Fact.objects.filter(merged_into=fact_id).order_by("observed_at").values_list("id", flat=True))


def _covers(general: Entry, entry: Entry) -> bool:
    """Alike in words, and no name or number that the source's value gives is missing from the general entry."""
    if (general.key, general.negative) != (entry.key, entry.negative):
        return False
    a, b = naming_words(general.text), naming_words(entry.text)
    alike = bool(a and b) and len(a & b) / len(a | b) >= ALIKE
    return alike and naming_words(entry.value) <= a and _numbers(entry.value) <= _numbers(general.text)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(plain(text)))
