"""Scattered memories gathered under one: what would be gathered, what was, the proof that nothing is lost, the undo."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Customer
from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from memory import api
from memory.errors import UnknownRun


@require_safe
@console_view(Permission.MEMORY_READ)
def compactions(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    """The dry run, and the runs so far."""
    context = {
        "section": "customers",
        "tab": "compactions",
        "customer": _customer(customer_id),
        "planned": api.planned(customer_id),
        "runs": api.compactions_of(customer_id),
    }
    return render(request, "console/customers/compactions.html", context)


@require_POST
@console_view(Permission.MEMORY_WRITE)
def compact(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    _customer(customer_id)
    if api.compact(customer_id, actor=request.here.actor) is None:
        messages.info(request, _("There is nothing to gather."))
    else:
        messages.success(request, _("Gathered. Every source is kept, and it can be undone."))
    return redirect("console:compactions", customer_id=customer_id)


@require_POST
@console_view(Permission.MEMORY_WRITE)
def undo(request: ConsoleRequest, run_id: uuid.UUID) -> HttpResponse:
    try:
        shown = api.compaction(run_id)
        api.undo_compaction(run_id, actor=request.here.actor)
    except UnknownRun as error:
        raise Http404 from error
    messages.success(request, _("Undone: each memory stands by itself again."))
    return redirect("console:compactions", customer_id=shown.customer_id)


def _customer(customer_id: uuid.UUID) -> Customer:
    row = Customer.objects.filter(id=customer_id).first()
    if row is None:
        raise Http404
    return row
