"""The audit record: add an entry, read entries, verify the chain."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.conf import settings

from audit.chain import Link, first_fault, seal
from audit.models import AuditEntry, AuditHead
from audit.types import SYSTEM, Actor, Entry, Fault
from ports import get_port
from ports.ids import new_id
from tenants.scope import current_tenant_id, tenant_scope

__all__ = ["SYSTEM", "Actor", "Entry", "Fault", "list_entries", "record", "verify"]


def record(
    *, verb: str, subject: tuple[str, str], actor: Actor = SYSTEM, detail: Mapping[str, object] | None = None
) -> None:
    """Add an entry in the open transaction, so that it stands or falls with the change it tells of.

    `detail` must not hold a customer's words or other personal values: entries outlive an erasure.
    """
    tenant_id = current_tenant_id()
    AuditHead.objects.get_or_create(tenant_id=tenant_id)
    head = AuditHead.objects.select_for_update().get(tenant_id=tenant_id)
    link = Link(
        id=str(new_id()),
        tenant_id=str(tenant_id),
        seq=head.seq + 1,
        at=get_port("clock").now(),
        verb=verb,
        actor_kind=actor.kind,
        actor_id=actor.id,
        subject_kind=subject[0],
        subject_id=subject[1],
        detail=dict(detail or {}),
        previous_hash=head.hash,
    )
    head.seq, head.hash = link.seq, seal(link, key=_key())
    AuditEntry.objects.create(
        id=uuid.UUID(link.id),
        tenant_id=tenant_id,
        seq=link.seq,
        at=link.at,
        verb=verb,
        actor_kind=actor.kind,
        actor_id=actor.id,
        subject_kind=subject[0],
        subject_id=subject[1],
        detail=dict(link.detail),
        previous_hash=link.previous_hash,
        hash=head.hash,
    )
    head.save(update_fields=["seq", "hash"])


def list_entries(
    *, before_seq: int | None = None, limit: int = 100, verb: str = "", subject_id: str = "", actor_id: str = ""
) -> list[Entry]:
    """Newest first, inside a tenant scope."""
    rows = AuditEntry.objects.order_by("-seq")
    if before_seq is not None:
        rows = rows.filter(seq__lt=before_seq)
    if verb:
        rows = rows.filter(verb__startswith=verb)
    if subject_id:
        rows = rows.filter(subject_id=subject_id)
    if actor_id:
        rows = rows.filter(actor_id=actor_id)
    return [_entry(row) for row in rows[:limit]]


def verify(tenant_id: uuid.UUID) -> tuple[int, Fault | None]:
    """(entries read, first fault or None)."""
    with tenant_scope(tenant_id):
        rows = list(AuditEntry.objects.order_by("seq", "id"))
        head = AuditHead.objects.first()
    fault = first_fault(
        map(_link, rows), key=_key(), head_seq=head.seq if head else 0, head_hash=head.hash if head else "0" * 64
    )
    return len(rows), fault


def _key() -> bytes:
    return str(settings.AUDIT_KEY).encode()


def _entry(row: AuditEntry) -> Entry:
    return Entry(
        id=row.id,
        seq=row.seq,
        at=row.at,
        verb=row.verb,
        actor=Actor(kind=row.actor_kind, id=row.actor_id),  # type: ignore[arg-type]  # the column holds an ActorKind
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        detail=row.detail,
        hash=row.hash,
    )


def _link(row: AuditEntry) -> Link:
    return Link(
        id=str(row.id),
        tenant_id=str(row.tenant_id),
        seq=row.seq,
        at=row.at,
        verb=row.verb,
        actor_kind=row.actor_kind,
        actor_id=row.actor_id,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        detail=row.detail,
        previous_hash=row.previous_hash,
        hash=row.hash,
    )
