"""Members of a company and their roles."""

from __future__ import annotations

import uuid

from accounts.errors import LastOwner, NoMembership
from accounts.models import Membership, Person
from accounts.roles import Role
from accounts.types import MemberRow, MembershipView
from audit.api import Actor, record
from tenants.api import get_tenant
from tenants.scope import lookup_scope, tenant_scope


def memberships_of(person_id: uuid.UUID) -> tuple[MembershipView, ...]:
    """All companies of a person, by name. Opens its own scopes."""
    with lookup_scope(str(person_id)):
        rows = list(Membership.objects.filter(person_id=person_id).values_list("tenant_id", "role"))
    found = []
    for tenant_id, role in rows:
        tenant = get_tenant(tenant_id)
        found.append(
            MembershipView(
                tenant_id=tenant.id,
                tenant_name=tenant.name,
                tenant_slug=tenant.slug,
                time_zone=tenant.time_zone,
                role=Role(role),
            )
        )
    return tuple(sorted(found, key=lambda row: row.tenant_name))


def role_in(*, tenant_id: uuid.UUID, person_id: uuid.UUID) -> Role:
    """Read anew each time, so that a changed role holds at once. Raises NoMembership."""
    with tenant_scope(tenant_id):
        role = Membership.objects.filter(person_id=person_id).values_list("role", flat=True).first()
    if role is None:
        raise NoMembership
    return Role(role)


def members() -> tuple[MemberRow, ...]:
    """Inside a scope, by e-mail."""
    rows = Membership.objects.select_related("person").order_by("person__email")
    return tuple(
        MemberRow(
            id=row.id,
            person_id=row.person_id,
            name=row.person.name,
            email=row.person.email,
            role=Role(row.role),
            since=row.created_at,
        )
        for row in rows
    )


def change_role(*, membership_id: uuid.UUID, role: Role, actor: Actor) -> None:
    """Inside a scope. Raises NoMembership or LastOwner."""
    row = _locked(membership_id)
    if row.role == Role.OWNER and role != Role.OWNER:
        _keep_an_owner()
    before, row.role = row.role, role.value
    row.save(update_fields=["role"])
    detail = {"before": before, "after": role.value}
    record(verb="person.role.changed", subject=("person", str(row.person_id)), actor=actor, detail=detail)


def remove_member(*, membership_id: uuid.UUID, actor: Actor) -> None:
    """Inside a scope. The person remains, without this company. Raises NoMembership or LastOwner."""
    row = _locked(membership_id)
    if row.role == Role.OWNER:
        _keep_an_owner()
    person_id = row.person_id
    row.delete()
    record(verb="person.removed", subject=("person", str(person_id)), actor=actor)


def add_member(*, person: Person, role: Role, actor: Actor) -> None:
    """Inside a scope; somebody who is a member already keeps the role they have."""
    _, made = Membership.objects.get_or_create(person=person, defaults={"role": role.value})
    if made:
        record(verb="person.joined", subject=("person", str(person.id)), actor=actor, detail={"role": role.value})


def _locked(membership_id: uuid.UUID) -> Membership:
    list(
        Membership.objects.select_for_update().filter(role=Role.OWNER).order_by("id")
    )  # two removals wait for each other
    row = Membership.objects.select_for_update().filter(id=membership_id).first()
    if row is None:
        raise NoMembership
    return row


def _keep_an_owner() -> None:
    if Membership.objects.filter(role=Role.OWNER).count() < 2:
        raise LastOwner
