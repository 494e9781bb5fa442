"""Files and spreadsheets of pairs: previewed as they would be stored, then taken."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.faults import in_words
from console.forms.documents import TermsFields
from knowledge import api
from knowledge.errors import DocumentNotFound, KnowledgeError
from knowledge.types import Terms

MOST_FILES = 50
_SHOWN_PAIRS = 200


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def upload(request: ConsoleRequest) -> HttpResponse:
    """Each file by itself: what one cannot be read says so, the others are taken. The page sends one at a time and
    reads the answer as JSON; a form without script sends them all."""
    files = request.FILES.getlist("files")[:MOST_FILES]
    if request.method == "POST" and not files:
        messages.error(request, _("Choose at least one file."))
    if request.headers.get("X-One-File") and files:
        made, fault = _take(request, files[0])
        state = reverse("console:upload_state", args=[made]) if made else ""
        return JsonResponse({"taken": not fault, "text": fault or _("Taken; it will be indexed."), "state": state})
    for file in files:
        _made, fault = _take(request, file)
        if fault:
            messages.error(request, f"{file.name}: {fault}")
        else:
            messages.success(request, _("%(name)s is taken and will be indexed.") % {"name": file.name})
    return redirect("console:documents")


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def preview(request: ConsoleRequest) -> HttpResponse:
    """A file as it would be stored."""
    context: dict[str, object] = {}
    try:
        file = _sound(request.FILES.get("files"))
        context["preview"] = api.preview_upload(
            name=file.name or "", content=file.read(), media_type=file.content_type or ""
        )
    except KnowledgeError as error:
        context["fault"] = in_words(error)
    return render(request, "console/documents/_preview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def import_pairs(request: ConsoleRequest) -> HttpResponse:
    """A spreadsheet of questions and answers. The file stays in the browser between preview and import."""
    form = TermsFields(request.POST or None)
    if request.method != "POST":
        return render(request, "console/documents/pairs.html", {"section": "documents", "form": form})
    context: dict[str, object] = {"section": "documents", "form": form}
    try:
        file = _sound(request.FILES.get("file"))
        if request.POST.get("step") == "import" and form.is_valid():
            return _import(request, file, form)
        pairs = api.preview_pairs(name=file.name or "", content=file.read())
        fates = [pair.fate for pair in pairs]
        counts = {fate: fates.count(fate) for fate in ("added", "changed", "unchanged", "incomplete")}
        context |= {"pairs": pairs[:_SHOWN_PAIRS], "counts": counts, "more": len(pairs) - _SHOWN_PAIRS}
    except KnowledgeError as error:
        context["fault"] = in_words(error)
    part = "_pairs" if request.headers.get("HX-Request") else "pairs"
    return render(request, f"console/documents/{part}.html", context)


def _import(request: ConsoleRequest, file: UploadedFile[bytes], form: TermsFields) -> HttpResponse:
    given = form.cleaned_data
    terms = Terms(overrides=given["overrides"], effective_from=given["effective_from"], expires_at=given["expires_at"])
    counts = api.import_pairs(name=file.name or "", content=file.read(), terms=terms, actor_id=request.here.person.id)
    new, changed = counts.get("added", 0), counts.get("changed", 0)
    messages.success(request, ngettext("%(n)s pair is new.", "%(n)s pairs are new.", new) % {"n": new})
    if changed:
        text = ngettext("%(n)s pair has a new answer.", "%(n)s pairs have a new answer.", changed)
        messages.success(request, text % {"n": changed})
    if halves := counts.get("incomplete", 0):
        text = ngettext(
            "%(n)s row was left out: it lacks its question or its answer.",
            "%(n)s rows were left out: they lack a question or an answer.",
            halves,
        )
        messages.warning(request, text % {"n": halves})
    url = f"{reverse('console:documents')}?kind=pair"
    if not request.headers.get("HX-Request"):
        return redirect(url)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = url
    return response


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def upload_state(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    """How far a file is that was taken: the page asks until it is done."""
    try:
        row = api.document(document_id).row
    except DocumentNotFound as error:
        raise Http404 from error
    done = row.state in ("live", "failed")
    text = render_to_string("console/documents/_upload_state.html", {"state": row.state, "chunks": row.chunks})
    return JsonResponse({"done": done, "failed": row.state == "failed", "text": text.strip()})


def _take(request: ConsoleRequest, file: UploadedFile[bytes]) -> tuple[uuid.UUID | None, str]:
    """The document, or why there is none, in words."""
    try:
        _sound(file)
        made = api.add_upload(
            name=file.name or "",
            content=file.read(),
            media_type=file.content_type or "",
            actor_id=request.here.person.id,
        )
    except KnowledgeError as error:
        return None, in_words(error)
    return made, ""


def _sound(file: UploadedFile[bytes] | None) -> UploadedFile[bytes]:
    """Raises KnowledgeError with words for a person."""
    if file is None or not file.size:
        raise KnowledgeError(_("the file is empty."))
    if file.size > settings.MAX_UPLOAD_BYTES:
        text = _("the file is too large; at most %(size)s MB are taken.")
        raise KnowledgeError(text % {"size": settings.MAX_UPLOAD_BYTES // 2**20})
    return file
