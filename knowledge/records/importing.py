"""A file of business records into a table."""

from __future__ import annotations

import uuid

from charset_normalizer import from_bytes

from knowledge.errors import UnreadableFile
from knowledge.records.flatten import Row, rows_of_csv, rows_of_json
from knowledge.records.tables import NewTable, import_table


def import_records(*, table: NewTable, content: bytes, name: str, actor_id: uuid.UUID | None) -> uuid.UUID:
    return import_table(table, read_rows(name, content), actor_id=actor_id)


def read_rows(name: str, content: bytes) -> list[Row]:
    text = _decoded(content)
    return rows_of_json(text) if name.lower().endswith(".json") else rows_of_csv(text)


def _decoded(content: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    guess = from_bytes(content).best()
    if guess is None:
        raise UnreadableFile
    return str(guess)
