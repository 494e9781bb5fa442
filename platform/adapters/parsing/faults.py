"""Why a file cannot be read, as codes: the child has no translations."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "empty",
    "encrypted",
    "scanned",
    "garbled",
    "old_office",
    "archive",
    "image",
    "unsupported",
    "broken",
    "bomb",
    "too_long",
]


class UnreadableContent(Exception):
    """The file cannot be read."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}")
        self.code: Code = code
        self.detail = detail
