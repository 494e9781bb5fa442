"""The chat beside the settings: the real framed chat, answered by the draft."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from accounts.roles import Permission
from bots import api as bots
from bots.errors import NotFound
from bots.types import BotView
from console.access import ConsoleRequest, console_view


@require_safe
@console_view(Permission.BOTS_READ)
def trial(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """A fresh pass each time the frame is loaded."""
    try:
        bot = bots.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error
    return redirect(preview_url(request, bot))


def preview_url(request: ConsoleRequest, bot: BotView) -> str:
    query = {
        "preview": bots.preview_pass(bot_id=bot.id, person_id=request.here.person.id),
        "storage": "session",
        "locale": (request.LANGUAGE_CODE or "en")[:2],
    }
    return f"/w/{bot.widget_key}/?{urlencode(query)}"
