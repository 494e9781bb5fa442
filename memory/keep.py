"""Store what was extracted, and settle which facts of the same key hold now. Inside an open tenant scope."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from memory.facts import HELD, Candidate, Statement, standing
from memory.models import Fact, Tombstone
from memory.types import Cardinality, CustomerMessage, FactKind, FactStatus
from ports.ids import new_id


def keep_facts(
    *, message: CustomerMessage, candidates: Sequence[Candidate], origin: str, quarantined: bool = False
) -> list[UUID]:
    """The ids of the facts that stand for these candidates, old or new. What was forgotten is not stored again."""
    if not candidates:
        return []
    known: dict[tuple[str, str, int, int], UUID] = {}
    forgotten: frozenset[str] = frozenset()
    if origin != "prewrite":  # of a line that is being accepted nothing is known or forgotten yet
        said = Fact.objects.filter(episode_id=message.message_id)
        columns = said.values_list("key", "operation", "span_start", "span_end", "id")
        known = {(key, operation, start, end): fact for key, operation, start, end, fact in columns}
        forgotten = _forgotten(message)
        if WHOLE_TURN in forgotten:
            return []
    ids, new = [], []
    for candidate in candidates:
        if forgotten_hash(candidate.key, candidate.normal) in forgotten:
            continue
        old = known.get(_place(candidate)) or _under_its_own_word(candidate, known)
        if old is None:
            new.append(_row(message, candidate, origin=origin, quarantined=quarantined))
        ids.append(old or new[-1].id)
    Fact.objects.bulk_create(new, ignore_conflicts=True)
    members = {row.normal for row in new if _only_touches_its_value(row)}
    settle(message.customer_id, {row.key for row in new if not _only_touches_its_value(row)})
    settle(message.customer_id, {row.key for row in new if _only_touches_its_value(row)}, values=members)
    settle(message.customer_id, {candidate.key[:400] for candidate in candidates if candidate.said})
    _bury(message, [row for row in new if row.operation == "forget"])
    return ids


def _place(candidate: Candidate) -> tuple[str, str, int, int]:
    return candidate.key, candidate.operation, candidate.start, candidate.end


def _under_its_own_word(candidate: Candidate, known: dict[tuple[str, str, int, int], UUID]) -> UUID | None:
    """The pre-written fact, from before its alias was known: the same entry, moved to the key that it shares."""
    if not candidate.said:
        return None
    old = known.get(_place(replace(candidate, entity=candidate.said, said="")))
    if old is not None:
        Fact.objects.filter(id=old).update(entity=candidate.entity[:200], key=candidate.key[:400])
    return old


def _only_touches_its_value(row: Fact) -> bool:
    """A member of a set, said or taken back by value, leaves the other members as they are."""
    return row.cardinality == Cardinality.SET.value and bool(row.normal)


def settle(customer_id: UUID, keys: Iterable[str], *, values: Collection[str] = ()) -> None:
    """Write the statuses that the version rules give to all statements of these keys; of a set, where `values` are
    given, to these members alone, with what may take any of them back.

    What stands behind a general entry counts as said, so that what it replaced stays replaced, and itself stays there.
    """
    wanted = sorted(set(keys))
    if not wanted:
        return
    found = Fact.objects.filter(customer_id=customer_id, key__in=wanted)
    if values:
        found = found.filter(Q(normal__in=["", *values]) | ~Q(cardinality=Cardinality.SET.value))
    rows = [Kept(*row) for row in found.values_list(*Kept._fields)]
    rules = standing(statement(row) for row in rows)
    changed = [
        Fact(id=row.id, status=rule.status.value, replaces_id=rule.replaces)
        for row in rows
        if row.merged_into_id is None
        and ((rule := rules[row.id]).status != row.status or rule.replaces != row.replaces_id)
    ]
    Fact.objects.bulk_update(changed, ["status", "replaces"])


class Kept(NamedTuple):
    """The columns that the version rules look at: an object of a whole row costs more than its rule."""

    id: UUID
    key: str
    normal: str
    cardinality: str
    operation: str
    observed_at: datetime
    episode_id: UUID | None
    span_start: int
    status: str
    replaces_id: UUID | None
    merged_into_id: UUID | None


def standing_facts(customer_id: UUID, *, before: UUID, limit: int = 300) -> tuple[Candidate, ...]:
    """What holds of a customer, as candidates, newest first; without what was said in the message `before`."""
    rows = Fact.objects.filter(customer_id=customer_id, status=FactStatus.ACTIVE.value).exclude(episode_id=before)
    return as_candidates(rows.order_by("-observed_at", "-id")[:limit])


def as_candidates(rows: Iterable[Fact]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(
            kind=FactKind(row.kind),
            subject=row.subject,
            entity=row.entity,
            attribute=row.attribute,
            value=row.value,
            normal=row.normal,
            text=row.text,
            start=row.span_start,
            end=row.span_end,
            cardinality=Cardinality(row.cardinality),
            negative=row.negative,
        )
        for row in rows
    )


def statement(row: Kept | Fact) -> Statement:
    status = FactStatus(row.status)
    return Statement(
        fact_id=row.id,
        key=row.key,
        normal=row.normal,
        cardinality=Cardinality(row.cardinality),
        operation=row.operation,  # type: ignore[arg-type]  # the column holds an Operation
        observed_at=row.observed_at,
        order=f"{row.episode_id or row.id}:{row.span_start:06d}",
        held=status if status in HELD else FactStatus.ACTIVE,
    )


def forgotten_hash(key: str, normal: str) -> str:
    """A tombstone keeps no word of what was forgotten."""
    return hashlib.sha256(f"{key}\0{normal}".encode()).hexdigest()


WHOLE_TURN = "*"  # in the place of a hash: nothing of the turn is to be remembered


def _forgotten(message: CustomerMessage) -> frozenset[str]:
    """Marks of what was said in this message and forgotten since."""
    marks = Tombstone.objects.filter(customer_id=message.customer_id, episode_id=message.message_id)
    return frozenset(marks.values_list("normal_hash", flat=True))


def _bury(message: CustomerMessage, orders: Sequence[Fact]) -> None:
    """What the customer asked to forget is not read again out of the messages that told it. Its history stays."""
    told = Fact.objects.filter(customer_id=message.customer_id, key__in=[order.key for order in orders])
    normals = {(order.key, order.normal) for order in orders}
    gone = [f for f in told if f.operation != "forget" and {(f.key, f.normal), (f.key, "")} & normals]
    Tombstone.objects.bulk_create(
        Tombstone(
            id=new_id(), customer_id=f.customer_id, episode_id=f.episode_id, at=message.at,
            normal_hash=forgotten_hash(f.key, f.normal),
        )
        for f in gone
    )  # fmt: skip


def _row(message: CustomerMessage, candidate: Candidate, *, origin: str, quarantined: bool) -> Fact:
    return Fact(
        id=new_id(),
        customer_id=message.customer_id,
        episode_id=message.message_id,
        conversation_id=message.conversation_id,
        only_here=message.mode == "conversation",
        kind=candidate.kind.value,
        subject=candidate.subject[:120],
        entity=candidate.entity[:200],
        attribute=candidate.attribute[:120],
        key=candidate.key[:400],
        cardinality=candidate.cardinality.value,
        text=candidate.text,
        value=candidate.value,
        normal=candidate.normal,
        negative=candidate.negative,
        confidence=candidate.confidence,
        operation=candidate.operation,
        origin=origin,
        status=(FactStatus.QUARANTINED if quarantined else FactStatus.ACTIVE).value,
        observed_at=message.at,
        touched_at=message.at,
        valid_from=candidate.valid_from,
        span_start=candidate.start,
        span_end=candidate.end,
    )
