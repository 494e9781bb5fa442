"""Files to text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

BlockKind = Literal["heading", "text", "list", "table_row", "code", "question", "answer"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    kind: BlockKind
    text: str
    level: int = 0  # of a heading, from 1
    page: int | None = None  # from 1


@dataclass(frozen=True, kw_only=True, slots=True)
class ParsedFile:
    title: str
    blocks: tuple[Block, ...]
    encoding: str = ""
    notes: tuple[str, ...] = ()  # what was left out, for the operator


class Parser(Protocol):
    def parse(self, *, name: str, content: bytes, media_type: str = "") -> ParsedFile:
        """Raises ParseError with a reason a person can act on."""
