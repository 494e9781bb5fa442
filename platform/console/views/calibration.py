"""The correction of the confidence by a company's own marks: fitted again, or taken back."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.roles import Permission
from bots import api as bots
from bots.errors import NotFound
from console.access import ConsoleRequest, console_view
from console.words import word
from knowledge import api
from knowledge.errors import NothingToUndo
from tenants.scope import tenant_scope


@require_POST
@console_view(Permission.BOTS_WRITE, scoped=False)
def fit(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    with tenant_scope(request.here.tenant_id):
        _check(bot_id)
    fate = api.recalibrate(request.here.tenant_id, again=True)
    messages.info(request, word(fate, "calibration"))
    return _back(bot_id)


@require_POST
@console_view(Permission.BOTS_WRITE)
def undo(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    _check(bot_id)
    try:
        api.undo_calibration(actor_id=request.here.person.id)
    except NothingToUndo as error:
        raise Http404 from error
    return _back(bot_id)


def _back(bot_id: uuid.UUID) -> HttpResponse:
    return redirect(f"{reverse('console:lab', args=[bot_id])}#correction")


def _check(bot_id: uuid.UUID) -> None:
    try:
        bots.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error
