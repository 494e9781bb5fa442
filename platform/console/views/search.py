"""Test search: what is found for a question, and what each bot would really do with it."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.roles import Permission
from bots import api as bots
from bots.errors import NotFound
from console.access import ConsoleRequest, console_view
from console.forms.documents import SearchForm
from knowledge import api
from knowledge.types import SearchQuery
from language.detect import detect_language
from ports import get_port
from tenants.scope import tenant_scope


@require_safe
@console_view(Permission.DOCUMENTS_READ, scoped=False)
def test_search(request: ConsoleRequest) -> HttpResponse:
    """The passages at once; what each bot would do follows, since it is worked out by the bot itself."""
    form = SearchForm(request.GET or None)
    context: dict[str, object] = {"section": "documents", "form": form}
    if request.GET and form.is_valid():
        question = form.cleaned_data["question"]
        context["question"] = question
        result = api.search(
            SearchQuery(
                tenant_id=request.here.tenant_id,
                question=question,
                language=detect_language(question),
                now=get_port("clock").now(),
            )
        )
        context["result"] = result
        context["answers"] = {passage.document_id: passage.title for passage in result.passages}
        with tenant_scope(request.here.tenant_id):
            context["bots"] = [row for row in bots.list_bots() if row.live_number is not None]
    return render(request, "console/documents/search.html", context)


@require_safe
@console_view(Permission.DOCUMENTS_READ, scoped=False)
def would(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """The live bot's own turn, checks and all, with its end left out: nothing is stored."""
    form = SearchForm(request.GET)
    try:
        with tenant_scope(request.here.tenant_id):
            bot = bots.get_bot(bot_id)
        context: dict[str, object] = {"bot": bot}
        if form.is_valid() and bot.live is not None:
            context["rehearsal"] = bots.rehearse(
                tenant_id=request.here.tenant_id, bot_id=bot_id, question=form.cleaned_data["question"]
            )
    except NotFound as error:
        raise Http404 from error
    return render(request, "console/documents/_would.html", context)
