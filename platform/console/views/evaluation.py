"""How well this installation measured: the last run of each suite, and one run by category and language.

Runs belong to the installation, not to a company, so that their ids stand in no path that names a company's things.
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.figures import arranged
from evaluation.record import UnknownRun, get_run, latest_runs, list_runs


@require_safe
@console_view(Permission.BOTS_READ)
def evaluation(request: ConsoleRequest) -> HttpResponse:
    chosen = request.GET.get("run", "")
    if chosen:
        return _run(request, chosen)
    latest = [{"run": run, "figures": arranged(run).numbers[:5]} for run in latest_runs()]
    context = {"section": "evaluation", "latest": latest, "runs": list_runs(limit=50)}
    return render(request, "console/evaluation/list.html", context)


def _run(request: ConsoleRequest, chosen: str) -> HttpResponse:
    try:
        run = get_run(uuid.UUID(chosen))
    except (ValueError, UnknownRun) as error:
        raise Http404 from error
    context = {"section": "evaluation", "run": run, "arranged": arranged(run)}
    return render(request, "console/evaluation/run.html", context)
