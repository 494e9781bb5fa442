"""Olivia owns Alpha; Oscar operates it; Bela is from somewhere else."""

from __future__ import annotations

from accounts.models import Membership, Person
from accounts.roles import Role
from audit.api import Actor
from tenants.scope import tenant_scope
from tenants.types import TenantView


def employ(name: str, tenant: TenantView, role: Role) -> Person:
    person = Person.objects.create_user(f"{name.lower()}@example.org", name=name)
    with tenant_scope(tenant.id):
        Membership.objects.create(person=person, role=role.value)
    return person


def actor(person: Person) -> Actor:
    return Actor(kind="person", id=str(person.id))
