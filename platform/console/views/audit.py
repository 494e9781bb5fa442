"""The audit log, and whether it is whole."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.members import members
from accounts.roles import Permission
from audit import api
from console.access import ConsoleRequest, console_view
from console.entries import line
from console.words import AREAS

PAGE = 50


@require_safe
@console_view(Permission.AUDIT_READ)
def audit_log(request: ConsoleRequest) -> HttpResponse:
    before = request.GET.get("before", "")
    asked = {name: request.GET.get(name, "")[:100] for name in ("verb", "subject", "who")}
    names = {str(row.person_id): row.name or row.email for row in members()}
    found = api.list_entries(
        before_seq=int(before) if before.isdecimal() and len(before) < 15 else None,
        limit=PAGE,
        verb=asked["verb"],
        subject_id=asked["subject"],
        actor_id=asked["who"],
    )
    context = {
        "section": "audit",
        "entries": [line(entry, names) for entry in found],
        "older": found[-1].seq if len(found) == PAGE else None,
        "names": names,
        "verbs": tuple(AREAS),
    }
    return render(request, "console/audit.html", context | asked)


@require_POST
@console_view(Permission.AUDIT_READ)
def verify(request: ConsoleRequest) -> HttpResponse:
    count, fault = api.verify(request.here.tenant_id)
    if fault is None:
        messages.success(request, _("All %(count)s entries are whole and in order.") % {"count": count})
    else:
        text = _("The record is broken at entry %(seq)s: %(kind)s.") % {"seq": fault.seq, "kind": fault.kind}
        messages.error(request, text)
    return redirect("console:audit")
