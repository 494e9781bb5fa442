"""Members, their roles, and the last owner."""

from __future__ import annotations

import uuid

import pytest

from accounts import api as accounts
from accounts.errors import LastOwner, NoMembership
from accounts.roles import ROLE_TABLE, Permission, Role, allowed
from audit.api import list_entries
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.accounts.cast import actor, employ

database = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def _membership(tenant: TenantView, person_id: uuid.UUID) -> uuid.UUID:
    with tenant_scope(tenant.id):
        return next(row.id for row in accounts.members() if row.person_id == person_id)


@database
def test_a_person_sees_each_company_they_work_for(tenant: TenantView, other_tenant: TenantView) -> None:
    olivia = employ("Olivia", tenant, Role.OWNER)
    assert [row.tenant_slug for row in accounts.memberships_of(olivia.id)] == ["alpha"]


@database
def test_a_changed_role_holds_at_once_and_is_on_record(tenant: TenantView) -> None:
    olivia, oscar = employ("Olivia", tenant, Role.OWNER), employ("Oscar", tenant, Role.OPERATOR)
    membership = _membership(tenant, oscar.id)
    with tenant_scope(tenant.id):
        accounts.change_role(membership_id=membership, role=Role.AUDITOR, actor=actor(olivia))
        entry = list_entries()[0]
    assert accounts.role_in(tenant_id=tenant.id, person_id=oscar.id) == Role.AUDITOR
    assert (entry.verb, entry.detail) == ("person.role.changed", {"before": "operator", "after": "auditor"})


@database
def test_the_last_owner_cannot_step_down(tenant: TenantView) -> None:
    olivia = employ("Olivia", tenant, Role.OWNER)
    membership = _membership(tenant, olivia.id)
    with pytest.raises(LastOwner), tenant_scope(tenant.id):
        accounts.change_role(membership_id=membership, role=Role.AGENT, actor=actor(olivia))


@database
def test_the_last_owner_cannot_be_removed(tenant: TenantView) -> None:
    olivia = employ("Olivia", tenant, Role.OWNER)
    membership = _membership(tenant, olivia.id)
    with pytest.raises(LastOwner), tenant_scope(tenant.id):
        accounts.remove_member(membership_id=membership, actor=actor(olivia))


@database
def test_an_owner_may_go_while_another_stays(tenant: TenantView) -> None:
    olivia, omar = employ("Olivia", tenant, Role.OWNER), employ("Omar", tenant, Role.OWNER)
    membership = _membership(tenant, omar.id)
    with tenant_scope(tenant.id):
        accounts.remove_member(membership_id=membership, actor=actor(olivia))
    with pytest.raises(NoMembership):
        accounts.role_in(tenant_id=tenant.id, person_id=omar.id)


@database
def test_another_companys_member_cannot_be_removed(tenant: TenantView, other_tenant: TenantView) -> None:
    olivia, bela = employ("Olivia", tenant, Role.OWNER), employ("Bela", other_tenant, Role.AGENT)
    membership = _membership(other_tenant, bela.id)
    with pytest.raises(NoMembership), tenant_scope(tenant.id):
        accounts.remove_member(membership_id=membership, actor=actor(olivia))


def test_an_owner_may_do_everything() -> None:
    assert ROLE_TABLE[Role.OWNER] == frozenset(Permission)


@pytest.mark.parametrize(
    ("role", "permission"),
    [
        (Role.AUDITOR, Permission.BOTS_WRITE),
        (Role.AUDITOR, Permission.CONVERSATIONS_REPLY),
        (Role.OPERATOR, Permission.AUDIT_READ),
        (Role.OPERATOR, Permission.PEOPLE_WRITE),
        (Role.AGENT, Permission.MEMORY_WRITE),
        (Role.AGENT, Permission.BOTS_READ),
    ],
)
def test_a_role_has_its_limits(role: Role, permission: Permission) -> None:
    assert not allowed(role, permission)
