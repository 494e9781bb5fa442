"""Rows behind another program's HTTP interface: one request for one key or one owner, kept for a while."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from urllib.parse import quote, urlsplit

from django.db.models import QuerySet

from knowledge.errors import BadTable
from knowledge.models import RecordRow, RecordTable
from knowledge.models.records import OwnerKind
from knowledge.records.flatten import flat_row
from knowledge.records.tables import fold_key, fold_owner, upsert_rows
from ports import get_port
from ports.errors import FetchError
from ports.fetching import FetchRequest
from tenants.scope import tenant_scope
from tenants.vault import seal, unseal

_LARGEST = 2_000_000  # bytes of an answer
_MOST_ROWS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Connector:
    url: str  # with {key} or {owner}, which are percent-encoded
    method: str = "GET"
    body: str = ""  # of a POST: JSON, in which {key} and {owner} are escaped
    rows_at: str = ""  # dotted path to the row, or to a list of rows; "": the answer itself
    fields: Mapping[str, str] | None = None  # column -> dotted path; None: names as they come
    timeout: float = 5.0  # seconds
    cache_seconds: int = 60


def connector_to_json(connector: Connector) -> dict[str, object]:
    return {
        "url": connector.url,
        "method": connector.method,
        "body": connector.body,
        "rows_at": connector.rows_at,
        "fields": dict(connector.fields or {}),
        "timeout": connector.timeout,
        "cache_seconds": connector.cache_seconds,
    }


def connect_table(table: RecordTable, connector: Connector, secret_headers: Mapping[str, str] | None) -> None:
    """Inside the tenant's scope; None keeps the headers that are there. Raises BadTable for an address and a body that
    name neither {key} nor {owner}."""
    if not asks_for(connector, "key") and not asks_for(connector, "owner"):
        raise BadTable
    known = read_connector(table.connector) if table.connector else None
    if secret_headers is None and not keeps_secrets(known, connector.url):
        secret_headers = {}
    table.connector = connector_to_json(connector)
    if secret_headers is not None:
        table.secrets = seal(json.dumps(dict(secret_headers)), tenant_id=_tenant_of(table)) if secret_headers else ""
    table.save(update_fields=["connector", "secrets"])


def keeps_secrets(known: Connector | None, url: str) -> bool:
    """Stored headers are for the host that they were written for, and are sent nowhere else."""
    return known is not None and urlsplit(known.url)[:2] == urlsplit(url)[:2]


def asks_for(connector: Connector, what: Literal["key", "owner"]) -> bool:
    return f"{{{what}}}" in connector.url + (connector.body if connector.method == "POST" else "")


def secret_headers_of(table: RecordTable) -> dict[str, str]:
    """Unsealed: never for a page."""
    return json.loads(unseal(table.secrets, tenant_id=_tenant_of(table))) if table.secrets else {}


def refresh_rows(table: RecordTable, *, key: str, owner: str) -> bool:
    """Ask the other program, with no transaction open, and keep what it says; False when it cannot be reached.

    What is kept is looked up like any other row, so an answer for somebody else never reaches this customer.
    """
    connector = read_connector(table.connector)
    wanted = key if asks_for(connector, "key") else owner
    if not wanted or _fresh(table, connector, key=key, owner=owner):
        return True
    try:
        request = request_for(connector, secret_headers_of(table), key=key, owner=owner)
        page = get_port("fetcher").fetch(request)
    except FetchError:
        return False
    gone = page.status in {404, 410}
    if page.status != 200 and not gone:
        return False
    try:
        rows = [] if gone else _answered(connector, table.key_column, json.loads(page.body))
    except (ValueError, RecursionError):
        return False
    with tenant_scope(_tenant_of(table)):
        _forget(table, connector, rows, key=key, owner="" if gone else owner)
        upsert_rows(RecordTable.objects.get(id=table.id), rows)
    return True


def read_connector(raw: Mapping[str, object]) -> Connector:
    fields = raw.get("fields")
    return Connector(
        url=str(raw["url"]),
        method=str(raw.get("method", "GET")),
        body=str(raw.get("body", "")),
        rows_at=str(raw.get("rows_at", "")),
        fields={str(name): str(path) for name, path in fields.items()} if isinstance(fields, dict) else None,
        timeout=float(str(raw.get("timeout", 5.0))),
        cache_seconds=int(str(raw.get("cache_seconds", 60))),
    )


def _answered(connector: Connector, key_column: str, data: object) -> list[dict[str, str]]:
    """Raises ValueError where the answer has not the shape that was described: then nothing is known, which is not the
    same as that there is no such row."""
    *way, last = connector.rows_at.split(".")
    holder = _at(data, ".".join(way))
    if connector.rows_at and not (isinstance(holder, dict) and last in holder):
        raise ValueError(connector.rows_at)
    rows = mapped(connector, rows_of(connector, data))
    if rows and not any(row.get(key_column, "").strip() for row in rows):
        raise ValueError(key_column)
    return rows


def _fresh(table: RecordTable, connector: Connector, *, key: str, owner: str) -> bool:
    since = get_port("clock").now() - timedelta(seconds=connector.cache_seconds)
    with tenant_scope(_tenant_of(table)):
        return _kept(table, connector, key=key, owner=owner).filter(read_at__gt=since).exists()


def _forget(
    table: RecordTable, connector: Connector, rows: Sequence[Mapping[str, str]], *, key: str, owner: str
) -> None:
    """What the other program no longer has is no longer told."""
    if len(rows) < _MOST_ROWS:
        present = {fold_key(row.get(table.key_column, "")) for row in rows}
        _kept(table, connector, key=key, owner=owner).exclude(key_folded__in=present).delete()


def _kept(table: RecordTable, connector: Connector, *, key: str, owner: str) -> QuerySet[RecordRow]:
    """The rows that are kept of an earlier answer to the same question."""
    rows = RecordRow.objects.filter(table_id=table.id)
    if asks_for(connector, "key"):
        return rows.filter(key_folded=fold_key(key))
    if table.owner_kind == OwnerKind.EXTERNAL_ID and fold_owner(owner):
        return rows.filter(owner=fold_owner(owner))
    return rows.none()


def request_for(connector: Connector, secret_headers: Mapping[str, str], *, key: str, owner: str) -> FetchRequest:
    url = connector.url.replace("{key}", quote(key, safe="")).replace("{owner}", quote(owner, safe=""))
    headers = {"accept": "application/json", **secret_headers}
    body = None
    if connector.method == "POST":
        body = connector.body.replace("{key}", _in_json(key)).replace("{owner}", _in_json(owner)).encode()
        headers = {"content-type": "application/json", **headers}
    return FetchRequest(
        url=url,
        method=connector.method,
        headers=headers,
        body=body,
        timeout=connector.timeout,
        max_bytes=_LARGEST,
    )


def _in_json(text: str) -> str:
    """For a place between two quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def rows_of(connector: Connector, data: object) -> list[dict[str, str]]:
    """Path -> value of each row of the answer."""
    found = _at(data, connector.rows_at)
    items = found if isinstance(found, list) else [found]
    return [flat_row(item) for item in items[:_MOST_ROWS] if isinstance(item, dict)]


def mapped(connector: Connector, rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    if not connector.fields:
        return [dict(row) for row in rows]
    return [{column: row.get(path, "") for column, path in connector.fields.items()} for row in rows]


def _at(data: object, path: str) -> object:
    for part in filter(None, path.split(".")):
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _tenant_of(table: RecordTable) -> uuid.UUID:
    if table.tenant_id is None:
        raise BadTable
    return table.tenant_id
