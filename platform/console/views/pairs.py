"""A question and its answer: written, or drafted from a gap with one click."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.roles import Permission
from bots import api as bots
from console.access import ConsoleRequest, console_view
from console.forms.documents import PairForm
from console.gap_answers import Given, given_to
from console.views.documents import terms_of
from knowledge import api
from knowledge.errors import EmptyDocument
from knowledge.types import Gap


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.DOCUMENTS_WRITE)
def new_pair(request: ConsoleRequest) -> HttpResponse:
    """Of a gap: its question is filled in, and what a colleague answered; saved, the gap is settled."""
    gap = _gap(request)
    given = _given(gap) if gap else ()
    form = PairForm(request.POST or None, initial=_initial(request, gap, given))
    if request.method == "POST" and form.is_valid():
        try:
            made = api.add_pair(
                question=form.cleaned_data["question"],
                answer=form.cleaned_data["answer"],
                language=form.cleaned_data["language"] or None,
                terms=terms_of(form),
                actor_id=request.here.person.id,
            )
        except EmptyDocument:
            form.add_error("answer", _("There is no text in it."))
        else:
            if gap is not None:
                api.close_gap(gap.question_ids, actor_id=request.here.person.id)
                messages.success(request, _("These questions are settled."))
            return redirect("console:document", document_id=made)
    context = {"section": "documents", "form": form, "kind": "pair", "gap": gap, "given": given}
    return render(request, "console/documents/form.html", context)


def _gap(request: ConsoleRequest) -> Gap | None:
    try:
        wanted = uuid.UUID(request.GET.get("gap", ""))
    except ValueError:
        return None
    return next((gap for gap in api.gaps(limit=500) if wanted in gap.question_ids), None)


def _given(gap: Gap) -> tuple[Given, ...]:
    return given_to(gap, [(row, bots.messages_after(row)) for row in gap.conversation_ids])


def _initial(request: ConsoleRequest, gap: Gap | None, given: tuple[Given, ...]) -> dict[str, object]:
    if gap is None:
        return {"question": request.GET.get("question", "")}
    return {"question": gap.question, "answer": given[0].text if given else "", "language": gap.language}
