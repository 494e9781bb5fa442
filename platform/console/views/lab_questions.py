"""Test questions: what each must lead to, for the threshold lab."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.roles import Permission
from audit.api import record
from console.access import ConsoleRequest, console_view
from console.forms.lab import TestForm
from knowledge import api
from knowledge.errors import KnowledgeError


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def add_test(request: ConsoleRequest) -> HttpResponse:
    form = TestForm(request.POST, documents=())
    try:
        if form.is_valid():
            made = api.add_test_question(question=form.cleaned_data["question"], document_id=form.document_id)
            record(verb="knowledge.test.added", subject=("test_question", str(made)), actor=request.here.actor)
            messages.success(request, _("The test question is added."))
        else:
            messages.error(request, _("Write a question, and choose what answers it."))
    except KnowledgeError as error:
        raise Http404 from error
    return _back(request)


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def remove_test(request: ConsoleRequest) -> HttpResponse:
    test_id = _id(request, "test")
    if test_id not in {row.test_id for row in api.list_test_questions()}:
        raise Http404
    api.remove_test_question(test_id)
    record(verb="knowledge.test.removed", subject=("test_question", str(test_id)), actor=request.here.actor)
    return _back(request)


def _back(request: ConsoleRequest) -> HttpResponse:
    """To the lab of the bot, or to the search that the question was tried in."""
    if request.POST.get("bot"):
        return redirect(f"{reverse('console:lab', args=[_id(request, 'bot')])}#tests")
    asked = urlencode({"question": request.POST.get("question", "")[:1000]})
    return redirect(f"{reverse('console:test_search')}?{asked}")


def _id(request: ConsoleRequest, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get(name, ""))
    except ValueError as error:
        raise Http404 from error
