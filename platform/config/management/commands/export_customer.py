"""All that is held about one customer, as JSON."""

from __future__ import annotations

import json

from django.core.management.base import BaseCommand, CommandParser

from bots.privacy import export
from config.management.commands._customers import add_arguments, chosen_customer, chosen_tenant
from config.running import ready_database
from tenants.scope import tenant_scope


class Command(BaseCommand):
    help = "Print everything that is held about one customer: profile, conversations, memory."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *, tenant: str, customer: str, **_: object) -> None:
        with ready_database(), tenant_scope(chosen_tenant(tenant).id):
            body = export(chosen_customer(customer))
        self.stdout.write(json.dumps(body, ensure_ascii=False, indent=2, default=str))
