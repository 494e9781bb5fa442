"""Test cases of a bot, and how they went."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from bots import api
from bots.errors import NoCases, NoDraft, NotFound
from bots.types import BotView
from console.access import ConsoleRequest, console_view
from console.forms.answers import CaseForm
from knowledge import api as knowledge

_PAGES = 10  # of documents to choose from


@require_safe
@console_view(Permission.BOTS_READ)
def cases(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    bot = _bot(bot_id)
    context = {"section": "bots", "bot": bot, "cases": api.list_cases(bot_id), "runs": api.list_runs(bot_id)}
    return render(request, "console/cases/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.BOTS_WRITE)
def new_case(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    bot = _bot(bot_id)
    form = CaseForm(request.POST or None, case=None, documents=_documents())
    if request.method == "POST" and form.is_valid():
        api.add_case(
            bot_id=bot_id,
            question=form.cleaned_data["question"],
            context=form.turns,
            expected=form.expected,
            note=form.cleaned_data["note"],
            actor=request.here.actor,
        )
        return redirect("console:cases", bot_id=bot_id)
    context = {"section": "bots", "bot": bot, "form": form, "case": None}
    return render(request, "console/cases/form.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.BOTS_WRITE)
def case(request: ConsoleRequest, bot_id: uuid.UUID, case_id: uuid.UUID) -> HttpResponse:
    bot = _bot(bot_id)
    try:
        shown = api.get_case(bot_id, case_id)
    except NotFound as error:
        raise Http404 from error
    form = CaseForm(request.POST or None, case=shown, documents=_documents())
    if request.method == "POST" and form.is_valid():
        api.change_case(
            bot_id=bot_id,
            case_id=case_id,
            question=form.cleaned_data["question"],
            context=form.turns,
            expected=form.expected,
            note=form.cleaned_data["note"],
            actor=request.here.actor,
        )
        messages.success(request, _("Saved."))
        return redirect("console:cases", bot_id=bot_id)
    context = {"section": "bots", "bot": bot, "form": form, "case": shown}
    return render(request, "console/cases/form.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@console_view(Permission.BOTS_WRITE)
def remove_case(request: ConsoleRequest, bot_id: uuid.UUID, case_id: uuid.UUID) -> HttpResponse:
    try:
        api.remove_case(bot_id=bot_id, case_id=case_id, actor=request.here.actor)
    except NotFound as error:
        raise Http404 from error
    return redirect("console:cases", bot_id=bot_id)


@require_POST
@console_view(Permission.BOTS_WRITE)
def run_cases(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """Against the draft, or what is live."""
    _bot(bot_id)
    try:
        run = api.start_run(bot_id=bot_id, draft=request.POST.get("which") == "draft", actor=request.here.actor)
    except NoCases:
        messages.info(request, _("There are no test cases yet."))
    except NoDraft:
        messages.info(request, _("There is no draft to test."))
    except NotFound:
        messages.info(request, _("No version is live."))
    else:
        return redirect("console:case_run", bot_id=bot_id, case_run_id=run.id)
    return redirect("console:cases", bot_id=bot_id)


@require_safe
@console_view(Permission.BOTS_READ)
def case_run(request: ConsoleRequest, bot_id: uuid.UUID, case_run_id: uuid.UUID) -> HttpResponse:
    """How far the run is, and what failed; the page asks again until it is done."""
    bot = _bot(bot_id)
    try:
        run = api.get_run(case_run_id)
    except NotFound as error:
        raise Http404 from error
    if run.bot_id != bot_id:
        raise Http404
    titles = dict(_documents())
    context = {"section": "bots", "bot": bot, "run": run, "results": api.results_of(case_run_id), "titles": titles}
    name = "_run.html" if request.headers.get("HX-Request") else "run.html"
    return render(request, f"console/cases/{name}", context)


def _bot(bot_id: uuid.UUID) -> BotView:
    try:
        return api.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error


def _documents() -> list[tuple[str, str]]:
    """(id, title) of what a test case may demand to be cited."""
    found: list[tuple[str, str]] = []
    for number in range(1, _PAGES + 1):
        page = knowledge.list_documents(page=number)
        found += [(str(row.document_id), row.title) for row in page.rows]
        if len(found) >= page.total or not page.rows:
            break
    return found
