"""Which company is shown, and how somebody joins one."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import api as accounts
from accounts.errors import InvitationInvalid
from accounts.models import Person
from accounts.roles import ROLE_NAMES
from console.access import SESSION_TENANT
from console.forms.people import JoinForm

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_POST
@login_required
def switch_tenant(request: HttpRequest) -> HttpResponse:
    """Only to a company the person works for; any other is 404."""
    assert isinstance(request.user, Person)
    try:
        chosen = uuid.UUID(request.POST.get("tenant", ""))
    except ValueError as error:
        raise Http404 from error
    if chosen not in {row.tenant_id for row in accounts.memberships_of(request.user.id)}:
        raise Http404
    request.session[SESSION_TENANT] = str(chosen)
    return redirect("console:overview")


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation: as the person who is logged in, or as a new one who chooses a password."""
    try:
        invitation = accounts.find_invitation(token)
    except InvitationInvalid:
        return render(request, "account/signup_closed.html", status=404)
    if isinstance(request.user, Person):
        return _join(request, token, request.user)
    known = Person.objects.filter(email=invitation.email).exists()
    if known:
        messages.info(request, _("Log in as %(email)s to accept the invitation.") % {"email": invitation.email})
        return redirect(f"/accounts/login/?next={request.path}")
    form = JoinForm(request.POST or None, email=invitation.email)
    if request.method == "POST" and form.is_valid():
        person = Person.objects.create_user(
            invitation.email, form.cleaned_data["password"], name=form.cleaned_data["name"]
        )
        login(request, person, backend=_BACKEND)
        return _join(request, token, person)
    return render(request, "account/signup.html", {"form": form, "form_action": request.path, "invitation": invitation})


def _join(request: HttpRequest, token: str, person: Person) -> HttpResponse:
    invitation = accounts.find_invitation(token)
    known = next((row for row in accounts.memberships_of(person.id) if row.tenant_id == invitation.tenant_id), None)
    if known is not None:
        text = _("You work for %(company)s already, as %(role)s. The invitation changes nothing.")
        messages.warning(request, text % {"company": known.tenant_name, "role": ROLE_NAMES[known.role]})
        request.session[SESSION_TENANT] = str(known.tenant_id)
        return redirect("console:overview")
    if request.method != "POST" and request.user.is_authenticated:
        return render(request, "console/join.html", {"invitation": invitation})
    invitation = accounts.accept_invitation(token=token, person=person)
    request.session[SESSION_TENANT] = str(invitation.tenant_id)
    messages.success(request, _("Welcome to %(company)s.") % {"company": invitation.tenant_name})
    return redirect("console:overview")
