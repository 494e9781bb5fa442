"""Everything about one customer, gone."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from audit.api import SYSTEM
from bots.privacy import erase
from config.management.commands._customers import add_arguments, chosen_customer, chosen_tenant
from config.running import ready_database
from tenants.scope import tenant_scope


class Command(BaseCommand):
    help = "Erase a customer: profile, conversations, memory. The audit record tells that it happened, not what was."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *, tenant: str, customer: str, **_: object) -> None:
        with ready_database():
            tenant_id = chosen_tenant(tenant).id
            with tenant_scope(tenant_id):
                customer_id = chosen_customer(customer)
                erase(customer_id=customer_id, actor=SYSTEM)
        self.stdout.write(f"Customer {customer_id} is erased.")
