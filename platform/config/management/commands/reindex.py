"""Rebuild vectors in the chosen store from PostgreSQL."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.management.commands._customers import chosen_tenant
from config.running import ready_database
from jobs.api import run_until_idle
from knowledge.api import rebuild_vectors
from ports import get_port, port_scope
from ports.errors import StoreError
from ports.registry import build_adapter
from tenants.api import all_tenant_ids


class Command(BaseCommand):
    help = "Rebuild the vectors of all tenants, or of one, in the chosen store from PostgreSQL."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--store", choices=sorted(settings.VECTOR_STORES), help="default: the one in use")
        parser.add_argument("--tenant", help="the tenant's slug; default: all")

    def handle(self, *, store: str | None, tenant: str | None, **_: object) -> None:
        chosen = build_adapter(settings.VECTOR_STORES[store], named_by="--store") if store else get_port("vectors")
        with ready_database(), port_scope(vectors=chosen):
            for tenant_id in [chosen_tenant(tenant).id] if tenant else all_tenant_ids():
                try:
                    stored, lacking = rebuild_vectors(tenant_id)
                except StoreError as error:
                    raise CommandError(f"{error}. Start the store, or choose another with --store.") from error
                run_until_idle(tenant_id=tenant_id)
                self.stdout.write(f"{tenant_id}: {stored} vectors stored, {lacking} passages embedded again")
