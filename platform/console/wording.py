"""Two texts side by side, word by word; Chinese by characters. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_HAN = "\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+(?:[.,:'’-][^\W_{_HAN}]+)*|\s+|.", re.DOTALL)
_LONG = 4_000  # tokens; beyond it, lines are compared


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    text: str
    changed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """The pieces of each side, in order; joined they are the whole text."""

    then: tuple[Piece, ...]
    now: tuple[Piece, ...]
    same: bool


def compare(then: str, now: str) -> Compared:
    before, after = _tokens(then), _tokens(now)
    if len(before) + len(after) > _LONG:
        before, after = then.splitlines(keepends=True), now.splitlines(keepends=True)
    left: list[Piece] = []
    right: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        _add(left, before[a:b], changed=kind != "equal")
        _add(right, after[c:d], changed=kind != "equal")
    return Compared(then=tuple(left), now=tuple(right), same=then == now)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _add(pieces: list[Piece], tokens: Sequence[str], *, changed: bool) -> None:
    if tokens:
        pieces.append(Piece(text="".join(tokens), changed=changed))
