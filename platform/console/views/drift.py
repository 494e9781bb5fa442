"""How far a bot kept to its anchors, reply by reply."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.roles import Permission
from bots import api
from bots.errors import NotFound
from console.access import ConsoleRequest, console_view
from console.drift_chart import chart_of, rules_of


@require_safe
@console_view(Permission.BOTS_READ)
def drift(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    try:
        bot = api.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error
    report = api.drift_of_bot(bot_id)
    context = {"section": "bots", "bot": bot, "drift": report, "chart": chart_of(report), "rules": rules_of(report)}
    return render(request, "console/bots/drift.html", context)
