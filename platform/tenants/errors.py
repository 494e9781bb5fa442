"""Tenancy errors."""

from __future__ import annotations


class TenantError(Exception):
    """Something crossed, or would have crossed, the border of a tenant."""


class WrongTenant(TenantError):
    """A tenant scope was opened inside that of another tenant. Leave the first one before entering the second."""


class NoTenant(TenantError):
    """There is no tenant scope here. Open one with tenant_scope(tenant_id)."""


class UnknownTenant(TenantError):
    """No tenant has this slug. `manage.py tenants` lists them."""


class SealBroken(TenantError):
    """A stored secret does not open: the vault key was changed, or it belongs to another tenant. Set it anew."""
