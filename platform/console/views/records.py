"""Business records: tables that were imported, and those that another program holds."""

from __future__ import annotations

import uuid
from pathlib import PurePosixPath

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.columns import (
    OWNER_KINDS,
    TYPES,
    Line,
    Roles,
    faults_of,
    lines_of_preview,
    lines_of_table,
    lines_posted,
    roles_posted,
)
from console.faults import in_words
from console.forms.records import TableForm
from knowledge import api
from knowledge.errors import BadTable, KnowledgeError, TableNotFound
from knowledge.records.importing import TableView


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def table_list(request: ConsoleRequest) -> HttpResponse:
    return render(request, "console/records/list.html", {"section": "documents", "rows": api.list_record_tables()})


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def new_table(request: ConsoleRequest) -> HttpResponse:
    """The file stays in the browser between its preview and its import: nothing half-done is kept here."""
    if request.method != "POST":
        return render(request, "console/records/new.html", {"section": "documents"})
    form, lines, roles = TableForm(request.POST), lines_posted(request.POST), roles_posted(request.POST)
    faults = list(faults_of(lines, roles))
    try:
        name, content = _file(request)
        if form.is_valid() and not faults and not form.needs_currency(lines) and _is_new(form.cleaned_data["name"]):
            made = api.import_records(
                table=form.table(lines, roles), content=content, name=name, actor_id=request.here.person.id
            )
            return _go(request, made)
        if form.is_valid() and not faults and not _is_new(form.cleaned_data["name"]):
            form.add_error("name", _("There is a table of this name. Open it to import into it."))
    except KnowledgeError as error:
        faults.append(in_words(error))
    return _columns(request, lines, roles, form=form, faults=faults)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def preview(request: ConsoleRequest) -> HttpResponse:
    """What a file's columns are, told from its values; the operator corrects that before anything is stored."""
    try:
        name, content = _file(request)
        shown = api.preview_records(content, name=name, currency="")
    except KnowledgeError as error:
        return render(request, "console/records/_columns.html", {"faults": [in_words(error)]})
    lines = lines_of_preview(shown)
    roles = Roles(key=shown.key_column, owner=shown.owner_column, owner_kind=shown.owner_kind)
    form = TableForm()
    told = next((column.currency for column in shown.columns if column.currency), "")
    form.initial["currency"] = told or ("CNY" if get_language() == "zh-hans" else "")
    form.initial["name"] = slugify(PurePosixPath(name).stem)[:60]
    return _columns(request, lines, roles, form=form, shown=shown)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def detail(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    search = request.GET.get("q", "").replace("\x00", "")[:200]
    number = request.GET.get("page", "1")
    table = find(table_id)
    page = api.browse_records(table_id, text=search, page=int(number) if number.isdecimal() and len(number) < 7 else 1)
    context = {"section": "documents", "table": table, "page": page, "q": search, "columns": lines_of_table(table)}
    part = "_rows" if request.headers.get("HX-Target") == "rows" else "detail"
    return render(request, f"console/records/{part}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def edit(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    """The words, types and owner of a table that was imported."""
    table = find(table_id)
    if table.connector:
        return redirect("console:edit_connector", table_id=table_id)
    form = TableForm(request.POST or None, shown=table)
    lines, roles = lines_of_table(table), roles_of(table)
    faults: list[object] = []
    if request.method == "POST":
        known = {line.name for line in lines}
        lines = tuple(line for line in lines_posted(request.POST) if line.name in known)
        roles = roles_posted(request.POST)
        faults = list(faults_of(lines, Roles(key=table.row.key_column, owner=roles.owner)))
        if form.is_valid() and not faults and not form.needs_currency(lines):
            new = form.table(lines, roles, name=table.row.name)
            api.change_table(table_id, new, actor_id=request.here.person.id)
            return redirect("console:record_table", table_id=table_id)
    context = {"section": "documents", "table": table, **column_context(lines, roles), "form": form, "faults": faults}
    return render(request, "console/records/edit.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def import_rows(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    find(table_id)
    try:
        name, content = _file(request)
        api.import_rows(table_id, content=content, name=name, actor_id=request.here.person.id)
    except BadTable:
        messages.error(request, _("This file has no rows, or lacks the column of the key."))
    except KnowledgeError as error:
        messages.error(request, in_words(error))
    return redirect("console:record_table", table_id=table_id)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def remove(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    find(table_id)
    api.remove_record_table(table_id, actor_id=request.here.person.id)
    messages.success(request, _("The table and its rows are removed."))
    return redirect("console:records")


def find(table_id: uuid.UUID) -> TableView:
    try:
        return api.record_table(table_id)
    except TableNotFound as error:
        raise Http404 from error


def column_context(lines: tuple[Line, ...], roles: Roles) -> dict[str, object]:
    return {"lines": lines, "roles": roles, "types": TYPES, "owner_kinds": OWNER_KINDS}


def roles_of(table: TableView) -> Roles:
    return Roles(
        key=table.row.key_column, owner=table.row.owner_column, owner_kind=table.owner_kind, name=table.name_column
    )


def _columns(request: ConsoleRequest, lines: tuple[Line, ...], roles: Roles, **more: object) -> HttpResponse:
    context = {"section": "documents", "importing": True, **column_context(lines, roles), **more}
    part = "_columns" if request.headers.get("HX-Request") else "new"
    return render(request, f"console/records/{part}.html", context)


def _go(request: ConsoleRequest, table_id: uuid.UUID) -> HttpResponse:
    url = reverse("console:record_table", args=[table_id])
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return redirect(url)


def _file(request: ConsoleRequest) -> tuple[str, bytes]:
    """Raises KnowledgeError with words for a person."""
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise KnowledgeError(_("Choose a file with rows in it."))
    if file.size > settings.MAX_UPLOAD_BYTES:
        text = _("the file is too large; at most %(size)s MB are taken.")
        raise KnowledgeError(text % {"size": settings.MAX_UPLOAD_BYTES // 2**20})
    return file.name or "", file.read()


def _is_new(name: str) -> bool:
    return name not in {row.name for row in api.list_record_tables()}
