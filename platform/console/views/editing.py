"""A document's text: changed at once, or on a day to come."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.forms.documents import EditPairForm, EditTextForm
from console.views.documents import find, terms_of
from knowledge import api
from knowledge.errors import EmptyDocument, RevisionNotFound
from knowledge.types import BulkChange, DocumentView
from ports import get_port


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def edit(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    """New text makes a revision; the old one stays readable."""
    shown = find(document_id)
    pair = shown.row.kind == "pair"
    form = (EditPairForm if pair else EditTextForm)(request.POST or None, initial=_initial(shown))
    if request.method == "POST" and form.is_valid():
        try:
            _save(request, shown, form)
            return redirect("console:document", document_id=document_id)
        except EmptyDocument:
            form.add_error(None, _("There is no text in it."))
    context = {"section": "documents", "form": form, "kind": shown.row.kind, "document": shown}
    return render(request, "console/documents/form.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def cancel_scheduled(request: ConsoleRequest, document_id: uuid.UUID) -> HttpResponse:
    find(document_id)
    try:
        scheduled_id = uuid.UUID(request.POST.get("scheduled", ""))
        api.cancel_scheduled(document_id, scheduled_id, actor_id=request.here.person.id)
    except (ValueError, RevisionNotFound) as error:
        raise Http404 from error
    messages.success(request, _("It will not go live."))
    return redirect("console:document", document_id=document_id)


def _save(request: ConsoleRequest, shown: DocumentView, form: EditPairForm | EditTextForm) -> None:
    """Raises EmptyDocument. What is no text (when it holds, its language) counts at once in either case."""
    row, given, actor = shown.row, form.cleaned_data, request.here.person.id
    pair, due = row.kind == "pair", given["goes_live_at"]
    later = due is not None and due > get_port("clock").now()
    title = None if pair else given["title"]
    text, question = given["answer" if pair else "text"], given["question"] if pair else None
    api.update_document(
        row.document_id,
        title=None if later else title,
        text=None if later else text,
        question=None if later else question,
        terms=terms_of(form, bot_ids=row.bot_ids),
        actor_id=actor,
    )
    if given["language"] and given["language"] != row.language:
        api.change_many([row.document_id], BulkChange(language=given["language"]), actor_id=actor)
    if later:
        api.schedule_revision(row.document_id, due_at=due, title=title, text=text, question=question, actor_id=actor)
        at = date_format(localtime(due), "SHORT_DATETIME_FORMAT")
        messages.success(request, _("The new text goes live on %(at)s.") % {"at": at})


def _initial(shown: DocumentView) -> dict[str, object]:
    row = shown.row
    return {
        "title": row.title,
        "text": shown.text,
        "question": shown.question,
        "answer": shown.text.partition("\n\n")[2],  # below the heading that is the question
        "language": row.language,
        "overrides": row.overrides,
        "effective_from": row.effective_from,
        "expires_at": row.expires_at,
    }
