"""Documents: what bots answer from."""

from __future__ import annotations

import uuid
from typing import TypeVar, get_args

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.diffs import folded
from console.forms.documents import LANGUAGES, PairForm, TextForm
from knowledge import api
from knowledge.errors import DocumentNotFound, EmptyDocument, PassageNotFound, RevisionNotFound
from knowledge.types import DocumentKind, DocumentState, DocumentView, Terms

STATES: tuple[DocumentState, ...] = get_args(DocumentState)
KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)
T = TypeVar("T", bound=str)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def document_list(request: ConsoleRequest) -> HttpResponse:
    page = request.GET.get("page", "1")
    search = request.GET.get("q", "").replace("\x00", "")[:200]
    state, kind = _one_of(STATES, request.GET.get("state", "")), _one_of(KINDS, request.GET.get("kind", ""))
    shown = api.list_documents(
        text=search,
        state=state,
        kind=kind or "",
        stale=request.GET.get("stale") == "yes",
        page=int(page) if page.isdecimal() and len(page) < 7 else 1,
    )
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "section": "documents",
        "page": shown,
        "q": search,
        "query": query.urlencode(),
        "waiting": any(row.state in ("waiting", "indexing") for row in shown.rows),
        "states": STATES,
        "kinds": KINDS,
        "state": state,
        "kind": kind,
        "stale": request.GET.get("stale") == "yes",
        "languages": LANGUAGES[1:],
        "move": api.index_move(),
        "most_megabytes": settings.MAX_UPLOAD_BYTES // 2**20,
    }
    template = (
        "console/documents/_rows.html" if request.headers.get("HX-Target") == "rows" else "console/documents/list.html"
    )
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def new_text(request: ConsoleRequest) -> HttpResponse:
    form = TextForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = api.add_text(
                title=form.cleaned_data["title"],
                text=form.cleaned_data["text"],
                language=form.cleaned_data["language"] or None,
                terms=terms_of(form),
                actor_id=request.here.person.id,
            )
            return redirect("console:document", document_id=made)
        except EmptyDocument:
            form.add_error("text", _("There is no text in it."))
    return render(request, "console/documents/form.html", {"section": "documents", "form": form, "kind": "text"})


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def detail(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    shown = find(document_id)
    scheduled = [(row, folded(row.lines)) for row in api.list_scheduled(document_id)]
    context = {"section": "documents", "document": shown, "scheduled": scheduled}
    return render(request, "console/documents/detail.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def remove(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    find(document_id)
    api.remove_document(document_id, actor_id=request.here.person.id)
    messages.success(request, _("Removed. Answers that cited it can still open what they cited."))
    return redirect("console:documents")


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def try_again(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    """Index it now, also where an attempt of its own waits for later."""
    find(document_id)
    api.reindex(document_id=document_id)
    messages.success(request, _("It is being indexed again."))
    return redirect("console:document", document_id=document_id)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def diff(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    try:
        before, after = uuid.UUID(request.GET.get("before", "")), uuid.UUID(request.GET.get("after", ""))
        lines = api.diff(document_id, before=before, after=after)
    except (ValueError, DocumentNotFound, RevisionNotFound) as error:
        raise Http404 from error
    shown = find(document_id)
    numbers = {row.revision_id: row for row in shown.revisions}
    context = {
        "section": "documents",
        "document": shown,
        "blocks": folded(lines),
        "before": numbers[before],
        "after": numbers[after],
    }
    return render(request, "console/documents/diff.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def roll_back(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    try:
        revision = uuid.UUID(request.POST.get("revision", ""))
        api.roll_back(document_id, revision_id=revision, actor_id=request.here.person.id)
    except (ValueError, DocumentNotFound, RevisionNotFound) as error:
        raise Http404 from error
    return redirect("console:document", document_id=document_id)


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def passage(request: ConsoleRequest, chunk_id: uuid.UUID) -> HttpResponse:
    """What a citation opens, also when the document has changed since."""
    revision = request.GET.get("revision", "")
    try:
        shown = api.passage(chunk_id, revision_id=uuid.UUID(revision) if revision else None)
    except (ValueError, PassageNotFound) as error:
        raise Http404 from error
    template = (
        "console/documents/_passage.html" if request.headers.get("HX-Request") else "console/documents/passage.html"
    )
    return render(request, template, {"section": "documents", "passage": shown})


def find(document_id: uuid.UUID) -> DocumentView:
    try:
        return api.document(document_id)
    except DocumentNotFound as error:
        raise Http404 from error


def _one_of(names: tuple[T, ...], wanted: str) -> T | None:
    return next((name for name in names if name == wanted), None)


def terms_of(form: TextForm | PairForm, *, bot_ids: tuple[uuid.UUID, ...] = ()) -> Terms:
    return Terms(
        bot_ids=bot_ids,
        overrides=form.cleaned_data["overrides"],
        effective_from=form.cleaned_data["effective_from"],
        expires_at=form.cleaned_data["expires_at"],
    )
