"""Server-sent events from bytes, within bounds (WHATWG HTML, 9.2: fields data and id, comments, three line ends)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ports.errors import ChatError

LONGEST_LINE = 1024 * 1024  # bytes
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerEvent:
    data: bytes
    id: bytes = b""


class EventStream:
    """Feed it pieces as they come. Raises ChatError('bad_answer') for a line or event without end."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._id = b""
        self._begun = False

    def feed(self, piece: bytes) -> Iterator[ServerEvent]:
        continues = self._begun and not self._rest.endswith(b"\r") and b"\n" not in piece and b"\r" not in piece
        self._rest += piece
        if len(self._rest) > LONGEST_LINE and b"\n" not in piece:
            raise ChatError("bad_answer", f"a line of more than {LONGEST_LINE} bytes")
        if continues:
            return
        if not self._begun and len(self._rest) >= len(_BOM):
            self._begun = True
            self._rest = self._rest.removeprefix(_BOM)
        lines = bytes(self._rest).splitlines(keepends=True)
        # "\r" at the very end may be half of "\r\n": wait for the next piece.
        open_end = lines and not lines[-1].endswith(b"\n")
        self._rest = bytearray(lines.pop() if open_end else b"")
        for line in lines:
            yield from self._line(line.rstrip(b"\r\n"))

    def end(self) -> Iterator[ServerEvent]:
        """What stands without a last empty line: the standard drops it, but some servers end so."""
        for line in bytes(self._rest).splitlines():
            yield from self._line(line)
        self._rest.clear()
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[ServerEvent]:
        if not line:
            if self._data:
                yield ServerEvent(data=b"\n".join(self._data), id=self._id)
            self._data, self._size, self._id = [], 0, b""
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._size += len(value)
            if self._size > LONGEST_LINE:
                raise ChatError("bad_answer", f"an event of more than {LONGEST_LINE} bytes")
            self._data.append(value.removeprefix(b" "))
        elif name == b"id":
            self._id = value.strip()
