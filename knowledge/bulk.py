"""The same change to many documents."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from audit.api import SYSTEM, Actor, record
from knowledge.change import remove_document
from knowledge.models import Document
from knowledge.models.documents import DocumentState
from knowledge.types import BulkChange
from ports import get_port


def change_many(document_ids: Sequence[uuid.UUID], change: BulkChange, *, actor_id: uuid.UUID | None = None) -> int:
    """How many were changed; what is unknown or removed is passed over."""
    rows = list(Document.objects.filter(id__in=list(document_ids)).exclude(state=DocumentState.REMOVED))
    for document in rows:
        if change.remove:
            remove_document(document.id, actor_id=actor_id)
        else:
            _change(document, change, actor_id)
    return len(rows)


def _change(document: Document, change: BulkChange, actor_id: uuid.UUID | None) -> None:
    changed = [name for name in ("overrides", "language") if getattr(change, name) is not None]
    for name in changed:
        setattr(document, name, getattr(change, name))
    if change.sets_expiry:
        document.expires_at = change.expires_at
        changed.append("expires_at")
    document.updated_at = get_port("clock").now()
    document.save(update_fields=[*changed, "updated_at"])
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    subject = ("document", str(document.id))
    record(verb="knowledge.document.changed", subject=subject, actor=actor, detail={"set": changed})
