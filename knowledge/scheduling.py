"""A text that goes live on its day. What refreshes and edits bring until then is merged into it, line by line."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from audit.api import SYSTEM, Actor, record
from jobs.api import enqueue
from knowledge.change import new_text_of, newest_revision
from knowledge.diffing import diff_texts
from knowledge.errors import RevisionNotFound
from knowledge.library import find_document
from knowledge.models import Document, ScheduledRevision
from knowledge.models.documents import DocumentState, Origin
from knowledge.revisions import NewText, make_revision, tidy
from knowledge.sources.merge import merge
from knowledge.types import ScheduledRow
from ports import get_port


def schedule_revision(
    document_id: uuid.UUID,
    *,
    due_at: datetime,
    title: str | None = None,
    text: str | None = None,
    question: str | None = None,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """The present text stays until then. Raises DocumentNotFound, EmptyDocument."""
    document, now = find_document(document_id), get_port("clock").now()
    newest = newest_revision(document)
    new = new_text_of(document, newest, title=title, text=text, question=question)
    row = ScheduledRevision.objects.create(
        document=document,
        title=new.title,
        text=tidy(new.text),
        base_title=newest.title,
        base_text=newest.text,
        due_at=due_at,
        made_at=now,
    )
    enqueue(
        kind="knowledge.scheduled",
        dedup_key=str(row.id),
        partition="knowledge.scheduled",
        payload={"scheduled": str(row.id)},
        delay=max(due_at - now, timedelta()),
    )
    _audit("knowledge.revision.scheduled", document.id, actor_id, {"due_at": due_at.isoformat()})
    return row.id


def list_scheduled(document_id: uuid.UUID) -> tuple[ScheduledRow, ...]:
    """The next first, each as it would change what stands there now. Raises DocumentNotFound."""
    newest = newest_revision(find_document(document_id))
    return tuple(
        ScheduledRow(
            scheduled_id=row.id,
            title=row.title,
            due_at=row.due_at,
            made_at=row.made_at,
            lines=diff_texts(newest.text, _merged(row, newest.text)),
        )
        for row in ScheduledRevision.objects.filter(document_id=document_id).order_by("due_at", "id")
    )


def cancel_scheduled(document_id: uuid.UUID, scheduled_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Raises RevisionNotFound."""
    removed, _ = ScheduledRevision.objects.filter(id=scheduled_id, document_id=document_id).delete()
    if not removed:
        raise RevisionNotFound
    _audit("knowledge.revision.unscheduled", document_id, actor_id, {})


def publish_due() -> int:
    """Every text whose day has come becomes a revision; how many."""
    rows = ScheduledRevision.objects.filter(due_at__lte=get_port("clock").now()).select_related("document")
    due = list(rows.order_by("due_at", "id"))
    for row in due:
        if row.document.state != DocumentState.REMOVED:
            _publish(row, row.document)
        row.delete()
    return len(due)


def _publish(row: ScheduledRevision, document: Document) -> None:
    newest = newest_revision(document)
    new = NewText(
        title=row.title if row.title != row.base_title else newest.title,
        text=_merged(row, newest.text),
        origin=Origin.EDIT,
        source_text=newest.source_text,
        content_hash=newest.content_hash,
        encoding=newest.encoding,
        notes=tuple(newest.notes),
    )
    make_revision(document, new)
    _audit("knowledge.revision.due", document.id, None, {"due_at": row.due_at.isoformat()})


def _merged(row: ScheduledRevision, present: str) -> str:
    """Where both changed the same lines, the scheduled ones stay: somebody meant them for this day."""
    return merge(base=row.base_text, ours=row.text, theirs=present).text


def _audit(verb: str, document_id: uuid.UUID, actor_id: uuid.UUID | None, detail: dict[str, object]) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("document", str(document_id)), actor=actor, detail=detail)
