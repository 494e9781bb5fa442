"""A file of business records into a table."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from charset_normalizer import from_bytes

from audit.api import SYSTEM, Actor, record
from knowledge.errors import TableNotFound, UnreadableFile
from knowledge.models import RecordTable
from knowledge.records.connector import Connector, connect_table
from knowledge.records.flatten import Row, rows_of_csv, rows_of_json
from knowledge.records.tables import NewTable, import_table, put_table
from knowledge.types import RecordTableRow


def import_records(*, table: NewTable, content: bytes, name: str, actor_id: uuid.UUID | None = None) -> uuid.UUID:
    """A table from CSV or JSON; rows go in by key. Raises UnreadableFile, BadTable."""
    return import_table(table, read_rows(name, content), actor_id=actor_id)


def connect_records(
    *, table: NewTable, connector: Connector, secret_headers: Mapping[str, str], actor_id: uuid.UUID | None = None
) -> uuid.UUID:
    """A table whose rows another program holds; its columns must be given. Raises BadTable."""
    made = put_table(table, table.columns)
    connect_table(made, connector, secret_headers)
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb="knowledge.records.connected", subject=("record_table", str(made.id)), actor=actor)
    return made.id


def list_tables() -> tuple[RecordTableRow, ...]:
    return tuple(
        RecordTableRow(
            table_id=row.id,
            name=row.name,
            titles=dict(row.titles),
            rows=row.rows,
            key_column=row.key_column,
            owner_column=row.owner_column,
            columns=tuple((str(raw["name"]), str(raw["type"])) for raw in row.columns),
            connected=bool(row.connector),
            updated_at=row.updated_at,
        )
        for row in RecordTable.objects.order_by("name")
    )


def remove_table(table_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Raises TableNotFound."""
    removed, _ = RecordTable.objects.filter(id=table_id).delete()
    if not removed:
        raise TableNotFound
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb="knowledge.records.removed", subject=("record_table", str(table_id)), actor=actor)


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
