"""Tenants: make one, find one."""

from __future__ import annotations

import uuid

from django.db import connections

from ports.ids import new_id
from tenants.errors import UnknownTenant
from tenants.models import Tenant
from tenants.scope import lookup_scope, tenant_scope
from tenants.types import TenantView


def create_tenant(*, slug: str, name: str, locale: str = "en", time_zone: str = "UTC") -> TenantView:
    """Raises ValidationError for a bad or taken slug."""
    tenant = Tenant(id=new_id(), slug=slug, name=name, locale=locale, time_zone=time_zone)
    tenant.clean_fields()
    with tenant_scope(tenant.id):
        tenant.save(force_insert=True)
    return _view(tenant)


def find_tenant(slug: str) -> TenantView:
    """Raises UnknownTenant."""
    with lookup_scope(slug):
        tenant = Tenant.objects.filter(slug=slug).first()
    if tenant is None:
        raise UnknownTenant(slug)
    return _view(tenant)


def get_tenant(tenant_id: uuid.UUID) -> TenantView:
    with tenant_scope(tenant_id):
        return _view(Tenant.objects.get(id=tenant_id))


def all_tenant_ids() -> list[uuid.UUID]:
    """Of every tenant, and nothing but ids: for schedules. Read as the sweeper."""
    with connections["sweeper"].cursor() as cursor:
        cursor.execute("SELECT id FROM tenants_tenant ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


def _view(tenant: Tenant) -> TenantView:
    return TenantView(
        id=tenant.id, slug=tenant.slug, name=tenant.name, locale=tenant.locale, time_zone=tenant.time_zone
    )
