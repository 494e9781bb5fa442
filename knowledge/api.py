"""The door to knowledge/.

`search` and `lookup_records` open their own tenant scope. Everything else runs inside the caller's scope
(`tenants.scope.tenant_scope`), so that a write and what belongs to it are one transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from knowledge import add, change, contradictions, lab, library, notes, rebuild
from knowledge import gaps as gap_lists
from knowledge import overview as overviews
from knowledge import search as searching
from knowledge.diffing import diff_texts
from knowledge.records import importing, lookup
from knowledge.records.connector import Connector
from knowledge.records.tables import NewTable
from knowledge.sources import archive, push
from knowledge.sources import manage as sources
from knowledge.types import (
    AnswerNote,
    CitationRow,
    ContradictionRow,
    DiffLine,
    DocumentState,
    DocumentView,
    Gap,
    KnowledgeOverview,
    Lab,
    Language,
    NewSource,
    Page,
    PassageView,
    RecordQuery,
    RecordResult,
    RecordTableRow,
    SearchQuery,
    SearchResult,
    SourceRow,
    Terms,
    TestQuestionRow,
)

ALWAYS = Terms()


def search(query: SearchQuery) -> SearchResult:
    """Passages for a question, with a calibrated confidence. Never raises for a failing embedder: it degrades."""
    return searching.search(query)


def lookup_records(query: RecordQuery) -> RecordResult:
    """Rows of the customer's own records that the question is about."""
    return lookup.lookup_records(query)


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


def note_answer(note: AnswerNote) -> None:
    """Inside the transaction that stores the reply. Safe to repeat."""
    notes.note_answer(note)


def note_rating(*, reply_id: uuid.UUID, good: bool) -> None:
    """A customer's thumb on a reply."""
    notes.note_rating(reply_id=reply_id, good=good)


def move_customer(*, known_id: uuid.UUID, anonymous_id: uuid.UUID) -> int:
    """The questions of somebody who turned out to be a known customer; the number moved."""
    return notes.move_customer(known_id=known_id, anonymous_id=anonymous_id)


def forget_customer(customer_id: uuid.UUID) -> int:
    """A customer's questions, for an erasure; the number removed."""
    return notes.forget_customer(customer_id)


def reindex(*, document_id: uuid.UUID | None = None) -> int:
    """Queue indexing again, for one document or all; gives how many. Unchanged chunks are not embedded again."""
    return change.reindex(document_id=document_id)


def import_records(*, table: NewTable, content: bytes, name: str, actor_id: uuid.UUID | None = None) -> uuid.UUID:
    """A table of business records from CSV or JSON; rows go in by key. Raises UnreadableFile, BadTable."""
    return importing.import_records(table=table, content=content, name=name, actor_id=actor_id)


def add_source(new: NewSource, *, actor_id: uuid.UUID | None = None) -> uuid.UUID:
    """A fetched source is looked at right away. Raises BadSource."""
    return sources.add_source(new, actor_id=actor_id)


def list_sources() -> tuple[SourceRow, ...]:
    return sources.list_sources()


def source(source_id: uuid.UUID) -> SourceRow:
    """Raises SourceNotFound."""
    return sources.read_source(source_id)


def change_source(source_id: uuid.UUID, new: NewSource, *, actor_id: uuid.UUID | None = None) -> None:
    """All but its kind and address. Raises SourceNotFound, BadSource."""
    sources.change_source(source_id, new, actor_id=actor_id)


def refresh_source(source_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Look at it now. Raises SourceNotFound; BadSource where nothing is fetched."""
    sources.refresh_now(source_id, actor_id=actor_id)


def pause_source(source_id: uuid.UUID, *, paused: bool, actor_id: uuid.UUID | None = None) -> None:
    sources.pause_source(source_id, paused=paused, actor_id=actor_id)


def remove_source(source_id: uuid.UUID, *, with_documents: bool, actor_id: uuid.UUID | None = None) -> None:
    sources.remove_source(source_id, with_documents=with_documents, actor_id=actor_id)


def push_document(source_id: uuid.UUID, *, key: str, title: str, text: str) -> str:
    """Another program's document, by its own key; empty text removes it. Gives added, changed, unchanged or removed."""
    return push.push_document(source_id, key=key, title=title, text=text)


def unpack_folder(content: bytes, *, most_bytes: int) -> tuple[tuple[str, bytes], ...]:
    """A ZIP file's files, (path, content), each of at most `most_bytes`. Raises UnreadableFile."""
    return archive.unpack(content, most_bytes=most_bytes)


def sync_folder(
    source_id: uuid.UUID,
    files: Sequence[tuple[str, bytes]],
    *,
    tenant_id: uuid.UUID,
    actor_id: uuid.UUID | None = None,
) -> Mapping[str, str]:
    """Opens its own scopes. All files (name, content) of a folder; what is no longer among them is removed. Fates by
    name. Raises SourceNotFound, BadSource."""
    return push.sync_folder(source_id, files, tenant_id=tenant_id, actor_id=actor_id)


def overview() -> KnowledgeOverview:
    return overviews.overview()


def citations(chunk_id: uuid.UUID) -> tuple[CitationRow, ...]:
    """Where a passage was cited, newest first."""
    return overviews.citations_of(chunk_id)


def gaps(*, bot_id: uuid.UUID | None = None, limit: int = 50) -> tuple[Gap, ...]:
    """Questions without an answer or with a thumb down, gathered; the most asked first."""
    return gap_lists.list_gaps(bot_id=bot_id, limit=limit)


def close_gap(question_ids: Sequence[uuid.UUID], *, actor_id: uuid.UUID | None = None) -> int:
    """These questions are answered now, say by a new pair."""
    return gap_lists.close_gap(question_ids, actor_id=actor_id)


def list_contradictions() -> tuple[ContradictionRow, ...]:
    """Live passages that say the same thing with different values, both sides."""
    return contradictions.list_contradictions()


def dismiss_contradiction(contradiction_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    contradictions.dismiss_contradiction(contradiction_id, actor_id=actor_id)


def threshold_lab(
    *,
    tenant_id: uuid.UUID,
    bot_id: uuid.UUID,
    current: float,
    proposed: float | None = None,
    precision: float = lab.WANTED_PRECISION,
) -> Lab:
    """Opens its own scopes. Curves over the threshold on past and test questions, and what would change."""
    return lab.threshold_lab(
        tenant_id=tenant_id, bot_id=bot_id, current=current, proposed=proposed, precision=precision
    )


def add_test_question(*, question: str, document_id: uuid.UUID | None = None) -> uuid.UUID:
    """None: nothing answers it. Raises EmptyDocument, DocumentNotFound."""
    return lab.add_test(question=question, document_id=document_id)


def list_test_questions() -> tuple[TestQuestionRow, ...]:
    return lab.list_tests()


def remove_test_question(test_id: uuid.UUID) -> None:
    lab.remove_test(test_id)


def rebuild_vectors(tenant_id: uuid.UUID) -> tuple[int, int]:
    """Opens its own scopes. (vectors stored, passages still to be embedded, whose documents were queued)."""
    return rebuild.rebuild_vectors(tenant_id)


def connect_records(
    *,
    table: NewTable,
    connector: Connector,
    secret_headers: Mapping[str, str],
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A table whose rows another program holds; its columns must be given. Raises BadTable."""
    return importing.connect_records(table=table, connector=connector, secret_headers=secret_headers, actor_id=actor_id)


def list_record_tables() -> tuple[RecordTableRow, ...]:
    return importing.list_tables()


def remove_record_table(table_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Raises TableNotFound."""
    importing.remove_table(table_id, actor_id=actor_id)
