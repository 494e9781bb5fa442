"""Make a table and put rows into it, by key."""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from django.db import connection

from audit.api import SYSTEM, Actor, record
from knowledge.errors import BadTable
from knowledge.models import RecordRow, RecordTable
from knowledge.models.records import OwnerKind
from knowledge.records.columns import Column, canonical, column_from_json, column_to_json, fits, infer_column
from knowledge.types import ImportSummary
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
    table = put_table(new, new.columns or told_columns(rows, new.currency))
    summary = upsert_rows(table, rows)
    _note(table, summary, actor_id)
    return table.id


def import_more(table: RecordTable, rows: Sequence[Mapping[str, str]], *, actor_id: uuid.UUID | None) -> ImportSummary:
    """Rows into a table that is there, by its own columns. Raises BadTable when the file lacks the key's column."""
    if not rows or table.key_column not in rows[0]:
        raise BadTable
    summary = upsert_rows(table, rows)
    _note(table, summary, actor_id)
    return summary


def _note(table: RecordTable, summary: ImportSummary, actor_id: uuid.UUID | None) -> None:
    table.last_import, table.updated_at = asdict(summary), get_port("clock").now()
    table.save(update_fields=["last_import", "updated_at"])
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    detail = {"added": summary.added, "changed": summary.changed, "unchanged": summary.unchanged}
    record(verb="knowledge.records.imported", subject=("record_table", str(table.id)), actor=actor, detail=detail)


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


def upsert_rows(table: RecordTable, rows: Sequence[Mapping[str, str]]) -> ImportSummary:
    """Rows without a key are left out."""
    columns = [column_from_json(raw) for raw in table.columns]
    with_key = [row for row in rows if row.get(table.key_column, "").strip()]
    keyed = list({row[table.key_column].strip()[:200]: row for row in with_key}.items())
    tally: Counter[str] = Counter()
    misfits: Counter[str] = Counter()
    for start in range(0, len(keyed), _BATCH):
        _write(table, columns, keyed[start : start + _BATCH], tally, misfits)
    table.rows = RecordRow.objects.filter(table=table).count()
    table.save(update_fields=["rows"])
    names = {column.name for column in columns}
    return ImportSummary(
        added=tally["added"],
        changed=tally["changed"],
        unchanged=tally["unchanged"],
        without_key=len(rows) - len(with_key),
        without_owner=sum(not fold_owner(row.get(table.owner_column, "")) for _, row in keyed)
        if table.owner_column
        else 0,
        repeated=len(with_key) - len(keyed),
        misfits=dict(misfits),
        unknown=tuple(dict.fromkeys(name for row in rows[:_SAMPLE] for name in row if name not in names)),
    )


def redescribe(table: RecordTable, new: NewTable) -> None:
    """Other words, types or owner for rows that are there. Its name and key stay. Raises BadTable."""
    put_table(replace(new, name=table.name, key_column=table.key_column), new.columns)
    table.refresh_from_db()
    columns = [column_from_json(raw) for raw in table.columns]
    rows = RecordRow.objects.filter(table=table).order_by("id")
    changed = []
    for row in rows.iterator(chunk_size=_BATCH):
        row.owner = fold_owner(row.values.get(table.owner_column, ""))
        row.name_folded = fold(row.values.get(table.name_column, ""))[:200]
        row.values = {
            **row.values,
            **{column.name: canonical(column, row.values.get(column.name, "")) for column in columns},
        }
        changed.append(row)
    RecordRow.objects.bulk_update(changed, ["owner", "name_folded", "values"], batch_size=_BATCH)


def fold_key(text: str) -> str:
    """As a customer may write it: without case, spaces and marks."""
    return re.sub(r"[\s#\-_./:：]", "", fold(text))[:200]


def fold_owner(text: str) -> str:
    return text.strip().casefold()[:254]


def _write(
    table: RecordTable,
    columns: Sequence[Column],
    keyed: Sequence[tuple[str, Mapping[str, str]]],
    tally: Counter[str],
    misfits: Counter[str],
) -> None:
    made = [
        {column.name: _clean(canonical(column, row.get(column.name, ""))) for column in columns} for _, row in keyed
    ]
    _count(table, columns, [key for key, _ in keyed], made, tally, misfits)
    values: dict[str, Bound] = {
        "tenant": current_tenant_id(),
        "table": table.id,
        "now": get_port("clock").now(),
        "ids": [new_id() for _ in keyed],
        "keys": [key for key, _ in keyed],
        "folded": [fold_key(key) for key, _ in keyed],
        "names": [fold(row.get(table.name_column, ""))[:200] for _, row in keyed],
        "owners": [fold_owner(row.get(table.owner_column, "")) for _, row in keyed],
        "values": [json.dumps(row) for row in made],
    }
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT, values)


def _count(
    table: RecordTable,
    columns: Sequence[Column],
    keys: Sequence[str],
    made: Sequence[Mapping[str, str]],
    tally: Counter[str],
    misfits: Counter[str],
) -> None:
    before = dict(RecordRow.objects.filter(table=table, key__in=keys).values_list("key", "values"))
    for key, row in zip(keys, made, strict=True):
        tally["added" if key not in before else "unchanged" if before[key] == row else "changed"] += 1
    for column in columns:
        wrong = sum(not fits(column, row[column.name]) for row in made)
        if wrong:
            misfits[column.name] += wrong


def _clean(value: str) -> str:
    """PostgreSQL refuses NUL and lone surrogates."""
    return value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def told_columns(rows: Sequence[Mapping[str, str]], currency: str) -> tuple[Column, ...]:
    sample = rows[:_SAMPLE]
    names = dict.fromkeys(name for row in sample for name in row)
    return tuple(infer_column(name, [row.get(name, "") for row in sample], currency=currency) for name in names)
