"""Bring documents in."""

from __future__ import annotations

import hashlib
import re
import uuid
from pathlib import PurePosixPath

from audit.api import SYSTEM, Actor, record
from knowledge.errors import EmptyDocument, UnreadableFile
from knowledge.models import Document, Revision
from knowledge.models.documents import DocumentKind, Origin
from knowledge.reading import read_file
from knowledge.revisions import NewText, make_revision, tidy
from knowledge.types import Language, Terms
from language.detect import detect_language
from ports import get_port
from ports.errors import ParseError


def add_text(
    *, title: str, text: str, language: Language | None, url: str, terms: Terms, actor_id: uuid.UUID | None
) -> uuid.UUID:
    new = NewText(title=title.strip() or _first_line(text), text=text, origin=Origin.UPLOAD)
    document = Document(kind=DocumentKind.TEXT, url=url)
    return add_document(document, new, language=language, terms=terms, actor_id=actor_id)


def add_pair(
    *, question: str, answer: str, language: Language | None, terms: Terms, actor_id: uuid.UUID | None
) -> uuid.UUID:
    if not question.strip() or not answer.strip():
        raise EmptyDocument
    new = NewText(title=one_line(question), text=pair_markdown(question, answer), origin=Origin.UPLOAD)
    document = Document(kind=DocumentKind.PAIR)
    return add_document(document, new, language=language, terms=terms, actor_id=actor_id)


def add_upload(*, name: str, content: bytes, media_type: str, terms: Terms, actor_id: uuid.UUID | None) -> uuid.UUID:
    """The same name again makes a revision of the same document; the same content again makes nothing."""
    key = safe_name(name)
    content_hash = hashlib.sha256(content).hexdigest()
    known = upload_named(key)
    if known is not None and newest_hash(known) == content_hash:
        return known.id
    try:
        parsed = get_port("parser").parse(name=key, content=content, media_type=media_type)
    except ParseError as error:
        raise UnreadableFile(str(error)) from error
    new = read_file(parsed, name=key, content_hash=content_hash)
    if known is not None:
        make_revision(known, new)
        _audit("knowledge.document.revised", known.id, actor_id)
        return known.id
    document = Document(kind=DocumentKind.FILE, origin_key=key)
    return add_document(document, new, language=None, terms=terms, actor_id=actor_id)


def pair_markdown(question: str, answer: str) -> str:
    return f"## {one_line(question)}\n\n{answer.strip()}"


def safe_name(name: str) -> str:
    """The last part of a path, without what would mislead: a name is shown, never opened."""
    last = PurePosixPath(name.replace("\\", "/")).name
    clean = re.sub(r"[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", "", last).strip(" .")
    stem, dot, suffix = clean.rpartition(".")
    return f"{stem[:150]}{dot}{suffix[:20]}" if dot else clean[:150] or "file"


def add_document(
    document: Document, new: NewText, *, language: Language | None, terms: Terms, actor_id: uuid.UUID | None
) -> uuid.UUID:
    """A document with its kind and origin set becomes a stored one with a first revision."""
    if not tidy(new.text).strip():
        raise EmptyDocument
    document.title = tidy(new.title)[:300]
    document.language = language or detect_language(new.text)
    document.overrides, document.bot_ids = terms.overrides, list(terms.bot_ids)
    document.effective_from, document.expires_at = terms.effective_from, terms.expires_at
    document.full_clean(exclude=["tenant", "live_revision", "source"])
    document.save(force_insert=True)
    make_revision(document, new)
    _audit("knowledge.document.added", document.id, actor_id)
    return document.id


def upload_named(key: str) -> Document | None:
    """The live document of a file of this name."""
    return Document.objects.filter(kind=DocumentKind.FILE, origin_key=key, removed_at=None).first()


def newest_hash(document: Document) -> str:
    newest = Revision.objects.filter(document=document).order_by("-number").values_list("content_hash", flat=True)
    return newest.first() or ""


def _audit(verb: str, document_id: uuid.UUID, actor_id: uuid.UUID | None) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("document", str(document_id)), actor=actor)


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().lstrip("#").strip()[:300]


def _first_line(text: str) -> str:
    lines = [line for line in map(one_line, text.splitlines()) if line]
    return (lines[0] if lines else "")[:80]
