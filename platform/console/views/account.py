"""The person at the screen: name, language, theme; and the companies they work for."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import api as accounts
from accounts.roles import ROLE_NAMES
from console.access import ConsoleRequest, console_view
from console.forms.people import ProfileForm

YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(None)
def account(request: ConsoleRequest) -> HttpResponse:
    person = request.here.person
    form = ProfileForm(
        request.POST or None, initial={"name": person.name, "locale": person.locale, "theme": person.theme}
    )
    if request.method == "POST" and form.is_valid():
        accounts.change_profile(person_id=person.id, **form.cleaned_data)
        with translation.override(form.cleaned_data["locale"] or None):
            messages.success(request, _("Saved."))
        return _saved(form)
    companies = [(row.tenant_name, ROLE_NAMES[row.role]) for row in request.here.memberships]
    return render(request, "console/account.html", {"section": "account", "form": form, "companies": companies})


def _saved(form: ProfileForm) -> HttpResponse:
    """This browser follows at once; others do where nobody chose something else in them."""
    response = redirect("console:account")
    for cookie, value in (
        (settings.LANGUAGE_COOKIE_NAME, form.cleaned_data["locale"]),
        ("theme", form.cleaned_data["theme"]),
    ):
        if value:
            response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
        else:
            response.delete_cookie(cookie, samesite="Lax")
    return response
