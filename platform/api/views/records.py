"""Business records for programs: tables, and rows put in by key."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.scopes import Scope
from api.serializers_knowledge import RecordRowOut, RecordRowsIn, RecordRowsOut, RecordTableIn, RecordTableOut
from api.views.base import TenantView
from bots.errors import NotFound
from knowledge import api as knowledge
from knowledge.errors import BadTable, TableNotFound
from knowledge.records.columns import Column
from knowledge.records.tables import NewTable
from tenants.scope import tenant_scope


class RecordTables(TenantView):
    scopes = {"GET": Scope.RECORDS_READ, "POST": Scope.RECORDS_WRITE}

    @extend_schema(responses={200: RecordTableOut(many=True)})
    def get(self, request: Request) -> Response:
        """The tables of business records."""
        with tenant_scope(self.tenant_id(request)):
            return Response(RecordTableOut(knowledge.list_record_tables(), many=True).data)

    @extend_schema(request=RecordTableIn, responses={201: RecordTableOut})
    def post(self, request: Request) -> Response:
        """Describe a table and put rows into it. The same name again replaces the description."""
        given = RecordTableIn(data=request.data)
        given.is_valid(raise_exception=True)
        with tenant_scope(self.tenant_id(request)), _sound():
            made = knowledge.put_table_of_records(table=_table(given.validated_data), rows=given.validated_data["rows"])
            row = knowledge.record_table(made).row
            return Response(RecordTableOut(row).data, status=status.HTTP_201_CREATED)


class RecordRows(TenantView):
    scopes = {"GET": Scope.RECORDS_READ, "POST": Scope.RECORDS_WRITE}

    @extend_schema(
        parameters=[OpenApiParameter("page", int), OpenApiParameter("q", str)],
        responses={200: RecordRowOut(many=True)},
    )
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """The rows by key, a page at a time; `q` is looked for in every column."""
        number = request.query_params.get("page", "1")
        text = request.query_params.get("q", "").replace("\x00", "")[:200]
        with tenant_scope(self.tenant_id(request)), _sound():
            names = [name for name, _type in knowledge.record_table(table_id).row.columns]
            page = knowledge.browse_records(
                table_id, text=text, page=int(number) if number.isdecimal() and len(number) < 7 else 1
            )
        rows = [{**asdict(row), "values": dict(zip(names, row.cells, strict=True))} for row in page.rows]
        return Response(RecordRowOut(rows, many=True).data)

    @extend_schema(request=RecordRowsIn, responses={200: RecordRowsOut})
    def post(self, request: Request, table_id: uuid.UUID) -> Response:
        """Put rows in by key: what was added, changed, unchanged, and what does not fit."""
        given = RecordRowsIn(data=request.data)
        with tenant_scope(self.tenant_id(request)), _sound():
            knowledge.record_table(table_id)
            given.is_valid(raise_exception=True)
            summary = knowledge.put_records(table_id, given.validated_data["rows"])
        return Response(RecordRowsOut(summary).data)


class RecordRow(TenantView):
    scopes = {"DELETE": Scope.RECORDS_WRITE}

    @extend_schema(responses={204: OpenApiResponse(description="Removed.")})
    def delete(self, request: Request, table_id: uuid.UUID, key: str) -> Response:
        """Remove the row of this key."""
        with tenant_scope(self.tenant_id(request)), _sound():
            if not knowledge.remove_record(table_id, key):
                raise NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)


def _table(wanted: dict[str, Any]) -> NewTable:
    columns: Sequence[dict[str, Any]] = wanted.get("columns") or ()
    return NewTable(
        name=wanted["name"],
        titles=wanted["titles"],
        key_column=wanted["key_column"],
        owner_column=wanted["owner_column"],
        owner_kind=wanted["owner_kind"],
        columns=tuple(
            Column(
                name=column["name"],
                type=column["type"],
                labels=column["labels"] or {"en": column["name"], "zh": column["name"]},
                currency=column["currency"],
                shown=column["shown"],
            )
            for column in columns
        ),
    )


@contextmanager
def _sound() -> Iterator[None]:
    try:
        yield
    except TableNotFound as error:
        raise NotFound from error
    except BadTable as error:
        raise ValidationError({"rows": [str(error)]}) from error
