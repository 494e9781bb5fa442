"""What the two privacy commands share."""

from __future__ import annotations

import uuid

from django.core.management.base import CommandError, CommandParser

from accounts.models import Customer
from tenants.api import find_tenant
from tenants.errors import UnknownTenant
from tenants.types import TenantView


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--tenant", required=True, help="the slug of the tenant")
    parser.add_argument("--customer", required=True, help="the customer's id, or the id your shop gave them")


def chosen_tenant(slug: str) -> TenantView:
    try:
        return find_tenant(slug)
    except UnknownTenant as error:
        raise CommandError(f"There is no tenant {slug!r}; `manage.py tenants` lists them.") from error


def chosen_customer(name: str) -> uuid.UUID:
    """Inside the tenant's scope."""
    try:
        found = Customer.objects.filter(id=uuid.UUID(name)).first()
    except ValueError:
        found = Customer.objects.filter(external_id=name).first()
    if found is None:
        raise CommandError(f"This tenant has no customer {name!r}.")
    return found.id
