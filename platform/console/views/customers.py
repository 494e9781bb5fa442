"""Customers and what bots remember of them, as a timeline; their rights over it."""

from __future__ import annotations

import json
import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Customer
from accounts.roles import Permission
from bots import api as bots
from bots.privacy import erase, export
from console.access import ConsoleRequest, console_view
from console.forms.customers import ForgetForm
from console.pages import page_number
from memory import api
from memory.errors import UnknownCustomer, UnknownFact
from memory.timeline import Timeline
from memory.types import CustomerMemory

PAGE = 50


@require_safe
@console_view(Permission.MEMORY_READ)
def customer_list(request: ConsoleRequest) -> HttpResponse:
    page = page_number(request)
    search = request.GET.get("q", "").replace("\x00", "")[:200]
    rows = api.list_customers(search=search, limit=PAGE + 1, offset=(page - 1) * PAGE)
    context = {
        "section": "customers",
        "rows": rows[:PAGE],
        "page": page,
        "more": len(rows) > PAGE,
        "q": search,
        "quarantined": len(api.quarantined(limit=100)),
    }
    return render(request, "console/customers/list.html", context)


@require_safe
@console_view(Permission.MEMORY_READ)
def quarantine(request: ConsoleRequest) -> HttpResponse:
    """Of every customer: lines that read like instructions and never became memories."""
    return render(
        request, "console/customers/quarantine.html", {"section": "customers", "facts": api.quarantined(limit=200)}
    )


@require_safe
@console_view(Permission.MEMORY_READ)
def detail(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    """The timeline: what holds, or everything that is on record."""
    memory, page = _memory(customer_id), page_number(request)
    past = request.GET.get("show") == "all"
    timeline = _timeline(customer_id, past=past, page=page)
    ends = bots.ends_of(entry.fact for entry in timeline.entries)
    context = {
        "section": "customers",
        "tab": "memory",
        "memory": memory,
        "customer": Customer.objects.get(id=customer_id),
        "timeline": timeline,
        "past": past,
        "page": page,
        "more": len(timeline.entries) > PAGE,
        "entries": [{"entry": entry, "ends": ends.get(entry.fact.fact_id)} for entry in timeline.entries[:PAGE]],
        "aliases": [row for row in api.aliases_of(customer_id) if row.undone_at is None],
        "conclusions": api.conclusions_of(customer_id, limit=10),
        "talks": bots.list_conversations(customer_id=customer_id, limit=20),
    }
    return render(request, "console/customers/detail.html", context)


@require_POST
@console_view(Permission.MEMORY_WRITE)
def forget_since(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    _memory(customer_id)
    form = ForgetForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose the time from which everything is to be forgotten."))
    else:
        since = form.cleaned_data["since"]
        count = api.forget_since(customer_id=customer_id, since=since, person_id=request.here.person.id)
        messages.success(request, _("%(count)s memories are forgotten.") % {"count": count})
    return redirect("console:customer", customer_id=customer_id)


@require_POST
@console_view(Permission.MEMORY_WRITE)
def undo_alias(request: ConsoleRequest, customer_id: uuid.UUID, alias_id: uuid.UUID) -> HttpResponse:
    """The word means itself again, and its facts stand apart."""
    if alias_id not in {row.alias_id for row in api.aliases_of(customer_id)}:
        raise Http404
    try:
        api.undo_alias(alias_id=alias_id, person_id=request.here.person.id)
    except UnknownFact as error:
        raise Http404 from error
    messages.success(request, _("Done. The audit log has it."))
    return redirect("console:customer", customer_id=customer_id)


@require_safe
@console_view(Permission.MEMORY_READ)
def export_data(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    _memory(customer_id)
    body = json.dumps(export(customer_id, actor=request.here.actor), ensure_ascii=False, indent=2, default=str)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="customer-{customer_id}.json"'
    return response


@require_POST
@console_view(Permission.MEMORY_WRITE)
def erase_customer(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    _memory(customer_id)
    erase(customer_id=customer_id, actor=request.here.actor)
    messages.success(request, _("Everything about this customer is erased."))
    return redirect("console:customers")


def _memory(customer_id: uuid.UUID) -> CustomerMemory:
    try:
        return api.memory_of(customer_id, standing=False)
    except UnknownCustomer as error:
        raise Http404 from error


def _timeline(customer_id: uuid.UUID, *, past: bool, page: int) -> Timeline:
    return api.timeline_of(customer_id, past=past, limit=PAGE + 1, offset=(page - 1) * PAGE)
