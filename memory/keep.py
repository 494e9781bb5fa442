"""Store what was extracted, and settle which facts of the same key hold now. Inside an open tenant scope."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from memory.facts import HELD, Candidate, Statement, standing
from memory.models import Fact, Tombstone
from memory.storing import Kept, Keys, facts_of_keys, insert_facts
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
            new.append((new_id(), candidate))
        ids.append(old or new[-1][0])
    status = (FactStatus.QUARANTINED if quarantined else FactStatus.ACTIVE).value
    rows = [{"id": fact, "origin": origin, "status": status, **_row(message, said)} for fact, said in new]
    members = [said for _, said in new if _only_touches_its_value(said)]
    whole = {said.key for _, said in new if not _only_touches_its_value(said)} | {c.key for c in candidates if c.said}
    _settle(insert_facts(rows, _keys(message.customer_id, whole, {(said.key, said.normal) for said in members})))
    if orders := [said for _, said in new if said.operation == "forget"]:
        _bury(message, orders)
    return ids


def _place(candidate: Candidate) -> tuple[str, str, int, int]:
    return candidate.key, candidate.operation, candidate.start, candidate.end


def _under_its_own_word(candidate: Candidate, known: dict[tuple[str, str, int, int], UUID]) -> UUID | None:
    """The pre-written fact, from before its alias was known: the same entry, moved to the key that it shares."""
    if not candidate.said:
        return None
    old = known.get(_place(replace(candidate, entity=candidate.said, said="")))
    if old is not None:
        Fact.objects.filter(id=old).update(entity=candidate.entity[:200], key=candidate.key[:LONGEST_KEY])
    return old


def _only_touches_its_value(said: Candidate) -> bool:
    """A member of a set, said or taken back by value, leaves the other members as they are."""
    return said.cardinality is Cardinality.SET and bool(said.normal)


def settle(customer_id: UUID, keys: Iterable[str], *, members: Collection[tuple[str, str]] = ()) -> None:
    """Write the statuses that the version rules give to all statements of these keys; of a set, where `members` are
    given by key and value, to these alone, with what may take any of them back.

    What stands behind a general entry counts as said, so that what it replaced stays replaced, and itself stays there.
    """
    _settle(facts_of_keys(_keys(customer_id, keys, members)))


def _keys(customer_id: UUID, keys: Iterable[str], members: Collection[tuple[str, str]]) -> Keys:
    whole = {key[:LONGEST_KEY] for key in keys}
    by_value = {key[:LONGEST_KEY] for key, _ in members} - whole
    return Keys(customer_id=customer_id, whole=whole, by_value=by_value, values={value for _, value in members})


def _settle(rows: Sequence[Kept]) -> None:
    rules = standing(statement(row) for row in rows)
    changed = [
        Fact(id=row.id, status=rule.status.value, replaces_id=rule.replaces)
        for row in rows
        if row.merged_into_id is None
        and ((rule := rules[row.id]).status != row.status or rule.replaces != row.replaces_id)
    ]
    if changed:
        Fact.objects.bulk_update(changed, ["status", "replaces"])


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


def _bury(message: CustomerMessage, orders: Sequence[Candidate]) -> None:
    """What the customer asked to forget is not read again out of the messages that told it. Its history stays."""
    told = Fact.objects.filter(customer_id=message.customer_id, key__in=[order.key[:LONGEST_KEY] for order in orders])
    normals = {(order.key[:LONGEST_KEY], order.normal) for order in orders}
    gone = [f for f in told if f.operation != "forget" and {(f.key, f.normal), (f.key, "")} & normals]
    Tombstone.objects.bulk_create(
        Tombstone(
            id=new_id(), customer_id=f.customer_id, episode_id=f.episode_id, at=message.at,
            normal_hash=forgotten_hash(f.key, f.normal),
        )
        for f in gone
    )  # fmt: skip


def _row(message: CustomerMessage, candidate: Candidate) -> dict[str, object]:
    return {
        "customer_id": message.customer_id,
        "episode_id": message.message_id,
        "conversation_id": message.conversation_id,
        "only_here": message.mode == "conversation",
        "kind": candidate.kind.value,
        "subject": candidate.subject[:120],
        "entity": candidate.entity[:200],
        "attribute": candidate.attribute[:120],
        "key": candidate.key[:LONGEST_KEY],
        "cardinality": candidate.cardinality.value,
        "text": candidate.text,
        "value": candidate.value,
        "normal": candidate.normal,
        "negative": candidate.negative,
        "confidence": candidate.confidence,
        "operation": candidate.operation,
        "observed_at": message.at,
        "touched_at": message.at,
        "valid_from": candidate.valid_from,
        "span_start": candidate.start,
        "span_end": candidate.end,
    }


LONGEST_KEY = 400
