"""A folder that comes as a ZIP file. Pure; everything is bounded, since a small archive can hold a large one."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from knowledge.errors import UnreadableFile

MOST_FILES = 500
_LARGEST = 200_000_000  # bytes in all, unpacked
_MARKED_UTF8 = 0x800


def unpack(content: bytes, *, most_bytes: int) -> tuple[tuple[str, bytes], ...]:
    """(path within the folder, content) of each file of at most `most_bytes`. Raises UnreadableFile."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return tuple(_files(packed, most_bytes))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as error:
        raise UnreadableFile(_("This archive is damaged. Pack the folder again.")) from error


def _files(packed: zipfile.ZipFile, most_bytes: int) -> list[tuple[str, bytes]]:
    entries = [entry for entry in packed.infolist() if not entry.is_dir() and not _hidden(entry.filename)]
    if len(entries) > MOST_FILES:
        raise UnreadableFile(_("At most %(most)s files are taken at once.") % {"most": MOST_FILES})
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableFile(_("This archive is protected by a password. Pack it without one."))
    if any(entry.file_size > most_bytes for entry in entries) or sum(entry.file_size for entry in entries) > _LARGEST:
        raise UnreadableFile(_("This archive holds more than is taken. Pack the folder in parts."))
    return [(_name(entry), _content(packed, entry)) for entry in entries]


def _content(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """What an entry says of its size is not believed."""
    with packed.open(entry) as file:
        content = file.read(entry.file_size + 1)
    if len(content) > entry.file_size:
        raise UnreadableFile(_("This archive is damaged. Pack the folder again."))
    return content


def _name(entry: zipfile.ZipInfo) -> str:
    """Archives made by a Chinese Windows name their files in GBK without saying so."""
    name = entry.filename
    if not entry.flag_bits & _MARKED_UTF8:
        try:
            name = name.encode("cp437").decode("gb18030")
        except UnicodeError:
            name = entry.filename
    return "/".join(part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in {"/", "..", "."})


def _hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
