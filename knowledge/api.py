"""The door to knowledge/.

`search`, `lookup_records` and what else waits for something outside of the database open their own tenant scope and
say so. Everything else runs inside the caller's scope (`tenants.scope.tenant_scope`), so that a write and what belongs
to it are one transaction.
"""

from __future__ import annotations

import uuid

from knowledge import add, change, library, rebuild
from knowledge import search as searching
from knowledge.background import warm_up
from knowledge.bulk import change_many
from knowledge.calibrating import recalibrate, undo_calibration
from knowledge.calibrations import list_calibrations
from knowledge.confidence.model import shipped_about as about_confidence
from knowledge.contradictions import dismiss_contradiction, list_contradictions
from knowledge.diffing import diff_texts, parts_of
from knowledge.gaps import close_gap
from knowledge.gaps import list_gaps as gaps
from knowledge.lab import add_test as add_test_question
from knowledge.lab import list_tests as list_test_questions
from knowledge.lab import remove_test as remove_test_question
from knowledge.lab import threshold_lab
from knowledge.names import known_names
from knowledge.notes import forget_customer, move_customer, note_answer, note_rating
from knowledge.overview import citations_of as citations
from knowledge.overview import overview
from knowledge.pairs import import_pairs, preview_pairs
from knowledge.preview import preview_upload
from knowledge.records.browsing import browse_records
from knowledge.records.importing import (
    change_table,
    connect_records,
    import_records,
    import_rows,
    preview_records,
    put_records,
    put_table_of_records,
    record_table,
    remove_record,
)
from knowledge.records.importing import list_tables as list_record_tables
from knowledge.records.importing import remove_table as remove_record_table
from knowledge.records.lookup import lookup_records
from knowledge.records.trying import try_connector
from knowledge.scheduling import cancel_scheduled, list_scheduled, schedule_revision
from knowledge.sources.archive import unpack as unpack_folder
from knowledge.sources.manage import add_source, change_source, list_sources, pause_source, remove_source
from knowledge.sources.manage import read_source as source
from knowledge.sources.manage import refresh_now as refresh_source
from knowledge.sources.push import push_document, sync_folder
from knowledge.spaces import index_move
from knowledge.types import (
    DiffLine,
    DocumentState,
    DocumentView,
    Language,
    Page,
    PassageView,
    SearchQuery,
    SearchResult,
    Terms,
)

ALWAYS = Terms()


def search(query: SearchQuery) -> SearchResult:
    """Passages for a question, with a calibrated confidence. Never raises for a failing embedder: it degrades."""
    return searching.search(query)


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
    return add.add_text(title=title, text=text, language=language, url=url, terms=terms, actor_id=actor_id)


def add_pair(
    *,
    question: str,
    answer: str,
    language: Language | None = None,
    terms: Terms = ALWAYS,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A question and its answer. Raises EmptyDocument."""
    return add.add_pair(question=question, answer=answer, language=language, terms=terms, actor_id=actor_id)


def add_upload(
    *,
    name: str,
    content: bytes,
    media_type: str = "",
    terms: Terms = ALWAYS,
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A file. The same name and content again gives the same document. Raises UnreadableFile, EmptyDocument."""
    return add.add_upload(name=name, content=content, media_type=media_type, terms=terms, actor_id=actor_id)


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
    change.update_document(document_id, title=title, text=text, question=question, terms=terms, actor_id=actor_id)


def remove_document(document_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Out of search at once; old citations still open. Raises DocumentNotFound."""
    change.remove_document(document_id, actor_id=actor_id)


def list_documents(
    *,
    text: str = "",
    state: DocumentState | None = None,  # None: all but the removed
    kind: str = "",
    source_id: uuid.UUID | None = None,
    stale: bool = False,
    page: int = 1,
) -> Page:
    """The last changed first. `stale`: only what has expired or whose source has failed for long."""
    return library.list_documents(text=text, state=state, kind=kind, source_id=source_id, stale=stale, page=page)


def document(document_id: uuid.UUID) -> DocumentView:
    """Raises DocumentNotFound."""
    return library.read_document(document_id)


def diff(document_id: uuid.UUID, *, before: uuid.UUID, after: uuid.UUID) -> tuple[DiffLine, ...]:
    """Two revisions of one document, line by line. Raises RevisionNotFound."""
    old, new = library.find_revision(document_id, before), library.find_revision(document_id, after)
    return diff_texts(old.text, new.text)


def roll_back(document_id: uuid.UUID, *, revision_id: uuid.UUID, actor_id: uuid.UUID | None = None) -> None:
    """An old revision's text becomes the newest revision. Raises RevisionNotFound."""
    change.roll_back(document_id, revision_id=revision_id, actor_id=actor_id)


def passage(chunk_id: uuid.UUID, *, revision_id: uuid.UUID | None = None) -> PassageView:
    """What a citation opens, also when it was replaced. Raises PassageNotFound."""
    return library.read_passage(chunk_id, revision_id)


def reindex(*, document_id: uuid.UUID | None = None) -> int:
    """Queue indexing again, for one document or all; gives how many. Unchanged chunks are not embedded again."""
    return change.reindex(document_id=document_id)


def rebuild_vectors(tenant_id: uuid.UUID) -> tuple[int, int]:
    """Opens its own scopes. (vectors stored, passages still to be embedded, whose documents were queued)."""
    return rebuild.rebuild_vectors(tenant_id)


__all__ = [
    "about_confidence",
    "add_pair",
    "add_source",
    "add_test_question",
    "add_text",
    "add_upload",
    "browse_records",
    "cancel_scheduled",
    "change_many",
    "change_source",
    "change_table",
    "citations",
    "close_gap",
    "connect_records",
    "diff",
    "dismiss_contradiction",
    "document",
    "forget_customer",
    "gaps",
    "import_pairs",
    "import_records",
    "import_rows",
    "index_move",
    "known_names",
    "list_calibrations",
    "list_contradictions",
    "list_documents",
    "list_record_tables",
    "list_scheduled",
    "list_sources",
    "list_test_questions",
    "lookup_records",
    "move_customer",
    "note_answer",
    "note_rating",
    "overview",
    "parts_of",
    "passage",
    "pause_source",
    "preview_pairs",
    "preview_records",
    "preview_upload",
    "push_document",
    "put_records",
    "put_table_of_records",
    "rebuild_vectors",
    "recalibrate",
    "record_table",
    "refresh_source",
    "reindex",
    "remove_document",
    "remove_record",
    "remove_record_table",
    "remove_source",
    "remove_test_question",
    "roll_back",
    "schedule_revision",
    "search",
    "source",
    "sync_folder",
    "threshold_lab",
    "try_connector",
    "undo_calibration",
    "unpack_folder",
    "update_document",
    "warm_up",
]
