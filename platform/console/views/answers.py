"""One answer under the magnifying glass: replay it, answer again today, report it as wrong."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from audit.api import record
from bots import api
from bots.errors import NotFound, Unreplayable
from bots.types import AnswerView
from console.access import ConsoleRequest, console_view
from console.forms.answers import ReportForm
from console.then_and_now import then_and_now
from console.wording import compare


@require_POST
@console_view(Permission.ANSWERS_REPLAY)
def replay(request: ConsoleRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """From the record alone: the same checks over the same words."""
    answer = _answer(conversation_id, message_id)
    try:
        replayed = api.replay(message_id)
    except Unreplayable:
        replayed = None
    outcome = "unreplayable" if replayed is None else "identical" if replayed.identical else "different"
    record(
        verb="answer.replayed", subject=("message", str(message_id)), actor=request.here.actor,
        detail={"outcome": outcome},
    )  # fmt: skip
    parts = [(part, compare(part.then, part.now)) for part in replayed.parts] if replayed else []
    context = {"section": "conversations", "answer": answer, "replayed": replayed, "parts": parts}
    name = "_replay.html" if request.headers.get("HX-Request") else "replay.html"
    return render(request, f"console/answers/{name}", context)


@require_POST
@console_view(Permission.ANSWERS_REPLAY)
def rerun(request: ConsoleRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    _answer(conversation_id, message_id)
    asked = api.ask_again(message_id=message_id, actor=request.here.actor)
    return redirect("console:rerun_shown", conversation_id=conversation_id, rerun_id=asked.id)


@require_safe
@console_view(Permission.ANSWERS_REPLAY)
def rerun_shown(request: ConsoleRequest, conversation_id: uuid.UUID, rerun_id: uuid.UUID) -> HttpResponse:
    """The answer of then beside today's; while it is being worked out the page asks again."""
    try:
        asked = api.get_rerun(rerun_id)
    except NotFound as error:
        raise Http404 from error
    if asked.conversation_id != conversation_id:
        raise Http404
    answer = _answer(conversation_id, asked.message_id)
    compared = then_and_now(answer, asked.result) if asked.state == "done" else None
    context = {"section": "conversations", "rerun": asked, "answer": answer, "compared": compared}
    name = "_rerun.html" if request.headers.get("HX-Request") else "rerun.html"
    return render(request, f"console/answers/{name}", context)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.CONVERSATIONS_READ)
def report(request: ConsoleRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """Why a reply is wrong; in the same click it becomes a test case."""
    answer = _answer(conversation_id, message_id)
    form = ReportForm(request.POST or None, answer=answer)
    if request.method == "POST" and form.is_valid():
        api.report_wrong(
            message_id=message_id,
            reason=form.chosen,
            note=form.cleaned_data["note"],
            actor=request.here.actor,
            expected=form.expected if form.makes_case else None,
        )
        said = _("Reported, and a test case is made.") if form.makes_case else _("Reported.")
        messages.success(request, said)
        return redirect("console:conversation", conversation_id=conversation_id)
    context = {
        "section": "conversations",
        "answer": answer,
        "form": form,
        "reports": api.reports_of(message_id),
        "conversation": api.get_conversation(conversation_id),
    }
    name = "_report.html" if request.headers.get("HX-Request") else "report.html"
    return render(request, f"console/answers/{name}", context, status=422 if request.method == "POST" else 200)


def _answer(conversation_id: uuid.UUID, message_id: uuid.UUID) -> AnswerView:
    try:
        answer = api.answer_of(message_id)
    except NotFound as error:
        raise Http404 from error
    if answer.message.conversation_id != conversation_id:
        raise Http404
    return answer
