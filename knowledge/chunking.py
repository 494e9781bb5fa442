"""Markdown to passages, each with the headings above it. Pure.

A passage holds what belongs together: paragraphs of one section up to a budget, a table's rows with its header, one
question with its answer. The budget counts a CJK character as 1 and any other as 0.4, so that a passage costs an
embedder about the same number of tokens in each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from language.sentences import split_sentences

BUDGET = 320.0
_SMALL = 60.0  # a section below this joins its neighbour when both stand under the same parent heading
_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_TABLE_RULE = re.compile(r"^\s*\|(\s*:?-+:?\s*\|)+\s*$")
_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A passage before it is stored."""

    heading: str  # path of headings, joined by " > "
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class _Section:
    path: tuple[str, ...]
    lines: tuple[str, ...]


def chunk_markdown(text: str) -> tuple[Piece, ...]:
    """Passages in reading order. A heading without text of its own makes none, but where a text is nothing but
    headings, they are its text."""
    sections = list(_sections(text))
    pieces = [piece for section in sections for piece in _section_pieces(section)]
    if not pieces:
        names = tuple(section.path[-1] for section in sections if section.path)
        pieces = list(_section_pieces(_Section(path=(), lines=names)))
    return tuple(_join_small(pieces))


def budget_of(text: str) -> float:
    cjk = len(_CJK.findall(text))
    return cjk + 0.4 * (len(text) - cjk)


def _sections(text: str) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    fenced = False
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        yield _Section(path=tuple(name for _, name in path), lines=tuple(lines))
        lines, level = [], len(heading[1])
        path = [(depth, name) for depth, name in path if depth < level] + [(level, heading[2])]
    yield _Section(path=tuple(name for _, name in path), lines=tuple(lines))


def _section_pieces(section: _Section) -> Iterator[Piece]:
    heading = " > ".join(section.path)
    held: list[str] = []
    for unit in _units(section.lines):
        if held and budget_of("\n\n".join([*held, unit])) > BUDGET:
            yield Piece(heading=heading, text="\n\n".join(held))
            held = []
        held.append(unit)
    if held:
        yield Piece(heading=heading, text="\n\n".join(held))


def _units(lines: tuple[str, ...]) -> Iterator[str]:
    """What is not torn apart: a paragraph, a code block, a share of a table, a run of sentences."""
    for block in _blocks(lines):
        if budget_of("\n".join(block)) <= BUDGET:
            yield "\n".join(block).strip("\n")
        elif len(block) > 2 and _TABLE_RULE.match(block[1]):
            yield from _table_shares(block)
        else:
            yield from _runs(block)


def _blocks(lines: tuple[str, ...]) -> Iterator[list[str]]:
    block: list[str] = []
    fenced = False
    for line in lines:
        fence = bool(_FENCE.match(line))
        if block and not fenced and (not line.strip() or fence or _table_edge(block[-1], line)):
            yield block
            block = []
        fenced ^= fence
        if line.strip() or (fenced and block):
            block.append(line.rstrip())
        if fence and not fenced and block:
            yield block
            block = []
    if block:
        yield block


def _table_edge(before: str, line: str) -> bool:
    return bool(_TABLE_ROW.match(before)) != bool(_TABLE_ROW.match(line))


def _table_shares(block: list[str]) -> Iterator[str]:
    header, rule, rows = block[0], block[1], block[2:]
    held: list[str] = []
    for row in rows:
        if held and budget_of("\n".join([header, rule, *held, row])) > BUDGET:
            yield "\n".join([header, rule, *held])
            held = []
        held.append(row)
    yield "\n".join([header, rule, *held])


def _runs(block: list[str]) -> Iterator[str]:
    """Lines, and of an over-long line its sentences, packed up to the budget."""
    parts = [part for line in block for part in _line_parts(line)]
    held = ""
    for part, glue in parts:
        joined = f"{held}{glue}{part}" if held else part
        if held and budget_of(joined) > BUDGET:
            yield held
            joined = part
        held = joined
    if held:
        yield held


def _line_parts(line: str) -> Iterator[tuple[str, str]]:
    if budget_of(line) <= BUDGET:
        yield line, "\n"
        return
    glue = "\n"
    for sentence in split_sentences(line):
        for start in range(0, len(sentence), int(BUDGET * 2)):
            yield sentence[start : start + int(BUDGET * 2)], glue
            glue = "" if _CJK.search(sentence[-2:]) else " "


def _join_small(pieces: list[Piece]) -> Iterator[Piece]:
    """Tiny neighbours under one heading become one passage; other headings keep theirs, for they are what is asked."""
    held: Piece | None = None
    for piece in pieces:
        if held is not None and held.heading == piece.heading and _fits(held, piece):
            held = Piece(heading=held.heading, text=f"{held.text}\n\n{piece.text}")
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


def _fits(first: Piece, second: Piece) -> bool:
    small = min(budget_of(first.text), budget_of(second.text)) < _SMALL
    return small and budget_of(first.text) + budget_of(second.text) <= BUDGET
