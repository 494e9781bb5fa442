"""Invitations by link. The link is shown once; only the hash of its token is kept."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import timedelta

from accounts.errors import AlreadyMember, InvitationInvalid
from accounts.members import add_member
from accounts.models import Invitation, Membership, Person
from accounts.roles import Role
from accounts.types import InvitationView
from audit.api import Actor, record
from ports import get_port
from tenants.api import get_tenant
from tenants.scope import current_tenant_id, lookup_scope, tenant_scope

VALID_FOR = timedelta(days=7)


def invite(*, email: str, role: Role, actor: Actor) -> tuple[InvitationView, str]:
    """(the invitation, its secret token). Inside a scope. Raises ValidationError or AlreadyMember."""
    member = Membership.objects.filter(person__email__iexact=email.strip()).first()
    if member is not None:
        raise AlreadyMember(member.role)
    token = secrets.token_urlsafe(32)
    row = Invitation(
        email=email.strip().lower(),
        role=role.value,
        token_hash=_hash(token),
        invited_by_id=uuid.UUID(actor.id) if actor.kind == "person" else None,
        expires_at=get_port("clock").now() + VALID_FOR,
    )
    row.full_clean(exclude=["tenant", "invited_by"])
    row.save(force_insert=True)
    record(verb="person.invited", subject=("invitation", str(row.id)), actor=actor, detail={"role": role.value})
    return _view(row), token


def open_invitations() -> tuple[InvitationView, ...]:
    """Inside a scope, newest first."""
    rows = Invitation.objects.filter(accepted_at=None, expires_at__gt=get_port("clock").now()).order_by("-created_at")
    return tuple(_view(row) for row in rows)


def withdraw_invitation(*, invitation_id: uuid.UUID, actor: Actor) -> None:
    """Inside a scope. Raises InvitationInvalid."""
    deleted, _ = Invitation.objects.filter(id=invitation_id, accepted_at=None).delete()
    if not deleted:
        raise InvitationInvalid
    record(verb="person.invitation.withdrawn", subject=("invitation", str(invitation_id)), actor=actor)


def find_invitation(token: str) -> InvitationView:
    """By the secret of the link, before a tenant is known. Raises InvitationInvalid."""
    digest = _hash(token)
    with lookup_scope(digest):
        row = Invitation.objects.filter(token_hash=digest, accepted_at=None).first()
    if row is None or row.expires_at <= get_port("clock").now():
        raise InvitationInvalid
    assert row.tenant_id is not None
    with tenant_scope(row.tenant_id):
        return _view(row)


def accept_invitation(*, token: str, person: Person) -> InvitationView:
    """The person joins; the link is used up. Raises InvitationInvalid."""
    view = find_invitation(token)
    now = get_port("clock").now()
    with tenant_scope(view.tenant_id):
        if not Invitation.objects.filter(id=view.id, accepted_at=None).update(accepted_at=now):
            raise InvitationInvalid
        add_member(person=person, role=view.role, actor=Actor(kind="person", id=str(person.id)))
    return view


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _view(row: Invitation) -> InvitationView:
    return InvitationView(
        id=row.id,
        tenant_id=current_tenant_id(),
        tenant_name=get_tenant(current_tenant_id()).name,
        email=row.email,
        role=Role(row.role),
        expires_at=row.expires_at,
    )
