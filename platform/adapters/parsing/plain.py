"""Text, Markdown, CSV, TSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping

from adapters.parsing.encodings import decode
from adapters.parsing.faults import UnreadableContent
from adapters.parsing.rows import table_blocks
from ports.parsing import Block, ParsedFile

_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*\n", re.DOTALL)
_TITLE = re.compile(r"^title\s*:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FIRST_HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_DELIMITERS = ",;\t|"
_DEEPEST = 12  # levels of a JSON document


def read_text(content: bytes) -> ParsedFile:
    text, encoding = decode(content)
    _refuse_binary(text)
    return ParsedFile(title="", blocks=(Block(kind="text", text=text),), encoding=encoding)


def read_markdown(content: bytes) -> ParsedFile:
    text, encoding = decode(content)
    _refuse_binary(text)
    front = _FRONT_MATTER.match(text.replace("\r\n", "\n"))
    body = text.replace("\r\n", "\n")[front.end() :] if front else text
    body = _COMMENT.sub("", body)
    named = _TITLE.search(front[1]) if front else _FIRST_HEADING.search(body)
    return ParsedFile(title=named[1] if named else "", blocks=(Block(kind="text", text=body),), encoding=encoding)


def read_delimited(content: bytes, *, delimiter: str = "") -> ParsedFile:
    text, encoding = decode(content)
    _refuse_binary(text)
    csv.field_size_limit(1_000_000)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or _delimiter(text))
    try:
        blocks = tuple(table_blocks(rows))
    except csv.Error as error:
        raise UnreadableContent("broken", str(error)) from error
    return ParsedFile(title="", blocks=blocks, encoding=encoding)


def read_json(content: bytes) -> ParsedFile:
    text, encoding = decode(content)
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as first:
        data = _json_lines(text, first)
    return ParsedFile(title="", blocks=tuple(_json_blocks(data)), encoding=encoding)


def _json_lines(text: str, first: Exception) -> object:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (json.JSONDecodeError, RecursionError):
        raise UnreadableContent("broken", str(first)) from first


def _json_blocks(data: object) -> Iterator[Block]:
    if isinstance(data, list) and data and all(isinstance(row, dict) for row in data):
        names = list(dict.fromkeys(str(name) for row in data for name in row))
        yield from table_blocks([names, *([_value(row.get(name)) for name in names] for row in data)])
        return
    for line in _lines(data, (), 0):
        yield Block(kind="list", text=line)


def _lines(data: object, path: tuple[str, ...], depth: int) -> Iterator[str]:
    if depth < _DEEPEST and isinstance(data, Mapping):
        for name, value in data.items():
            yield from _lines(value, (*path, str(name)), depth + 1)
    elif depth < _DEEPEST and isinstance(data, list):
        for value in data:
            yield from _lines(value, path, depth + 1)
    elif _value(data):
        yield f"{' > '.join(path)}: {_value(data)}" if path else _value(data)


def _value(data: object) -> str:
    if data is None:
        return ""
    if isinstance(data, str):
        return data
    if isinstance(data, list) and all(not isinstance(value, dict | list) for value in data):
        return ", ".join(map(_value, data))
    return json.dumps(data, ensure_ascii=False)


def _delimiter(text: str) -> str:
    """The one that splits the first lines into the same number of parts, the most of them."""
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    counts = {mark: [line.count(mark) for line in lines] for mark in _DELIMITERS}
    even = {mark: found[0] for mark, found in counts.items() if found and found[0] and len(set(found)) == 1}
    if even:
        return max(even, key=lambda mark: even[mark])
    first = {mark: found[0] for mark, found in counts.items() if found}
    return max(first, key=lambda mark: first[mark]) if first and max(first.values()) else ","


def _refuse_binary(text: str) -> None:
    odd = sum(letter < " " and letter not in "\t\n\r\f\v" for letter in text[:20_000])
    if odd > max(2, len(text[:20_000]) // 50):
        raise UnreadableContent("unsupported", "binary data")
