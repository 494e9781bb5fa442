"""What an admin may change: edit, pin, mark wrong, merge, unmerge. Each is a version and an audit entry."""

from __future__ import annotations

from uuid import UUID

from audit.api import record
from audit.types import Actor
from memory.browse import fact_views, the_fact
from memory.errors import CannotMerge, EmptyValue
from memory.extracting.extract import normalise
from memory.keep import settle
from memory.models import Fact
from memory.types import Authority, Cardinality, FactStatus, FactView
from ports import get_port
from ports.ids import new_id


def edit_fact(*, fact_id: UUID, value: str, person_id: UUID) -> FactView:
    """A new version with the staff's authority; the old one is superseded. Raises UnknownFact, EmptyValue."""
    old = the_fact(fact_id)
    new = Fact.objects.get(id=old.id)
    new.pk = new.id = new_id()
    new._state.adding = True
    new.text = old.text.replace(old.value, value) if old.value and old.value in old.text else value
    new.value, new.normal = value, normalise(value)
    new.authority, new.origin, new.operation = Authority.STAFF.value, "staff", "replace"
    new.status, new.replaces, new.use_count, new.pinned = FactStatus.ACTIVE.value, old, 0, old.pinned
    new.observed_at = new.touched_at = get_port("clock").now()
    if not value.strip():
        raise EmptyValue
    new.save(force_insert=True)
    old.status, old.pinned = FactStatus.SUPERSEDED.value, False
    if old.cardinality != Cardinality.ONE.value:  # a newer member of a set replaces none by itself
        old.merged_into, old.status_before = new, FactStatus.ACTIVE.value
    old.save(update_fields=["status", "status_before", "pinned", "merged_into"])
    settle(new.customer_id, [new.key])
    _record("memory.fact.edited", new.id, person_id, replaces=str(old.id))
    return _view(new.id)


def pin_fact(*, fact_id: UUID, pinned: bool, person_id: UUID) -> FactView:
    fact = the_fact(fact_id)
    fact.pinned = pinned
    fact.save(update_fields=["pinned"])
    _record("memory.fact.pinned" if pinned else "memory.fact.unpinned", fact.id, person_id)
    return _view(fact.id)


def mark_wrong(*, fact_id: UUID, person_id: UUID) -> FactView:
    """It never was so: what it replaced stands again."""
    fact = the_fact(fact_id)
    fact.status_before, fact.status = fact.status, FactStatus.WRONG.value
    fact.save(update_fields=["status", "status_before"])
    Fact.objects.filter(merged_into=fact).update(merged_into=None)
    settle(fact.customer_id, [fact.key])
    _record("memory.fact.marked_wrong", fact.id, person_id)
    return _view(fact.id)


def merge_facts(*, keep_id: UUID, other_id: UUID, person_id: UUID) -> FactView:
    """The other fact steps behind the kept one. Raises UnknownFact, CannotMerge."""
    keep, other = the_fact(keep_id), the_fact(other_id)
    if keep.customer_id != other.customer_id or keep.id == other.id or keep.merged_into_id:
        raise CannotMerge
    other.merged_into, other.status_before, other.status = keep, other.status, FactStatus.SUPERSEDED.value
    other.save(update_fields=["merged_into", "status_before", "status"])
    _record("memory.fact.merged", other.id, person_id, into=str(keep.id))
    return _view(keep.id)


def unmerge_fact(*, fact_id: UUID, person_id: UUID) -> FactView:
    fact = the_fact(fact_id)
    if fact.merged_into_id is None:
        raise CannotMerge
    fact.merged_into, fact.status, fact.status_before = None, fact.status_before or FactStatus.ACTIVE.value, ""
    fact.save(update_fields=["merged_into", "status", "status_before"])
    settle(fact.customer_id, [fact.key])
    _record("memory.fact.unmerged", fact.id, person_id)
    return _view(fact.id)


def _view(fact_id: UUID) -> FactView:
    return fact_views(list(Fact.objects.filter(id=fact_id)))[0]


def _record(verb: str, fact_id: UUID, person_id: UUID, **detail: str) -> None:
    record(verb=verb, subject=("fact", str(fact_id)), actor=Actor(kind="person", id=str(person_id)), detail=detail)
