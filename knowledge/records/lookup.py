"""Rows of a customer's own records, found by program: no model sees a query, no foreign row leaves the database."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.models import RecordRow, RecordTable
from knowledge.models.records import OwnerKind
from knowledge.records.asked import (
    ANY_SHAPE,
    Shape,
    about_own,
    asked_columns,
    identifiers,
    means_table,
    only_an_identifier,
    refers_back,
    shape_of,
    wants_latest,
)
from knowledge.records.columns import Column, column_from_json
from knowledge.records.connector import refresh_rows
from knowledge.records.rendering import in_words, label, render
from knowledge.records.tables import fold_key, fold_owner
from knowledge.records.wording import joined, say
from knowledge.types import Language, RecordCell, RecordHit, RecordQuery, RecordResult
from language.script import fold
from tenants.scope import tenant_scope

_SAMPLE = 200  # keys looked at to know their shape
_MOST_ROWS = 5  # shown, or offered to choose from
_MOST_CELLS = 6  # when the question names no column
_LONGEST_CELL = 160  # characters, when nobody asked for the column
_LOOKED_BACK = 6  # earlier messages in which an identifier still counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    id: uuid.UUID
    name: str
    title: str  # in the customer's language
    titles: tuple[str, ...]
    aliases: tuple[str, ...]
    columns: tuple[Column, ...]
    key_column: str
    owner_column: str
    owner: str | None  # the customer's own value of the owner column; None: anybody may read; "" : nobody vouches
    named: bool
    shape: Shape


def lookup_records(query: RecordQuery) -> RecordResult:
    """Rows of the customer's own records that the question is about.

    Tables in turn; the first that the question is about answers. Other programs are asked between two scopes.
    """
    started = time.perf_counter()
    with tenant_scope(query.tenant_id):
        rows = list(RecordTable.objects.order_by("name"))
        tables = [_table(row, query) for row in rows]
    silent = {
        table.id for row, table in zip(rows, tables, strict=True) if row.connector and not _ask(row, table, query)
    }
    with tenant_scope(query.tenant_id):
        results = [_unavailable(table, query) if table.id in silent else _look(table, query) for table in tables]
    found = [result for result in results if result.outcome != "not_asked"]
    best = next((result for result in found if result.outcome == "found"), found[0] if found else RecordResult())
    taken = round((time.perf_counter() - started) * 1000, 2)
    return replace(best, timings_ms={"records": taken})


def _ask(row: RecordTable, table: Table, query: RecordQuery) -> bool:
    """Let the connector bring what the question is about; False when it could not be reached."""
    asked = _asked(table, query)
    token = _identifier(table, query, asked)
    if token:
        return refresh_rows(row, key=token, owner=query.external_id)
    means = means_table(query.question, table.titles, table.aliases)
    if asked and means and about_own(query.question) and table.owner:
        return refresh_rows(row, key="", owner=query.external_id)
    return True


def _unavailable(table: Table, query: RecordQuery) -> RecordResult:
    return RecordResult(outcome="unavailable", reply=say("unavailable", query.language, title=table.title))


def _table(row: RecordTable, query: RecordQuery) -> Table:
    keys = list(RecordRow.objects.filter(table=row).values_list("key_folded", flat=True)[:_SAMPLE])
    owner = {OwnerKind.NOBODY: None, OwnerKind.EMAIL: query.email, OwnerKind.EXTERNAL_ID: query.external_id}
    mine = owner[OwnerKind(row.owner_kind)]
    return Table(
        id=row.id,
        name=row.name,
        title=in_words(row.titles, query.language) or row.name,
        titles=(row.name, *row.titles.values()),
        aliases=tuple(row.aliases),
        columns=tuple(map(column_from_json, row.columns)),
        key_column=row.key_column,
        owner_column=row.owner_column,
        owner=None if mine is None else fold_owner(mine),
        named=bool(row.name_column),
        shape=shape_of(keys) if keys or not row.connector else ANY_SHAPE,
    )


def _look(table: Table, query: RecordQuery) -> RecordResult:
    asked = _asked(table, query)
    token = _identifier(table, query, asked)
    if token:
        return _by_key(table, token, asked, query)
    if table.owner is None:
        return _by_name(table, asked, query) if asked and table.named else RecordResult()
    if asked and about_own(query.question) and means_table(query.question, table.titles, table.aliases):
        return _by_owner(table, asked, query)
    return RecordResult()


def _asked(table: Table, query: RecordQuery) -> tuple[Column, ...]:
    """A bare identifier answers what was asked before it."""
    columns = [column for column in table.columns if column.name not in {table.key_column, table.owner_column}]
    asked = asked_columns(query.question, columns)
    if not asked and only_an_identifier(query.question):
        earlier = (asked_columns(text, columns) for text in reversed(query.recent[-2:]))
        asked = next((columns for columns in earlier if columns), ())
    return asked


def _identifier(table: Table, query: RecordQuery, asked: Sequence[Column]) -> str:
    """In this message, else in an earlier one that this message refers to."""
    here = [token for token in identifiers(query.question) if table.shape.fits(fold_key(token))]
    if here:
        return here[0]
    back = refers_back(query.question) or means_table(query.question, table.titles, table.aliases)
    if not asked or not back or wants_latest(query.question):
        return ""
    earlier = [token for text in query.recent[-_LOOKED_BACK:] for token in identifiers(text)]
    return next((token for token in reversed(earlier) if table.shape.fits(fold_key(token))), "")


def _by_key(table: Table, token: str, asked: Sequence[Column], query: RecordQuery) -> RecordResult:
    if table.owner == "":
        return RecordResult(outcome="not_found", reply=say("sign_in", query.language, title=table.title))
    rows = RecordRow.objects.filter(table_id=table.id, key_folded=fold_key(token))
    if table.owner is not None:
        rows = rows.filter(owner=table.owner)
    row = rows.first()
    if row is None:  # absent and somebody else's sound the same
        reply = say("not_found", query.language, title=table.title, key=token)
        return RecordResult(outcome="not_found", reply=reply)
    return RecordResult(outcome="found", hits=(_hit(table, row, asked, query.language),))


def _by_owner(table: Table, asked: Sequence[Column], query: RecordQuery) -> RecordResult:
    if not table.owner:
        return RecordResult(outcome="ask_identifier", reply=say("sign_in", query.language, title=table.title))
    rows = list(RecordRow.objects.filter(table_id=table.id, owner=table.owner).order_by("-key")[:200])
    if not rows:
        return RecordResult(outcome="not_found", reply=say("none", query.language, title=table.title))
    if len(rows) > 1 and wants_latest(query.question):
        rows = sorted(rows, key=lambda row: _dated(table, row), reverse=True)[:1]
    if len(rows) > 1:
        choices = tuple(row.key for row in rows[:_MOST_ROWS])
        reply = say("which", query.language, title=table.title, keys=joined(choices, query.language))
        return RecordResult(outcome="ask_identifier", reply=reply, choices=choices)
    return RecordResult(outcome="found", hits=(_hit(table, rows[0], asked, query.language),))


def _by_name(table: Table, asked: Sequence[Column], query: RecordQuery) -> RecordResult:
    folded = fold(query.question)
    rows = (
        RecordRow.objects.filter(table_id=table.id)
        .exclude(name_folded="")
        .extra(where=["length(name_folded) > 1", "position(name_folded in %s) > 0"], params=[folded])
    )
    found = sorted(rows[:50], key=lambda row: -len(row.name_folded))
    longest = [
        row for row in found if not any(row.name_folded in other.name_folded for other in found if other is not row)
    ]
    hits = tuple(_hit(table, row, asked, query.language) for row in longest[:_MOST_ROWS])
    return RecordResult(outcome="found", hits=hits) if hits else RecordResult()


def _dated(table: Table, row: RecordRow) -> str:
    return max((row.values.get(column.name, "") for column in table.columns if "date" in column.type), default=row.key)


def _hit(table: Table, row: RecordRow, asked: Sequence[Column], language: Language) -> RecordHit:
    hidden = {table.owner_column}
    cells = tuple(
        RecordCell(
            table=table.name,
            key=row.key,
            column=column.name,
            label=label(column, language),
            value=row.values[column.name],
            text=render(column, row.values[column.name], language),
            read_at=row.read_at,
        )
        for column in table.columns
        if column.shown and column.name not in hidden and row.values.get(column.name)
    )
    names = {column.name for column in asked}
    told = [cell for cell in cells if cell.column in names] or [
        cell for cell in cells if cell.column != table.key_column and len(cell.text) <= _LONGEST_CELL
    ][:_MOST_CELLS]
    parts = [say("part", language, label=cell.label, value=cell.text) for cell in told]
    sentence = say("sentence", language, title=_start(table.title), key=row.key, parts=joined(parts, language))
    return RecordHit(
        table=table.name,
        title=table.title,
        key=row.key,
        cells=cells,
        asked=tuple(cell.column for cell in told),
        sentence=sentence if told else "",
        read_at=row.read_at,
    )


def _start(title: str) -> str:
    return title[:1].upper() + title[1:]
