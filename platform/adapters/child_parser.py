"""Files to text in a child process with limits on time, memory and output, without network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ports.errors import ParseError
from ports.parsing import Block, ParsedFile

_ROOT = Path(__file__).resolve().parent.parent
_LARGEST_ANSWER = 64 * 1024 * 1024
_REASONS = {
    "empty": gettext_noop("There is no text in this file."),
    "encrypted": gettext_noop("This file is protected by a password. Remove the password and upload it again."),
    "scanned": gettext_noop(
        "This file holds only pictures of pages. Make the text selectable (OCR) and upload it again."
    ),
    "garbled": gettext_noop(
        "The text of this file cannot be read: its fonts do not say which letters they draw. "
        "Export it again with embedded Unicode fonts, or upload the original."
    ),
    "old_office": gettext_noop("This is an old Office format. Save it as DOCX, XLSX, PPTX or PDF and upload it again."),
    "archive": gettext_noop("This is an archive. Unpack it and upload the files in it."),
    "image": gettext_noop("This is a picture. Upload its text."),
    "unsupported": gettext_noop(
        "This kind of file cannot be read. Use PDF, DOCX, XLSX, PPTX, ODT, HTML, Markdown, TXT, CSV, TSV, JSON or EML."
    ),
    "broken": gettext_noop("This file is damaged or is not what its name says. Open it, save it again and upload it."),
    "bomb": gettext_noop("This file would unpack to far more than it seems. Split it and upload the parts."),
    "too_long": gettext_noop("Reading this file took too long. Split it and upload the parts."),
}
_NOTES = {
    "too_many_pages": gettext_noop("Only the first 3,000 pages were read."),
    "attachment": gettext_noop("An attachment was not read: %(name)s"),
}


class ChildParser:
    def __init__(self, *, seconds: int = 60, megabytes: int = 2048) -> None:
        self._seconds, self._megabytes = seconds, megabytes

    def parse(self, *, name: str, content: bytes, media_type: str = "") -> ParsedFile:
        if not content:
            raise ParseError(_(_REASONS["empty"]))
        order = {"name": name, "media_type": media_type, "seconds": self._seconds, "megabytes": self._megabytes}
        answer = self._run(json.dumps(order).encode() + b"\n" + content)
        if "fault" in answer:
            raise ParseError(_(_REASONS.get(str(answer["fault"]), _REASONS["broken"])))
        return _parsed(answer)

    def _run(self, request: bytes) -> dict[str, object]:
        environment = {
            "PYTHONPATH": os.pathsep.join([str(_ROOT), *filter(None, sys.path)]),
            "PYTHONIOENCODING": "utf-8",
        }
        command = [sys.executable, "-B", "-m", "adapters.parsing.child"]
        try:
            done = subprocess.run(  # noqa: S603  our own module, by our own interpreter
                command, input=request, capture_output=True, timeout=self._seconds * 2, env=environment, check=False
            )
        except subprocess.TimeoutExpired:
            return {"fault": "too_long"}
        if done.returncode in {-24, -9}:  # SIGXCPU, then SIGKILL
            return {"fault": "too_long"}
        if done.returncode != 0 or len(done.stdout) > _LARGEST_ANSWER:
            return {"fault": "bomb" if b"MemoryError" in done.stderr or not done.returncode else "broken"}
        answer: dict[str, object] = json.loads(done.stdout)
        return answer


def _parsed(answer: dict[str, object]) -> ParsedFile:
    blocks, notes = answer["blocks"], answer["notes"]
    if not isinstance(blocks, list) or not isinstance(notes, list):
        raise ParseError(_(_REASONS["broken"]))
    return ParsedFile(
        title=str(answer["title"]),
        blocks=tuple(Block(**block) for block in blocks),
        encoding=str(answer["encoding"]),
        notes=tuple(_note(str(note)) for note in notes),
    )


def _note(code: str) -> str:
    kind, _colon, name = code.partition(":")
    return _(_NOTES[kind]) % {"name": name} if kind in _NOTES else code
