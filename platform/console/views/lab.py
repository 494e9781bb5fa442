"""The threshold lab: what another threshold would have done to this bot's own questions."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Permission
from bots import api as bots
from bots.errors import NotFound
from bots.settings import BotSettings
from bots.types import BotView
from console.access import ConsoleRequest, console_view
from console.curves import HEIGHT, WIDTH, chart_of
from console.forms.lab import LabForm, TestForm, ThresholdForm
from knowledge import api
from knowledge.thresholds import Graded, Point, point_at
from knowledge.types import Lab
from tenants.scope import tenant_scope

_SHOWN = 100  # questions of a list


@require_safe
@console_view(Permission.BOTS_READ, scoped=False)
def lab(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """The page at once; its figures follow, since every test question is searched for them."""
    with tenant_scope(request.here.tenant_id):
        bot = _bot(bot_id)
        documents = api.list_documents().rows
        tests = api.list_test_questions()
        corrections = api.list_calibrations()
    current = _settings(bot).thresholds.retrieval
    form = LabForm(request.GET or None)
    context: dict[str, object] = {"section": "bots", "bot": bot, "form": form, "current": current}
    if request.headers.get("HX-Target") != "lab":
        context |= {
            "tests": tests[:_SHOWN],
            "test_form": TestForm(documents=documents),
            "corrections": corrections[:5],
            "corrected": any(row.in_use for row in corrections),
        }
        return render(request, "console/bots/lab.html", context)
    chosen, precision = form.chosen(), form.precision()
    found = api.threshold_lab(
        tenant_id=request.here.tenant_id, bot_id=bot_id, current=current, proposed=chosen, precision=precision
    )
    return render(request, "console/bots/_lab.html", context | _figures(found, current, chosen, precision))


@require_POST
@console_view(Permission.BOTS_WRITE)
def apply(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """One click: the draft gets this threshold, nothing else changes, and nothing is live yet."""
    bot, form = _bot(bot_id), ThresholdForm(request.POST)
    if not form.is_valid():
        raise Http404
    settings = _settings(bot)
    threshold = form.cleaned_data["threshold"]
    changed = settings.model_copy(
        update={"thresholds": settings.thresholds.model_copy(update={"retrieval": threshold})}
    )
    saved = bots.save_draft(bot_id=bot_id, settings=changed, actor=request.here.actor, note=_note(bot, threshold))
    text = _("Draft %(number)s has the threshold %(threshold)s; it is not live yet.")
    messages.success(request, text % {"number": saved.number, "threshold": number_format(threshold, 2)})
    return redirect("console:bot", bot_id=bot_id)


def _figures(found: Lab, current: float, chosen: float | None, precision: float) -> dict[str, object]:
    shown = chosen if chosen is not None else found.suggestion
    total = len(found.questions)
    return {
        "lab": found,
        "chosen": shown,
        "precision": precision,
        "total": total,
        "past": sum(question.origin == "past" for question in found.questions),
        "withheld": sum(question.withheld for question in found.questions),
        "chart": chart_of(found.points, total=total, current=current, chosen=shown),
        "width": WIDTH,
        "height": HEIGHT,
        "now": _point(found, current),
        "then": None if shown is None else _point(found, shown),
        "newly_answered": found.newly_answered[:_SHOWN],
        "newly_declined": found.newly_declined[:_SHOWN],
    }


def _point(found: Lab, threshold: float) -> Point:
    """As the curves have it, at exactly this threshold."""
    graded = [
        Graded(
            confidence=-1.0 if question.withheld else question.confidence,
            right=question.right is not False,
            answerable=question.answerable,
        )
        for question in found.questions
    ]
    return point_at(graded, threshold)


def _settings(bot: BotView) -> BotSettings:
    shown = bot.draft or bot.live
    return shown.settings if shown else BotSettings()


def _note(bot: BotView, threshold: float) -> str:
    return (
        bot.draft.note
        if bot.draft and bot.draft.note
        else _("Threshold %(threshold)s") % {"threshold": number_format(threshold, 2)}
    )


def _bot(bot_id: uuid.UUID) -> BotView:
    try:
        return bots.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error
