"""The first page: what happened lately, and what waits."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from accounts.roles import Permission
from bots import api as bots
from console.access import ConsoleRequest, console_view
from console.days import last_days
from knowledge import api as knowledge


@require_safe
@console_view(Permission.CONVERSATIONS_READ)
def overview(request: ConsoleRequest) -> HttpResponse:
    figures = bots.overview()
    replies = figures.answered + figures.not_found + figures.handed_over + figures.failed
    context = {
        "section": "overview",
        "figures": figures,
        "answered_share": round(100 * figures.answered / replies) if replies else None,
        "days": last_days(figures.by_day, today=localdate()),
        "recent": bots.list_conversations(limit=6),
        "bots": bots.list_bots(),
        "documents": knowledge.list_documents().total,
    }
    return render(request, "console/overview.html", context)
