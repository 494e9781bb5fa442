"""Joining a company by a link."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError

from accounts import api as accounts
from accounts.errors import InvitationInvalid
from accounts.models import Invitation, Person
from accounts.roles import Role
from accounts.types import InvitationView
from adapters.system_clock import FixedClock
from audit.api import list_entries
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.accounts.cast import actor, employ

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def olivia(tenant: TenantView) -> Person:
    return employ("Olivia", tenant, Role.OWNER)


def _invite(tenant: TenantView, by: Person, email: str = "nina@example.org") -> tuple[InvitationView, str]:
    with tenant_scope(tenant.id):
        return accounts.invite(email=email, role=Role.AGENT, actor=actor(by))


def test_whoever_has_the_link_joins_in_the_role_it_names(tenant: TenantView, olivia: Person) -> None:
    _, token = _invite(tenant, olivia)
    nina = Person.objects.create_user("nina@example.org")
    accounts.accept_invitation(token=token, person=nina)
    assert accounts.role_in(tenant_id=tenant.id, person_id=nina.id) == Role.AGENT


def test_a_link_works_once(tenant: TenantView, olivia: Person) -> None:
    _, token = _invite(tenant, olivia)
    accounts.accept_invitation(token=token, person=Person.objects.create_user("nina@example.org"))
    with pytest.raises(InvitationInvalid):
        accounts.accept_invitation(token=token, person=Person.objects.create_user("thief@example.org"))


def test_a_link_ends_after_seven_days(tenant: TenantView, olivia: Person) -> None:
    with port_scope(clock=FixedClock(NOON)):
        _, token = _invite(tenant, olivia)
    with port_scope(clock=FixedClock(NOON + timedelta(days=7, seconds=1))), pytest.raises(InvitationInvalid):
        accounts.find_invitation(token)


def test_a_withdrawn_link_is_dead(tenant: TenantView, olivia: Person) -> None:
    invitation, token = _invite(tenant, olivia)
    with tenant_scope(tenant.id):
        accounts.withdraw_invitation(invitation_id=invitation.id, actor=actor(olivia))
    with pytest.raises(InvitationInvalid):
        accounts.find_invitation(token)


def test_the_token_is_not_kept(tenant: TenantView, olivia: Person) -> None:
    _, token = _invite(tenant, olivia)
    with tenant_scope(tenant.id):
        assert token not in str(list(Invitation.objects.values()))


def test_a_member_who_follows_a_link_keeps_the_role_they_have(tenant: TenantView, olivia: Person) -> None:
    _, token = _invite(tenant, olivia)
    accounts.accept_invitation(token=token, person=olivia)
    assert accounts.role_in(tenant_id=tenant.id, person_id=olivia.id) == Role.OWNER


def test_a_bad_address_is_refused(tenant: TenantView, olivia: Person) -> None:
    with pytest.raises(ValidationError):
        _invite(tenant, olivia, email="nobody")


def test_another_company_does_not_see_the_invitation(
    tenant: TenantView, other_tenant: TenantView, olivia: Person
) -> None:
    _invite(tenant, olivia)
    with tenant_scope(other_tenant.id):
        assert accounts.open_invitations() == ()


def test_inviting_and_joining_are_on_record_without_the_address(tenant: TenantView, olivia: Person) -> None:
    _, token = _invite(tenant, olivia)
    accounts.accept_invitation(token=token, person=Person.objects.create_user("nina@example.org"))
    with tenant_scope(tenant.id):
        entries = list_entries()
    assert [entry.verb for entry in entries] == ["person.joined", "person.invited"]
    assert "nina" not in str(entries)
