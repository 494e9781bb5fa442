"""Make a table and put rows into it, by key."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import connection

from audit.api import SYSTEM, Actor, record
from knowledge.errors import BadTable
from knowledge.models import RecordRow, RecordTable
from knowledge.models.records import OwnerKind
from knowledge.records.columns import Column, canonical, column_from_json, column_to_json, infer_column
from language.script import fold
from ports import get_port
from ports.ids import new_id
from postgres.values import Bound
from tenants.scope import current_tenant_id

_SAMPLE = 500  # rows looked at to tell the types
_BATCH = 2000
_UPSERT = """
INSERT INTO knowledge_recordrow (id, tenant_id, table_id, key, key_folded, name_folded, owner, values, read_at)
SELECT r.id, %(tenant)s, %(table)s, r.key, r.key_folded, r.name_folded, r.owner, r.values::jsonb, %(now)s
FROM unnest(%(ids)s::uuid[], %(keys)s::text[], %(folded)s::text[], %(names)s::text[], %(owners)s::text[],
            %(values)s::text[]) AS r(id, key, key_folded, name_folded, owner, values)
ON CONFLICT (tenant_id, table_id, key) DO UPDATE SET key_folded = excluded.key_folded,
    name_folded = excluded.name_folded, owner = excluded.owner, values = excluded.values, read_at = excluded.read_at
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewTable:
    name: str
    titles: Mapping[str, str]
    key_column: str
    owner_column: str = ""  # "": anybody may read the rows
    owner_kind: str = OwnerKind.EXTERNAL_ID
    name_column: str = ""
    aliases: tuple[str, ...] = ()
    columns: tuple[Column, ...] = field(default_factory=tuple)  # empty: told from the rows
    currency: str = ""


def import_table(new: NewTable, rows: Sequence[Mapping[str, str]], *, actor_id: uuid.UUID | None) -> uuid.UUID:
    """The same name again replaces the description and puts the rows in by key. Raises BadTable."""
    table = put_table(new, new.columns or _columns(rows, new.currency))
    upsert_rows(table, rows)
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    detail = {"rows": len(rows)}
    record(verb="knowledge.records.imported", subject=("record_table", str(table.id)), actor=actor, detail=detail)
    return table.id


def put_table(new: NewTable, columns: Sequence[Column]) -> RecordTable:
    """Raises BadTable when the key or the owner is no column."""
    names = {column.name for column in columns}
    if new.key_column not in names or (new.owner_column and new.owner_column not in names):
        raise BadTable
    table, _made = RecordTable.objects.update_or_create(
        name=new.name,
        defaults={
            "titles": dict(new.titles),
            "aliases": list(new.aliases),
            "columns": [column_to_json(column) for column in columns],
            "key_column": new.key_column,
            "name_column": new.name_column,
            "owner_kind": new.owner_kind if new.owner_column else OwnerKind.NOBODY,
            "owner_column": new.owner_column,
            "updated_at": get_port("clock").now(),
        },
    )
    return table


def upsert_rows(table: RecordTable, rows: Sequence[Mapping[str, str]]) -> int:
    """Rows without a key are left out; the number put in."""
    columns = [column_from_json(raw) for raw in table.columns]
    by_key = {row[table.key_column].strip(): row for row in rows if row.get(table.key_column, "").strip()}
    keyed = list(by_key.items())
    for start in range(0, len(keyed), _BATCH):
        _write(table, columns, keyed[start : start + _BATCH])
    table.rows = RecordRow.objects.filter(table=table).count()
    table.save(update_fields=["rows"])
    return len(keyed)


def fold_key(text: str) -> str:
    """As a customer may write it: without case, spaces and marks."""
    return re.sub(r"[\s#\-_./:：]", "", fold(text))[:200]


def fold_owner(text: str) -> str:
    return text.strip().casefold()[:254]


def _write(table: RecordTable, columns: Sequence[Column], keyed: Sequence[tuple[str, Mapping[str, str]]]) -> None:
    values: dict[str, Bound] = {
        "tenant": current_tenant_id(),
        "table": table.id,
        "now": get_port("clock").now(),
        "ids": [new_id() for _ in keyed],
        "keys": [key[:200] for key, _ in keyed],
        "folded": [fold_key(key) for key, _ in keyed],
        "names": [fold(row.get(table.name_column, ""))[:200] for _, row in keyed],
        "owners": [fold_owner(row.get(table.owner_column, "")) for _, row in keyed],
        "values": [
            json.dumps({column.name: canonical(column, row.get(column.name, "")) for column in columns}).replace(
                "\\u0000", ""
            )
            for _, row in keyed
        ],
    }
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT, values)


def _columns(rows: Sequence[Mapping[str, str]], currency: str) -> tuple[Column, ...]:
    sample = rows[:_SAMPLE]
    names = dict.fromkeys(name for row in sample for name in row)
    return tuple(infer_column(name, [row.get(name, "") for row in sample], currency=currency) for name in names)
