"""Tables that another program holds: how it is asked, and a question to try that out."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.columns import faults_of, lines_of_table, lines_of_trial, lines_posted, mapped_rows, roles_posted
from console.forms.records import ConnectorForm, posted_connector, posted_headers
from console.views.records import column_context, find, roles_of
from knowledge import api
from knowledge.errors import BadTable, TableNotFound
from knowledge.records.connector import keeps_secrets
from knowledge.records.importing import TableView
from knowledge.records.preview import preview_rows
from tenants.scope import tenant_scope


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def connect(request: ConsoleRequest) -> HttpResponse:
    return _edit(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def edit(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    """A table that was imported may be connected later."""
    return _edit(request, find(table_id))


@require_POST
@console_view(Permission.DOCUMENTS_WRITE, scoped=False)
def try_out(request: ConsoleRequest) -> HttpResponse:
    """Asks through the one door to the web, with no transaction open; nothing is stored."""
    lines, roles = lines_posted(request.POST), roles_posted(request.POST)
    try:
        trial = api.try_connector(
            tenant_id=request.here.tenant_id,
            connector=posted_connector(request.POST, lines),
            secret_headers=posted_headers(request.POST),
            table_id=_table_id(request),
            key=request.POST.get("try_key", "").strip()[:200],
            owner=request.POST.get("try_owner", "").strip()[:200],
        )
    except TableNotFound as error:
        raise Http404 from error
    if trial.rows:
        lines = lines_of_trial(lines, preview_rows(trial.rows, currency="").columns)
    context = {"trial": trial, "answers": mapped_rows(trial, lines), "with_paths": True}
    with tenant_scope(request.here.tenant_id):
        return render(request, "console/records/_trial.html", {**context, **column_context(lines, roles)})


def _edit(request: ConsoleRequest, table: TableView | None) -> HttpResponse:
    form = ConnectorForm(request.POST or None, shown=table)
    lines = lines_of_table(table) if table else ()
    roles = roles_of(table) if table else roles_posted(request.POST)
    faults: list[object] = []
    if request.method == "POST":
        lines, roles = lines_posted(request.POST), roles_posted(request.POST)
        faults = list(faults_of(lines, roles))
        if form.is_valid() and not faults:
            made = _store(request, form, table)
            if made is not None:
                return redirect("console:record_table", table_id=made)
    context = {"section": "documents", "form": form, "table": table, "faults": faults, "with_paths": True}
    return render(request, "console/records/connect.html", {**context, **column_context(lines, roles)})


def _store(request: ConsoleRequest, form: ConnectorForm, table: TableView | None) -> uuid.UUID | None:
    """None with the reason in the form."""
    lines, roles = lines_posted(request.POST), roles_posted(request.POST)
    name = table.row.name if table else form.cleaned_data["name"]
    if table is None and name in {row.name for row in api.list_record_tables()}:
        form.add_error("name", _("There is a table of this name. Open it to import into it."))
        return None
    headers = form.cleaned_data["headers"]
    if table and not headers and not keeps_secrets(table.connector, form.cleaned_data["url"]) and table.secret_names:
        form.add_error("headers", _("The address leads to another host: write its headers again."))
        return None
    try:
        return api.connect_records(
            table=form.table(lines, roles, name=name),
            connector=form.connector(lines),
            secret_headers=headers if headers or table is None else None,
            actor_id=request.here.person.id,
        )
    except BadTable:
        form.add_error("url", _("Put {key} or {owner} where the other program expects it."))
        return None


def _table_id(request: ConsoleRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.POST.get("table", ""))
    except ValueError:
        return None
