"""A parsed file as the Markdown that is kept, shown and searched: what the preview shows is what is stored. Pure."""

from __future__ import annotations

from knowledge.models.documents import Origin
from knowledge.revisions import NewText
from ports.parsing import Block, ParsedFile


def read_file(parsed: ParsedFile, *, name: str, content_hash: str) -> NewText:
    return NewText(
        title=(parsed.title or name)[:300],
        text=markdown_of(parsed),
        origin=Origin.UPLOAD,
        content_hash=content_hash,
        encoding=parsed.encoding,
        notes=parsed.notes,
    )


def markdown_of(parsed: ParsedFile) -> str:
    return "\n\n".join(text for text in map(_markdown, parsed.blocks) if text.strip())


def _markdown(block: Block) -> str:
    if not block.text.strip():
        return ""
    if block.kind == "heading":
        return f"{'#' * min(max(block.level, 1), 6)} {' '.join(block.text.split())}"
    if block.kind == "question":
        return f"## {' '.join(block.text.split())}"
    if block.kind == "code":
        return f"```\n{block.text}\n```"
    return block.text
