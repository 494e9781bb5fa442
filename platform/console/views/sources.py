"""Sources: where documents come from by themselves."""

from __future__ import annotations

import uuid
from typing import get_args

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.forms.sources import FETCHED, SourceForm
from knowledge import api
from knowledge.errors import BadSource, SourceNotFound, UnreadableFile
from knowledge.types import SourceKindName, SourceRow
from tenants.scope import tenant_scope

KINDS: tuple[SourceKindName, ...] = get_args(SourceKindName)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def source_list(request: ConsoleRequest) -> HttpResponse:
    rows = api.list_sources()
    context = {"section": "documents", "rows": rows, "waiting": any(row.running for row in rows), "kinds": KINDS}
    part = "_rows" if request.headers.get("HX-Target") == "rows" else "list"
    return render(request, f"console/sources/{part}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def new_source(request: ConsoleRequest) -> HttpResponse:
    kind = _kind(request.GET.get("kind", "page"))
    form = SourceForm(request.POST or None, kind=kind, zone=request.here.tenant.time_zone)
    if request.method == "POST" and form.is_valid():
        try:
            made = api.add_source(form.source, actor_id=request.here.person.id)
            return redirect("console:source", source_id=made)
        except BadSource:
            _explain(form)
    context = {"section": "documents", "form": form, "kind": kind, "kinds": KINDS}
    return render(request, "console/sources/form.html", context)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def detail(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    shown = _source(source_id)
    number = request.GET.get("page", "1")
    page = api.list_documents(source_id=source_id, page=int(number) if number.isdecimal() and len(number) < 7 else 1)
    waiting = shown.running or any(row.state in ("waiting", "indexing") for row in page.rows)
    context = {
        "section": "documents",
        "source": shown,
        "page": page,
        "waiting": waiting,
        "fetched": shown.kind in FETCHED,
        "most_megabytes": settings.MAX_UPLOAD_BYTES // 2**20,
        "push_url": request.build_absolute_uri(f"/api/v1/sources/{source_id}/documents/"),
    }
    part = "_state" if request.headers.get("HX-Target") == "source-state" else "detail"
    return render(request, f"console/sources/{part}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def edit(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    shown = _source(source_id)
    form = SourceForm(request.POST or None, kind=shown.kind, zone=request.here.tenant.time_zone, shown=shown)
    if request.method == "POST" and form.is_valid():
        try:
            api.change_source(source_id, form.source, actor_id=request.here.person.id)
            return redirect("console:source", source_id=source_id)
        except BadSource:
            _explain(form)
    context = {"section": "documents", "form": form, "kind": shown.kind, "source": shown}
    return render(request, "console/sources/form.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def run_now(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    try:
        api.refresh_source(source_id, actor_id=request.here.person.id)
    except (SourceNotFound, BadSource) as error:
        raise Http404 from error
    return redirect("console:source", source_id=source_id)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def pause(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    _source(source_id)
    api.pause_source(source_id, paused=request.POST.get("paused") == "yes", actor_id=request.here.person.id)
    return redirect("console:source", source_id=source_id)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def remove(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    _source(source_id)
    with_documents = request.POST.get("documents") == "yes"
    api.remove_source(source_id, with_documents=with_documents, actor_id=request.here.person.id)
    messages.success(request, _("The source is removed."))
    return redirect("console:sources")


@require_POST
@console_view(Permission.DOCUMENTS_WRITE, scoped=False)
def fill(request: ConsoleRequest, source_id: uuid.UUID) -> HttpResponse:
    """All files of a folder, or one ZIP of them."""
    with tenant_scope(request.here.tenant_id):
        _source(source_id)
    try:
        files = _files(request.FILES.getlist("files"))
        fates = api.sync_folder(source_id, files, tenant_id=request.here.tenant_id, actor_id=request.here.person.id)
    except (SourceNotFound, BadSource) as error:
        raise Http404 from error
    except UnreadableFile as error:
        messages.error(request, str(error))
    else:
        failed = sum(fate == "failed" for fate in fates.values())
        taken = len(fates) - failed
        messages.success(request, ngettext("%(n)s file was taken.", "%(n)s files were taken.", taken) % {"n": taken})
        if failed:
            text = ngettext("%(n)s file could not be read.", "%(n)s files could not be read.", failed) % {"n": failed}
            messages.error(request, text)
    return redirect("console:source", source_id=source_id)


def _files(uploads: list[UploadedFile[bytes]]) -> list[tuple[str, bytes]]:
    """Raises UnreadableFile."""
    most = settings.MAX_UPLOAD_BYTES
    if not uploads:
        raise UnreadableFile(_("Choose at least one file."))
    files: list[tuple[str, bytes]] = []
    for upload in uploads:
        name = upload.name or ""
        if name.lower().endswith(".zip"):
            files += api.unpack_folder(upload.read(), most_bytes=most)
        elif (upload.size or 0) > most:
            raise UnreadableFile(
                _("%(name)s is too large; at most %(size)s MB are taken.") % {"name": name, "size": most // 2**20}
            )
        else:
            files.append((name, upload.read()))
    return files


def _source(source_id: uuid.UUID) -> SourceRow:
    try:
        return api.source(source_id)
    except SourceNotFound as error:
        raise Http404 from error


def _kind(name: str) -> SourceKindName:
    kind = next((kind for kind in KINDS if kind == name), None)
    if kind is None:
        raise Http404
    return kind


def _explain(form: SourceForm) -> None:
    cron = form.cleaned_data.get("rhythm") == "cron"
    if cron:
        form.add_error("cron", _("This is no schedule. Write five fields, such as 0 6 * * 1-5."))
    else:
        form.add_error("url", _("Give a public address that begins with http:// or https://."))
