"""What a file would become: read and cut by the same functions that store it, and nothing stored."""

from __future__ import annotations

import hashlib

from knowledge.add import newest_hash, safe_name, upload_named
from knowledge.chunking import chunk_markdown
from knowledge.errors import EmptyDocument, UnreadableFile
from knowledge.indexing import prepare
from knowledge.reading import read_file
from knowledge.revisions import tidy
from knowledge.types import PreviewPassage, UploadPreview
from language.detect import detect_language
from ports import get_port
from ports.errors import ParseError


def preview_upload(*, name: str, content: bytes, media_type: str = "") -> UploadPreview:
    """Raises UnreadableFile, EmptyDocument."""
    key, content_hash = safe_name(name), hashlib.sha256(content).hexdigest()
    try:
        parsed = get_port("parser").parse(name=key, content=content, media_type=media_type)
    except ParseError as error:
        raise UnreadableFile(str(error)) from error
    new = read_file(parsed, name=key, content_hash=content_hash)
    text, title = tidy(new.text), tidy(new.title)[:300]
    passages = prepare(title, chunk_markdown(text))
    if not passages:
        raise EmptyDocument
    known = upload_named(key)
    return UploadPreview(
        title=title,
        language=detect_language(text),
        characters=len(text),
        encoding=new.encoding,
        notes=new.notes,
        passages=tuple(PreviewPassage(heading=item.heading, text=item.text) for item in passages),
        replaces=known.title if known else "",
        unchanged=known is not None and newest_hash(known) == content_hash,
    )
