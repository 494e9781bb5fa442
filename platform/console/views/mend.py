"""What documents lack: questions that nobody could answer, passages that contradict each other, what is stale."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from knowledge import api
from knowledge.types import ContradictionSide
from ports import get_port


@require_safe
@console_view(Permission.DOCUMENTS_READ)
def mend(request: ConsoleRequest) -> HttpResponse:
    contradictions = [
        {"id": row.contradiction_id, "sides": [_side(row.first), _side(row.second)]}
        for row in api.list_contradictions()
    ]
    context = {
        "section": "documents",
        "gaps": api.gaps(),
        "contradictions": contradictions,
        "stale": api.list_documents(stale=True),
        "now": get_port("clock").now(),
    }
    return render(request, "console/documents/mend.html", context)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def close_gap(request: ConsoleRequest) -> HttpResponse:
    try:
        ids = [uuid.UUID(value) for value in request.POST.getlist("question")[:500]]
    except ValueError as error:
        raise Http404 from error
    if not ids or not api.close_gap(ids, actor_id=request.here.person.id):
        raise Http404
    messages.success(request, _("These questions are settled."))
    return redirect("console:mend")


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def dismiss(request: ConsoleRequest, contradiction_id: uuid.UUID) -> HttpResponse:
    if contradiction_id not in {row.contradiction_id for row in api.list_contradictions()}:
        raise Http404
    api.dismiss_contradiction(contradiction_id, actor_id=request.here.person.id)
    return redirect("console:mend")


def _side(side: ContradictionSide) -> dict[str, object]:
    """The passage, cut at the value that disagrees."""
    start = side.sentence.find(side.value) if side.value else -1
    end = start + len(side.value)
    return {
        "title": side.title,
        "heading": side.heading,
        "document_id": side.document_id,
        "before": side.sentence[:start] if start >= 0 else side.sentence,
        "value": side.value if start >= 0 else "",
        "after": side.sentence[end:] if start >= 0 else "",
        "updated_at": side.updated_at,
        "url": reverse("console:passage", args=[side.chunk_id]),
    }
