"""Ask another program one question, to see whether a connector is set up right. Nothing is stored."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Mapping

from knowledge.models import RecordTable
from knowledge.records.browsing import find_table
from knowledge.records.connector import (
    Connector,
    asks_for,
    keeps_secrets,
    read_connector,
    request_for,
    rows_of,
    secret_headers_of,
)
from knowledge.types import ConnectorTrial, TrialFault
from ports import get_port
from ports.errors import FetchError, FetchFault
from ports.fetching import Fetched
from tenants.scope import tenant_scope

_SHOWN = 4000  # characters of the answer
_FAULTS: dict[FetchFault, TrialFault] = {
    "private": "forbidden",
    "unknown_name": "unknown_name",
    "timeout": "timeout",
    "too_large": "too_large",
}


def try_connector(
    *,
    tenant_id: uuid.UUID,
    connector: Connector,
    secret_headers: Mapping[str, str] | None,
    table_id: uuid.UUID | None = None,
    key: str = "",
    owner: str = "",
) -> ConnectorTrial:
    """Opens its own scopes. Without headers, those of the table count. Raises TableNotFound."""
    kept: Mapping[str, str] = {}
    if secret_headers is None and table_id is not None:
        with tenant_scope(tenant_id):
            kept = _kept_headers(find_table(table_id), connector)
    request = request_for(connector, kept if secret_headers is None else secret_headers, key=key, owner=owner)
    if not asks_for(connector, "key") and not asks_for(connector, "owner"):
        return _trial("placeholder", url=request.url)
    started = time.perf_counter()
    try:
        page = get_port("fetcher").fetch(request)
    except FetchError as error:
        return _trial(_FAULTS.get(error.fault, "unreachable"), url=request.url, started=started)
    if page.status != 200:
        return _trial("status", url=request.url, started=started, page=page)
    return _read(connector, request.url, page, started)


def _kept_headers(table: RecordTable, connector: Connector) -> Mapping[str, str]:
    known = read_connector(table.connector) if table.connector else None
    return secret_headers_of(table) if keeps_secrets(known, connector.url) else {}


def _read(connector: Connector, url: str, page: Fetched, started: float) -> ConnectorTrial:
    try:
        rows = rows_of(connector, json.loads(page.body))
    except (ValueError, RecursionError):
        return _trial("not_json", url=url, started=started, page=page)
    return _trial("" if rows else "no_rows", url=url, started=started, page=page, rows=tuple(rows))


def _trial(
    fault: TrialFault,
    *,
    url: str,
    started: float | None = None,
    page: Fetched | None = None,
    rows: tuple[Mapping[str, str], ...] = (),
) -> ConnectorTrial:
    return ConnectorTrial(
        fault=fault,
        url=url,
        status=page.status if page else 0,
        taken_ms=round((time.perf_counter() - started) * 1000) if started else 0.0,
        rows=rows,
        body=page.body[:_SHOWN].decode("utf-8", "replace") if page else "",
    )
