"""Who may see a screen. The company comes from the session and is checked against the memberships on every request."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import render
from django.utils import timezone, translation

from accounts import api as accounts
from accounts.models import Person
from accounts.roles import Permission, Role, allowed
from accounts.types import MembershipView
from audit.api import Actor
from tenants.scope import tenant_scope

P = ParamSpec("P")
SESSION_TENANT = "tenant"


@dataclass(frozen=True, kw_only=True, slots=True)
class Here:
    """The person at the screen, in the company they chose."""

    person: Person
    tenant_id: uuid.UUID
    role: Role
    memberships: tuple[MembershipView, ...]

    @property
    def actor(self) -> Actor:
        return Actor(kind="person", id=str(self.person.id))

    @property
    def tenant(self) -> MembershipView:
        return next(row for row in self.memberships if row.tenant_id == self.tenant_id)

    def may(self, permission: Permission) -> bool:
        return allowed(self.role, permission)


class ConsoleRequest(HttpRequest):
    """A request that has passed `console_view`."""

    here: Here


View = Callable[Concatenate[ConsoleRequest, P], HttpResponse]


def console_view(
    permission: Permission | None, *, scoped: bool = True
) -> Callable[[View[P]], Callable[Concatenate[HttpRequest, P], HttpResponse]]:
    """Log-in, membership and permission, then the view inside the company's scope and on its clock.

    None: every member may. A stranger gets 404. Not `scoped`: the view opens its own scopes, because it waits for
    something outside of the database in between.
    """

    def wrap(view: View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        @functools.wraps(view)
        @login_required
        def checked(request: ConsoleRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request.here = _where(request)
            _speak(request)
            with timezone.override(request.here.tenant.time_zone):
                if permission is not None and not request.here.may(permission):
                    return _forbidden(request)
                with tenant_scope(request.here.tenant_id) if scoped else nullcontext():
                    return view(request, *args, **kwargs)

        checked.permission = permission  # type: ignore[attr-defined]  # read by the permission matrix
        return checked  # type: ignore[return-value]  # login_required's stub loses the parameters

    return wrap


def _where(request: HttpRequest) -> Here:
    person = request.user
    assert isinstance(person, Person)
    memberships = accounts.memberships_of(person.id)
    if not memberships:
        raise Http404
    chosen = str(request.session.get(SESSION_TENANT, ""))
    row = next((row for row in memberships if str(row.tenant_id) == chosen), memberships[0])
    return Here(person=person, tenant_id=row.tenant_id, role=row.role, memberships=memberships)


def _speak(request: ConsoleRequest) -> None:
    """The person's own language, unless this browser was told another one."""
    locale = request.here.person.locale
    if locale and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        translation.activate(locale)
        request.LANGUAGE_CODE = translation.get_language()


def _forbidden(request: ConsoleRequest) -> HttpResponse:
    return HttpResponseForbidden(render(request, "console/forbidden.html").content)
