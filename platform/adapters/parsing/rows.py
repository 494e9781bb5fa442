"""Rows of a table as text, each with its headers; or questions with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile

from ports.parsing import Block

_QUESTION = frozenset(
    {"question", "questions", "q", "问题", "問題", "问", "標準問題", "标准问题", "提问", "问句", "标准问"}
)
_ANSWER = frozenset({"answer", "answers", "a", "答案", "回答", "答", "回复", "回覆", "标准答案", "答复", "解答"})
_MOST_CELLS = 200  # of a row
_LOOKED_AHEAD = 6  # rows


def table_blocks(rows: Iterable[Sequence[str]]) -> Iterator[Block]:
    """Rows of one cell above a wider table are its title, the next row is its header."""
    filled = ([_clean(cell) for cell in row[:_MOST_CELLS]] for row in rows)
    kept: Iterator[list[str]] = iter(row for row in filled if any(row))
    first = list(islice(kept, _LOOKED_AHEAD))
    if not first:
        return
    width = max(map(_width, first))
    titles = len(list(takewhile(lambda row: _width(row) == 1 < width, first)))
    for row in first[:titles]:
        yield Block(kind="text", text=next(filter(None, row)))
    header, kept = first[titles], chain(first[titles + 1 :], kept)
    names = [name.lower() for name in header]
    question = next((place for place, name in enumerate(names) if name in _QUESTION), None)
    answer = next((place for place, name in enumerate(names) if name in _ANSWER), None)
    if question is not None and answer is not None:
        yield from _pairs(kept, question, answer)
        return
    empty = True
    for row in kept:
        empty = False
        yield Block(kind="table_row", text=_row_text(header, row))
    if empty:
        yield Block(kind="table_row", text=" | ".join(filter(None, header)))


def _pairs(rows: Iterable[Sequence[str]], question: int, answer: int) -> Iterator[Block]:
    for row in rows:
        cells = [row[place] if place < len(row) else "" for place in (question, answer)]
        if any(cells):  # one that lacks its other half is told so, by whoever takes pairs
            yield Block(kind="question", text=cells[0])
            yield Block(kind="answer", text=cells[1])


def _row_text(header: Sequence[str], row: Sequence[str]) -> str:
    parts = []
    for place, cell in enumerate(row):
        name = header[place] if place < len(header) else ""
        if cell:
            parts.append(f"{name}: {cell}" if name and name != cell else cell)
    return "; ".join(parts)


def _width(row: Sequence[str]) -> int:
    return sum(map(bool, row))


def _clean(cell: str) -> str:
    return " ".join(str(cell).split())
