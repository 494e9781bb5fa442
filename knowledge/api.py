"""The door to knowledge/.

`search` and `lookup_records` open their own tenant scope. Everything else runs inside the caller's scope
(`tenants.scope.tenant_scope`), so that a write and what belongs to it are one transaction.
"""

from __future__ import annotations

import uuid

from knowledge.types import (
    AnswerNote,
    DiffLine,
    DocumentState,
    DocumentView,
    Language,
    Page,
    PassageView,
    RecordQuery,
    RecordResult,
    SearchQuery,
    SearchResult,
    Terms,
)

ALWAYS = Terms()


def search(query: SearchQuery) -> SearchResult:
    """Passages for a question, with a calibrated confidence. Never raises for a failing embedder: it degrades."""
    raise NotImplementedError


def lookup_records(query: RecordQuery) -> RecordResult:
    """Rows of the customer's own records that the question is about."""
    return RecordResult()


def add_text(
    *,
    title: str,
    text: str,
    language: Language | None = None,  # None: detected
    url: str = "",
    terms: Terms = ALWAYS,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """Markdown or plain text. Gives the document's id; indexing follows as a job. Raises EmptyDocument."""
    raise NotImplementedError


def add_pair(
    *,
    question: str,
    answer: str,
    language: Language | None = None,
    terms: Terms = ALWAYS,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A question and its answer. Raises EmptyDocument."""
    raise NotImplementedError


def add_upload(
    *,
    name: str,
    content: bytes,
    media_type: str = "",
    terms: Terms = ALWAYS,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A file. The same name and content again gives the same document. Raises UnreadableFile, EmptyDocument."""
    raise NotImplementedError


def update_document(
    document_id: uuid.UUID,
    *,
    title: str | None = None,
    text: str | None = None,
    question: str | None = None,
    terms: Terms | None = None,
    actor_id: uuid.UUID | None = None,
) -> None:
    """New text makes a revision. None leaves a property as it is. Raises DocumentNotFound, EmptyDocument."""
    raise NotImplementedError


def remove_document(document_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Out of search at once; old citations still open. Raises DocumentNotFound."""
    raise NotImplementedError


def list_documents(*, text: str = "", state: DocumentState | None = None, kind: str = "", page: int = 1) -> Page:
    raise NotImplementedError


def document(document_id: uuid.UUID) -> DocumentView:
    """Raises DocumentNotFound."""
    raise NotImplementedError


def diff(document_id: uuid.UUID, *, before: uuid.UUID, after: uuid.UUID) -> tuple[DiffLine, ...]:
    """Two revisions of one document, line by line. Raises RevisionNotFound."""
    raise NotImplementedError


def roll_back(document_id: uuid.UUID, *, revision_id: uuid.UUID, actor_id: uuid.UUID | None = None) -> None:
    """An old revision's text becomes the newest revision. Raises RevisionNotFound."""
    raise NotImplementedError


def passage(chunk_id: uuid.UUID) -> PassageView:
    """What a citation opens, also when it was replaced. Raises PassageNotFound."""
    raise NotImplementedError


def note_answer(note: AnswerNote) -> None:
    """Inside the transaction that stores the reply."""


def note_rating(*, reply_id: uuid.UUID, good: bool) -> None:
    """A customer's thumb on a reply."""


def reindex(*, document_id: uuid.UUID | None = None) -> int:
    """Queue indexing again, for one document or all; gives how many. Unchanged chunks are not embedded again."""
    raise NotImplementedError
