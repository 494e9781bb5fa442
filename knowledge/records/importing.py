"""Tables of business records as an operator handles them: import, connect, describe, remove."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from charset_normalizer import from_bytes

from audit.api import SYSTEM, Actor, record
from knowledge.errors import TableNotFound, UnreadableFile
from knowledge.models import RecordRow, RecordTable
from knowledge.records.browsing import find_table
from knowledge.records.columns import Column, column_from_json
from knowledge.records.connector import Connector, connect_table, read_connector, secret_headers_of
from knowledge.records.flatten import Row, flat_row, rows_of_csv, rows_of_json
from knowledge.records.preview import preview_rows
from knowledge.records.tables import NewTable, import_more, import_table, put_table, redescribe
from knowledge.types import ImportSummary, OwnerKindName, RecordTableRow, TablePreview
from tenants.errors import SealBroken


@dataclass(frozen=True, kw_only=True, slots=True)
class TableView:
    """A table as its operator described it."""

    row: RecordTableRow
    columns: tuple[Column, ...]
    aliases: tuple[str, ...]
    name_column: str
    owner_kind: OwnerKindName
    connector: Connector | None
    secret_names: tuple[str, ...]  # of headers; their values are never told
    last_import: ImportSummary | None


def preview_records(content: bytes, *, name: str, currency: str) -> TablePreview:
    """What `import_records` would make of a file. Raises UnreadableFile."""
    return preview_rows(read_rows(name, content), currency=currency)


def import_records(*, table: NewTable, content: bytes, name: str, actor_id: uuid.UUID | None = None) -> uuid.UUID:
    """A table from CSV or JSON; rows go in by key. Raises UnreadableFile, BadTable."""
    return import_table(table, read_rows(name, content), actor_id=actor_id)


def import_rows(table_id: uuid.UUID, *, content: bytes, name: str, actor_id: uuid.UUID | None = None) -> ImportSummary:
    """More rows, or newer ones, for a table that is there. Raises TableNotFound, UnreadableFile, BadTable."""
    return import_more(find_table(table_id), read_rows(name, content), actor_id=actor_id)


def put_records(
    table_id: uuid.UUID, rows: Sequence[Mapping[str, object]], *, actor_id: uuid.UUID | None = None
) -> ImportSummary:
    """The same for rows that a program sends. Raises TableNotFound, BadTable."""
    return import_more(find_table(table_id), list(map(flat_row, rows)), actor_id=actor_id)


def connect_records(
    *,
    table: NewTable,
    connector: Connector,
    secret_headers: Mapping[str, str] | None,  # None: those that are there stay
    actor_id: uuid.UUID | None = None,
) -> uuid.UUID:
    """A table whose rows another program holds; its columns must be given. Raises BadTable."""
    made = put_table(table, table.columns)
    connect_table(made, connector, secret_headers)
    _audit("knowledge.records.connected", made.id, actor_id)
    return made.id


def put_table_of_records(
    *, table: NewTable, rows: Sequence[Mapping[str, object]], actor_id: uuid.UUID | None = None
) -> uuid.UUID:
    """The same as `import_records` for rows that a program sends; nested values get dotted names. Raises BadTable."""
    return import_table(table, list(map(flat_row, rows)), actor_id=actor_id)


def change_table(table_id: uuid.UUID, new: NewTable, *, actor_id: uuid.UUID | None = None) -> None:
    """Its words, types and owner; name and key stay. Raises TableNotFound, BadTable."""
    redescribe(find_table(table_id), new)
    _audit("knowledge.records.changed", table_id, actor_id)


def remove_record(table_id: uuid.UUID, key: str, *, actor_id: uuid.UUID | None = None) -> bool:
    """False when there is no such row. Raises TableNotFound."""
    table = find_table(table_id)
    removed, _ = RecordRow.objects.filter(table=table, key=key).delete()
    if removed:
        RecordTable.objects.filter(id=table_id).update(rows=RecordRow.objects.filter(table=table).count())
        _audit("knowledge.records.row_removed", table_id, actor_id)
    return bool(removed)


def remove_table(table_id: uuid.UUID, *, actor_id: uuid.UUID | None = None) -> None:
    """Raises TableNotFound."""
    removed, _ = RecordTable.objects.filter(id=table_id).delete()
    if not removed:
        raise TableNotFound
    _audit("knowledge.records.removed", table_id, actor_id)


def list_tables() -> tuple[RecordTableRow, ...]:
    return tuple(map(_row, RecordTable.objects.order_by("name")))


def record_table(table_id: uuid.UUID) -> TableView:
    """Raises TableNotFound."""
    table = find_table(table_id)
    summary = dict(table.last_import)
    return TableView(
        row=_row(table),
        columns=tuple(map(column_from_json, table.columns)),
        aliases=tuple(table.aliases),
        name_column=table.name_column,
        owner_kind=table.owner_kind,  # type: ignore[arg-type]  # the column holds one of them
        connector=read_connector(table.connector) if table.connector else None,
        secret_names=_secret_names(table),
        last_import=ImportSummary(**{**summary, "unknown": tuple(summary["unknown"])}) if summary else None,
    )


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


def _secret_names(table: RecordTable) -> tuple[str, ...]:
    """None where the key of the vault was changed: they must be written again."""
    try:
        return tuple(secret_headers_of(table))
    except SealBroken:
        return ()


def _row(table: RecordTable) -> RecordTableRow:
    return RecordTableRow(
        table_id=table.id,
        name=table.name,
        titles=dict(table.titles),
        rows=table.rows,
        key_column=table.key_column,
        owner_column=table.owner_column,
        columns=tuple((str(raw["name"]), str(raw["type"])) for raw in table.columns),
        connected=bool(table.connector),
        updated_at=table.updated_at,
    )


def _audit(verb: str, table_id: uuid.UUID, actor_id: uuid.UUID | None) -> None:
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb=verb, subject=("record_table", str(table_id)), actor=actor)
