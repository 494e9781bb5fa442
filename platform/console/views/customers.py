"""Customers and what bots remember of them: source, versions, and a person's corrections."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Customer
from accounts.roles import Permission
from bots import api as bots
from bots.privacy import erase, export
from console.access import ConsoleRequest, console_view
from console.forms.customers import ForgetForm
from memory import api
from memory.errors import UnknownCustomer, UnknownFact
from memory.types import CustomerMemory, FactView

PAGE = 50


@require_safe
@console_view(Permission.MEMORY_READ)
def customer_list(request: ConsoleRequest) -> HttpResponse:
    number = request.GET.get("page", "1")
    page = max(1, int(number)) if number.isdecimal() and len(number) < 7 else 1
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
    memory = _memory(customer_id)
    current = [fact for fact in memory.facts if fact.status in ("active", "cold")]
    context = {
        "section": "customers",
        "memory": memory,
        "customer": Customer.objects.get(id=customer_id),
        "current": current,
        "past": [fact for fact in memory.facts if fact not in current],
        "talks": bots.list_conversations(customer_id=customer_id, limit=20),
    }
    return render(request, "console/customers/detail.html", context)


@require_safe
@console_view(Permission.MEMORY_READ)
def fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    """The version chain of one memory, and the answers that used or rejected it."""
    try:
        chain = api.history_of(fact_id)
        receipts = api.receipts_of(fact_id=fact_id)
    except UnknownFact as error:
        raise Http404 from error
    shown = next((row for row in chain if row.fact_id == fact_id), chain[-1])
    context = {"section": "customers", "fact": shown, "chain": tuple(reversed(chain)), "receipts": receipts}
    template = "console/customers/_fact.html" if request.headers.get("HX-Request") else "console/customers/fact.html"
    return render(request, template, context)


@require_http_methods(["POST"])
@console_view(Permission.MEMORY_WRITE)
def edit_fact(request: ConsoleRequest, fact_id: uuid.UUID) -> HttpResponse:
    value = request.POST.get("value", "").strip()[:500]
    if not value:
        messages.error(request, _("Write what is right."))
        return _back(request, _fact(fact_id))
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


@require_safe
@console_view(Permission.MEMORY_READ)
def export_data(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    _memory(customer_id)
    body = json.dumps(export(customer_id), ensure_ascii=False, indent=2, default=str)
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
        return api.memory_of(customer_id)
    except UnknownCustomer as error:
        raise Http404 from error


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
    messages.success(request, _("Done. The audit log has it."))
    return _back(request, shown)


def _back(request: ConsoleRequest, shown: FactView) -> HttpResponse:
    return redirect("console:customer", customer_id=shown.customer_id)
