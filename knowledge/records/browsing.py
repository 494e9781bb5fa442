"""Rows of a table for a person to look at."""

from __future__ import annotations

import uuid

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from knowledge.errors import TableNotFound
from knowledge.models import RecordRow, RecordTable
from knowledge.types import RecordLine, RecordPage

PAGE = 50  # rows


def browse_records(table_id: uuid.UUID, *, text: str = "", page: int = 1) -> RecordPage:
    """By key. `text` is looked for in the key, the owner and every value. Raises TableNotFound."""
    table = find_table(table_id)
    rows = RecordRow.objects.filter(table=table).order_by("key")
    if text:
        rows = rows.annotate(said=Cast("values", TextField()))
        rows = rows.filter(Q(key__icontains=text) | Q(owner__icontains=text) | Q(said__icontains=text))
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    number = min(max(page, 1), pages)
    names = [str(raw["name"]) for raw in table.columns]
    return RecordPage(
        rows=tuple(
            RecordLine(
                key=row.key,
                owner=row.owner,
                cells=tuple(row.values.get(name, "") for name in names),
                read_at=row.read_at,
            )
            for row in rows[(number - 1) * PAGE : number * PAGE]
        ),
        total=total,
        number=number,
        pages=pages,
    )


def find_table(table_id: uuid.UUID) -> RecordTable:
    table = RecordTable.objects.filter(id=table_id).first()
    if table is None:
        raise TableNotFound
    return table
