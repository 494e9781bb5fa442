"""One memory: its versions and use, and what a person may do to it."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Permission
from bots import api as bots
from console.access import ConsoleRequest, console_view
from memory import api
from memory.errors import CannotMerge, UnknownFact
from memory.types import FactView, ReceiptView

_RECEIPTS = 50


@require_safe
@console_view(Permission.MEMORY_READ)
def fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    """The version chain of one memory, and the answers that used or rejected it."""
    try:
        chain = api.history_of(fact_id)
    except UnknownFact as error:
        raise Http404 from error
    entry = api.entry_of(fact_id)
    context = {
        "section": "customers",
        "entry": entry,
        "fact": entry.fact if entry else chain[-1],
        "chain": tuple(reversed(chain)),
        "receipts": _receipts(api.receipts_of(fact_id=fact_id, limit=_RECEIPTS)),
        "mergeable": api.mergeable_with(fact_id) if request.here.may(Permission.MEMORY_WRITE) else (),
    }
    template = "console/customers/_fact.html" if request.headers.get("HX-Request") else "console/customers/fact.html"
    return render(request, template, context)


@require_POST
@console_view(Permission.MEMORY_WRITE)
def edit_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    value = request.POST.get("value", "").strip()[:500]
    if not value:
        messages.error(request, _("Write what is right."))
        return _back(_fact(fact_id))
    return _change(
        request, fact_id, lambda: api.edit_fact(fact_id=fact_id, value=value, person_id=request.here.person.id)
    )


@require_POST
@console_view(Permission.MEMORY_WRITE)
def forget_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    return _change(request, fact_id, lambda: api.forget_fact(fact_id=fact_id, person_id=request.here.person.id))


@require_POST
@console_view(Permission.MEMORY_WRITE)
def pin_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    pinned = request.POST.get("pinned") == "1"
    return _change(
        request, fact_id, lambda: api.pin_fact(fact_id=fact_id, pinned=pinned, person_id=request.here.person.id)
    )


@require_POST
@console_view(Permission.MEMORY_WRITE)
def mark_wrong(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    return _change(request, fact_id, lambda: api.mark_wrong(fact_id=fact_id, person_id=request.here.person.id))


@require_POST
@console_view(Permission.MEMORY_WRITE)
def merge_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    """The chosen other memory steps behind this one."""
    try:
        other = uuid.UUID(request.POST.get("other", ""))
    except ValueError:
        _fact(fact_id)
        messages.error(request, _("Choose the memory that says the same."))
        return redirect("console:fact", fact_id=fact_id)
    return _change(
        request,
        fact_id,
        lambda: api.merge_facts(keep_id=fact_id, other_id=other, person_id=request.here.person.id),
    )


@require_POST
@console_view(Permission.MEMORY_WRITE)
def unmerge_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    return _change(request, fact_id, lambda: api.unmerge_fact(fact_id=fact_id, person_id=request.here.person.id))


def _receipts(receipts: tuple[ReceiptView, ...]) -> list[dict[str, object]]:
    """Each with the conversation of its answer, where that still stands."""
    places = bots.where_said(receipt.reply_id for receipt in receipts)
    return [{"receipt": receipt, "conversation_id": places.get(receipt.reply_id)} for receipt in receipts]


def _fact(fact_id: uuid.UUID) -> FactView:
    try:
        return next(row for row in api.history_of(fact_id) if row.fact_id == fact_id)
    except (UnknownFact, StopIteration) as error:
        raise Http404 from error


def _change(request: ConsoleRequest, fact_id: uuid.UUID, act: Callable[[], object]) -> HttpResponse:
    shown = _fact(fact_id)
    try:
        act()
    except UnknownFact as error:
        raise Http404 from error
    except CannotMerge:
        messages.error(request, _("These two cannot be merged."))
        return redirect("console:fact", fact_id=fact_id)
    messages.success(request, _("Done. The audit log has it."))
    return _back(shown)


def _back(shown: FactView) -> HttpResponse:
    return redirect("console:customer", customer_id=shown.customer_id)
