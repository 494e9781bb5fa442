"""The console's page of API keys. Console and API are neighbours that do not know each other: it stands above both."""

from __future__ import annotations

import uuid

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Permission
from api.errors import KeyInvalid
from api.keys import create_key, list_keys, revoke_key
from api.scopes import Scope
from console.access import ConsoleRequest, console_view

SCOPE_NAMES = {
    Scope.CHAT: _("Chat"),
    Scope.BOTS_READ: _("See bots"),
    Scope.BOTS_TEST: _("Run the test cases of bots"),
    Scope.DOCUMENTS_READ: _("Read documents"),
    Scope.DOCUMENTS_WRITE: _("Add and change documents"),
    Scope.RECORDS_READ: _("Read business records"),
    Scope.RECORDS_WRITE: _("Add and change business records"),
    Scope.MEMORY_READ: _("See what bots remember of customers"),
    Scope.MEMORY_WRITE: _("Correct and forget memories"),
}


class KeyForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("The program that uses it."))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[(scope.value, name) for scope, name in SCOPE_NAMES.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.CHAT.value],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.KEYS_WRITE)
def keys(request: ConsoleRequest) -> HttpResponse:
    """A new key is shown on the page that answers its making, and never again."""
    form, made = KeyForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        scopes = [Scope(value) for value in form.cleaned_data["scopes"]]
        try:
            _view, made = create_key(name=form.cleaned_data["name"], scopes=scopes, actor=request.here.actor)
        except ValidationError as error:
            form.add_error("name", error.messages)
        else:
            form = KeyForm()
    rows = [(row, [SCOPE_NAMES[scope] for scope in row.scopes]) for row in list_keys()]
    context = {"section": "keys", "form": form, "made": made, "rows": rows}
    response = render(request, "console/keys.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@console_view(Permission.KEYS_WRITE)
def revoke(request: ConsoleRequest, key_id: uuid.UUID) -> HttpResponse:
    try:
        revoke_key(key_id=key_id, actor=request.here.actor)
    except KeyInvalid as error:
        raise Http404 from error
    return redirect("keys")
