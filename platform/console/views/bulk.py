"""The same change to many documents at once."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.roles import Permission
from console.access import ConsoleRequest, console_view
from console.forms.documents import BulkForm
from knowledge import api


@require_POST
@console_view(Permission.DOCUMENTS_WRITE)
def bulk(request: ConsoleRequest) -> HttpResponse:
    form = BulkForm(request.POST)
    try:
        ids = [uuid.UUID(value) for value in request.POST.getlist("document")[:500]]
    except ValueError as error:
        raise Http404 from error
    if not form.is_valid():
        messages.error(request, " ".join(text for texts in form.errors.values() for text in map(str, texts)))
    elif not ids:
        messages.error(request, _("Choose at least one document."))
    else:
        changed = api.change_many(ids, form.change, actor_id=request.here.person.id)
        text = ngettext("%(n)s document was changed.", "%(n)s documents were changed.", changed)
        messages.success(request, text % {"n": changed})
    return redirect(f"{reverse('console:documents')}?{form.data.get('back', '')[:500]}")
