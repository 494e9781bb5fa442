"""The tenants of this installation: list them, or add one."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError

from config.running import ready_database
from tenants.api import all_tenant_ids, create_tenant, get_tenant


class Command(BaseCommand):
    help = "List the tenants, or add one: tenants --add SLUG --name NAME."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--add", default="", metavar="SLUG", help="small letters, digits and hyphens")
        parser.add_argument("--name", default="", help="the company's name; the slug without it")
        parser.add_argument("--locale", default="en", help="en or zh-hans")
        parser.add_argument("--time-zone", default="UTC", help="a name of the IANA list, such as Asia/Shanghai")

    def handle(self, *, add: str, name: str, locale: str, time_zone: str, **_: object) -> None:
        with ready_database():
            if add:
                self._add(add, name or add, locale, time_zone)
            for tenant_id in all_tenant_ids():
                tenant = get_tenant(tenant_id)
                self.stdout.write(f"{tenant.slug}\t{tenant.name}\t{tenant.locale}\t{tenant.time_zone}")

    def _add(self, slug: str, name: str, locale: str, time_zone: str) -> None:
        try:
            create_tenant(slug=slug, name=name, locale=locale, time_zone=time_zone)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        except IntegrityError as error:
            raise CommandError(f"There is a tenant {slug!r} already.") from error
