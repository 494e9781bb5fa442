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

PAGE = 100


@require_safe
@console_view(Permission.AUDIT_READ)
def audit_log(request: ConsoleRequest) -> HttpResponse:
    before = request.GET.get("before", "")
    verb = request.GET.get("verb", "")[:60]
    subject = request.GET.get("subject", "")[:100]
    entries = api.list_entries(
        before_seq=int(before) if before.isdigit() and len(before) < 15 else None,
        limit=PAGE,
        verb=verb,
        subject_id=subject,
    )
    context = {
        "section": "audit",
        "entries": entries,
        "verb": verb,
        "subject": subject,
        "older": entries[-1].seq if len(entries) == PAGE else None,
        "names": {str(row.person_id): row.name or row.email for row in members()},
        "verbs": ("bot", "conversation", "document", "knowledge", "memory", "person"),
    }
    return render(request, "console/audit.html", context)


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
