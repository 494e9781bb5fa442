"""Is the audit record whole?"""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.api import verify
from config.running import ready_database
from tenants.api import all_tenant_ids, find_tenant, get_tenant
from tenants.errors import UnknownTenant
from tenants.types import TenantView


class Command(BaseCommand):
    help = "Check each tenant's chain of audit entries. Exit code 1, and the first bad entry, where one is broken."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", default="", help="the slug of one tenant; all without it")

    def handle(self, *, tenant: str, **_: object) -> None:
        with ready_database():
            broken = [found.slug for found in _chosen(tenant) if not self._whole(found)]
        if broken:
            raise SystemExit(1)

    def _whole(self, tenant: TenantView) -> bool:
        read, fault = verify(tenant.id)
        if fault is None:
            self.stdout.write(f"{tenant.slug}: {read} entries, whole")
            return True
        self.stdout.write(f"{tenant.slug}: BROKEN at entry {fault.seq} ({fault.kind}): {fault.text}")
        return False


def _chosen(slug: str) -> list[TenantView]:
    if not slug:
        return [get_tenant(tenant_id) for tenant_id in all_tenant_ids()]
    try:
        return [find_tenant(slug)]
    except UnknownTenant as error:
        raise CommandError(f"There is no tenant {slug!r}; `manage.py tenants` lists them.") from error
