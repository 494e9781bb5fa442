"""Change a document: its text or its terms, back to an old revision, out of search, in again."""

from __future__ import annotations

import uuid

from audit.api import SYSTEM, Actor, record
from jobs.api import enqueue
from knowledge.add import pair_markdown
from knowledge.errors import EmptyDocument
from knowledge.library import find_document, find_revision
from knowledge.live import retire
from knowledge.models import Document, Revision
from knowledge.models.documents import DocumentKind, DocumentState, Origin
from knowledge.revisions import NewText, make_revision
from knowledge.spaces import spaces_to_fill
from knowledge.types import Terms
from ports import get_port
from ports.ids import new_id
from tenants.scope import current_tenant_id


def update_document(
    document_id: uuid.UUID,
    *,
    title: str | None,
    text: str | None,
    question: str | None,
    terms: Terms | None,
    actor_id: uuid.UUID | None,
) -> None:
    document = find_document(document_id)
    if terms is not None:
        _set_terms(document, terms)
    newest = newest_revision(document)
    new = new_text_of(document, newest, title=title, text=text, question=question)
    revised = make_revision(document, new) is not None
    _audit("knowledge.document.changed", document, actor_id, {"text": revised, "terms": terms is not None})


def roll_back(document_id: uuid.UUID, *, revision_id: uuid.UUID, actor_id: uuid.UUID | None) -> None:
    document = find_document(document_id)
    old = find_revision(document_id, revision_id)
    newest = newest_revision(document)
    new = NewText(
        title=old.title,
        text=old.text,
        origin=Origin.ROLLBACK,
        source_text=newest.source_text,
        notes=tuple(old.notes),
    )
    make_revision(document, new)
    _audit("knowledge.document.rolled_back", document, actor_id, {"to": old.number})


def remove_document(document_id: uuid.UUID, *, actor_id: uuid.UUID | None) -> None:
    document = find_document(document_id)
    now = get_port("clock").now()
    gone = retire(document)
    Revision.objects.filter(document=document, live_until=None).exclude(live_from=None).update(live_until=now)
    document.state, document.removed_at, document.updated_at = DocumentState.REMOVED, now, now
    document.live_revision = None
    document.save(update_fields=["state", "removed_at", "updated_at", "live_revision"])
    store = get_port("vectors")
    if store.transactional:
        for space in spaces_to_fill():
            store.delete(tenant_id=current_tenant_id(), space=space, chunk_ids=gone)
    else:
        _forget_vectors_later(document)
    _audit("knowledge.document.removed", document, actor_id, {})


def reindex(*, document_id: uuid.UUID | None) -> int:
    documents = Document.objects.exclude(state=DocumentState.REMOVED)
    if document_id is not None:
        documents = documents.filter(id=document_id)
    for document in documents:
        _queue_again(document)
    documents.filter(state=DocumentState.FAILED).update(state=DocumentState.WAITING, error="")
    return len(documents)


def newest_revision(document: Document) -> Revision:
    return Revision.objects.filter(document=document).order_by("-number")[0]


def new_text_of(
    document: Document, newest: Revision, *, title: str | None, text: str | None, question: str | None
) -> NewText:
    if document.kind == DocumentKind.PAIR:
        asked = newest.title if question is None else question
        answer = newest.text.partition("\n\n")[2] if text is None else text
        if not asked.strip() or not answer.strip():
            raise EmptyDocument
        return NewText(title=" ".join(asked.split())[:300], text=pair_markdown(asked, answer), origin=Origin.EDIT)
    return NewText(
        title=(title or "").strip()[:300] or newest.title,
        text=newest.text if text is None else text,
        origin=Origin.EDIT,
        source_text=newest.source_text,
        content_hash=newest.content_hash,
        encoding=newest.encoding,
        notes=tuple(newest.notes),
    )


def _set_terms(document: Document, terms: Terms) -> None:
    document.overrides, document.bot_ids = terms.overrides, list(terms.bot_ids)
    document.effective_from, document.expires_at = terms.effective_from, terms.expires_at
    document.updated_at = get_port("clock").now()
    document.full_clean(exclude=["tenant", "live_revision", "source"])
    document.save(update_fields=["overrides", "bot_ids", "effective_from", "expires_at", "updated_at"])


def _queue_again(document: Document) -> None:
    enqueue(
        kind="knowledge.index",
        dedup_key=str(new_id()),
        partition="knowledge",
        payload={"revision": str(newest_revision(document).id)},
    )


def _forget_vectors_later(document: Document) -> None:
    enqueue(
        kind="knowledge.forget_vectors",
        dedup_key=str(new_id()),
        partition="knowledge",
        payload={"document": str(document.id)},
    )


def _audit(verb: str, document: Document, actor_id: uuid.UUID | None, detail: dict[str, object]) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("document", str(document.id)), actor=actor, detail=detail)
