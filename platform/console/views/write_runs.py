"""How each line of a customer was read: what every step of the write pipeline made of it."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Customer
from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.pages import page_number
from console.readings import explained
from memory import api
from memory.errors import UnknownRun

PAGE = 50


@require_safe
@console_view(Permission.MEMORY_READ)
def write_runs(request: ConsoleRequest, customer_id: uuid.UUID) -> HttpResponse:
    customer, page = Customer.objects.filter(id=customer_id).first(), page_number(request)
    if customer is None:
        raise Http404
    rows = api.write_runs_of(customer_id, limit=PAGE + 1, offset=(page - 1) * PAGE)
    context = {
        "section": "customers",
        "tab": "readings",
        "customer": customer,
        "rows": rows[:PAGE],
        "page": page,
        "more": len(rows) > PAGE,
    }
    return render(request, "console/customers/readings.html", context)


@require_safe
@console_view(Permission.MEMORY_READ)
def write_run(request: ConsoleRequest, line_id: uuid.UUID) -> HttpResponse:
    try:
        run = api.write_run(line_id)
    except UnknownRun as error:
        raise Http404 from error
    context = {"section": "customers", "run": run, "steps": explained(run)}
    panel = request.headers.get("HX-Request")
    template = "console/customers/_reading.html" if panel else "console/customers/reading.html"
    return render(request, template, context)
