"""E-mails as files."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import MIMEPart

from adapters.parsing.encodings import decode
from adapters.parsing.faults import UnreadableContent
from adapters.parsing.html import html_blocks
from ports.parsing import Block, ParsedFile

_DEEPEST = 6


def read_mail(content: bytes) -> ParsedFile:
    message = message_from_bytes(content, policy=policy.default)
    if not isinstance(message, MIMEPart) or not message.keys():
        raise UnreadableContent("broken", "no header")
    notes: list[str] = []
    blocks = tuple(_message_blocks(message, notes, 0))
    return ParsedFile(title=_header(message, "subject"), blocks=blocks, notes=tuple(notes))


def _message_blocks(message: MIMEPart, notes: list[str], depth: int) -> Iterator[Block]:
    if depth > _DEEPEST:
        return
    head = [f"{name.title()}: {_header(message, name)}" for name in ("from", "to", "date") if _header(message, name)]
    if head:
        yield Block(kind="text", text="\n".join(head))
    for part in _text_parts(message):
        yield from _part_blocks(part)
    for part in message.walk():
        if part is not message and part.get_content_type() == "message/rfc822":
            for inner in part.iter_parts():
                yield Block(kind="heading", text=_header(inner, "subject") or "-", level=2)
                yield from _message_blocks(inner, notes, depth + 1)
        elif part.get_content_disposition() == "attachment":
            notes.append(f"attachment:{part.get_filename() or part.get_content_type()}")


def _text_parts(message: MIMEPart) -> list[MIMEPart]:
    """Of alternatives the plain one when it says something; messages inside are read on their own."""
    if message.get_content_type() == "message/rfc822":
        return []
    if not message.is_multipart():
        return [message] if message.get_content_maintype() == "text" else []
    parts = [part for part in message.iter_parts() if part.get_content_disposition() != "attachment"]
    found = [inner for part in parts for inner in _text_parts(part)]
    if message.get_content_subtype() == "alternative":
        plain = [part for part in found if part.get_content_subtype() == "plain" and _content(part).strip()]
        return plain[:1] or found[-1:]
    return found


def _part_blocks(part: MIMEPart) -> Iterator[Block]:
    text = _content(part)
    if part.get_content_subtype() == "html":
        if text.strip():
            yield from html_blocks(text).blocks
    elif text.strip():
        yield Block(kind="text", text=text.strip())


def _content(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    return decode(payload, declared=part.get_content_charset() or "")[0]


def _header(message: MIMEPart, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except (ValueError, IndexError, AttributeError):  # the standard library's header parser trips over some
        return ""
