"""JSON and tables to flat rows of text. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from knowledge.errors import UnreadableFile

Row = dict[str, str]
_DEEPEST = 6


def rows_of_json(text: str) -> list[Row]:
    """A list of objects, an object of objects by key, or one object holding such a list."""
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableFile from error
    return [flat_row(item) for item in _objects(data)]


def rows_of_csv(text: str) -> list[Row]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [{str(name).strip(): (value or "").strip() for name, value in row.items() if name} for row in reader]
    except csv.Error as error:
        raise UnreadableFile from error


def flat_row(item: Mapping[str, object]) -> Row:
    """Nested names are joined by dots; of a list of objects, each name holds all its values."""
    row: Row = {}
    for name, value in _leaves(item, "", 0):
        row[name] = f"{row[name]}; {value}" if row.get(name) else value
    return row


def _objects(data: object) -> Sequence[Mapping[str, object]]:
    if isinstance(data, list) and all(isinstance(item, dict) for item in data):
        return data
    if isinstance(data, dict):
        if data and all(isinstance(item, dict) for item in data.values()):
            return list(data.values())
        inner = [value for value in data.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        return _objects(inner[0]) if len(inner) == 1 else [data]
    raise UnreadableFile(_("A table is a list of objects, or an object of objects."))


def _leaves(item: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(item, Mapping) and depth < _DEEPEST:
        for key, value in item.items():
            yield from _leaves(value, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(item, list) and any(isinstance(value, Mapping) for value in item) and depth < _DEEPEST:
        for value in item:
            yield from _leaves(value, name, depth + 1)
    elif isinstance(item, list):
        yield name, ", ".join(map(_text, item))
    else:
        yield name, _text(item)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if not isinstance(value, dict | list) else json.dumps(value, ensure_ascii=False)
