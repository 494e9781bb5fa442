"""People: who works here, in which role, and who is invited."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import api as accounts
from accounts.errors import AlreadyMember, InvitationInvalid, LastOwner, NoMembership
from accounts.roles import PERMISSION_NAMES, ROLE_NAMES, ROLE_TABLE, Permission, Role
from console.access import ConsoleRequest, console_view
from console.forms.people import InviteForm


@require_safe
@console_view(Permission.PEOPLE_READ)
def people(request: ConsoleRequest) -> HttpResponse:
    return _page(request, InviteForm())


@require_POST
@console_view(Permission.PEOPLE_WRITE)
def invite(request: ConsoleRequest) -> HttpResponse:
    """The link is shown once, on this page alone."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        invitation, token = accounts.invite(
            email=form.cleaned_data["email"], role=Role(form.cleaned_data["role"]), actor=request.here.actor
        )
    except AlreadyMember as error:
        text = _("This person works here already, as %(role)s. Change the role in the list of members instead.")
        form.add_error("email", text % {"role": ROLE_NAMES[Role(error.role)]})
        return _page(request, form, status=422)
    except ValidationError as error:
        form.add_error("email", error.messages)
        return _page(request, form, status=422)
    link = request.build_absolute_uri(reverse("console:join", args=[token]))
    response = _page(request, InviteForm(), link=link, invited=invitation.email)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@console_view(Permission.PEOPLE_WRITE)
def withdraw(request: ConsoleRequest, invitation_id: uuid.UUID) -> HttpResponse:
    try:
        accounts.withdraw_invitation(invitation_id=invitation_id, actor=request.here.actor)
    except InvitationInvalid as error:
        raise Http404 from error
    return redirect("console:people")


@require_POST
@console_view(Permission.PEOPLE_WRITE)
def change_role(request: ConsoleRequest, membership_id: uuid.UUID) -> HttpResponse:
    wanted = request.POST.get("role", "")
    try:
        if wanted not in {role.value for role in Role}:
            raise NoMembership
        accounts.change_role(membership_id=membership_id, role=Role(wanted), actor=request.here.actor)
    except NoMembership as error:
        raise Http404 from error
    except LastOwner:
        messages.error(request, _("A company keeps at least one owner."))
    return redirect("console:people")


@require_POST
@console_view(Permission.PEOPLE_WRITE)
def remove(request: ConsoleRequest, membership_id: uuid.UUID) -> HttpResponse:
    try:
        accounts.remove_member(membership_id=membership_id, actor=request.here.actor)
    except NoMembership as error:
        raise Http404 from error
    except LastOwner:
        messages.error(request, _("A company keeps at least one owner."))
    return redirect("console:people")


def _page(
    request: ConsoleRequest, form: InviteForm, *, link: str = "", invited: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "section": "people",
        "form": form,
        "link": link,
        "invited": invited,
        "members": accounts.members(),
        "invitations": accounts.open_invitations(),
        "roles": [(role.value, name) for role, name in ROLE_NAMES.items()],
        "role_names": {role.value: name for role, name in ROLE_NAMES.items()},
        "role_table": [
            (name, [permission in ROLE_TABLE[role] for role in Role]) for permission, name in PERMISSION_NAMES.items()
        ],
    }
    return render(request, "console/people.html", context, status=status)
