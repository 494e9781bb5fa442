"""API keys from the command line."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from api.errors import KeyInvalid
from api.keys import create_key, list_keys, revoke_key
from api.scopes import Scope
from audit.api import SYSTEM
from tenants.api import find_tenant
from tenants.errors import UnknownTenant
from tenants.scope import tenant_scope


class Command(BaseCommand):
    help = "Make, list and revoke the API keys of a company. A key is shown once, when it is made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", required=True, help="the company's short name")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--create", metavar="NAME")
        what.add_argument("--list", action="store_true")
        what.add_argument("--revoke", metavar="ID", type=uuid.UUID)
        parser.add_argument("--scope", action="append", choices=[scope.value for scope in Scope], default=[])

    def handle(self, *args: object, **options: object) -> None:
        try:
            tenant = find_tenant(str(options["tenant"]))
        except UnknownTenant as error:
            raise CommandError(f"There is no company {options['tenant']}.") from error
        with tenant_scope(tenant.id):
            if options["create"]:
                self._create(str(options["create"]), options["scope"])
            elif isinstance(options["revoke"], uuid.UUID):
                self._revoke(options["revoke"])
            else:
                self._list()

    def _create(self, name: str, scopes: object) -> None:
        wanted = [Scope(scope) for scope in scopes] if isinstance(scopes, list) else []
        if not wanted:
            raise CommandError(f"Say what the key may do: --scope {' --scope '.join(scope.value for scope in Scope)}")
        _, text = create_key(name=name, scopes=wanted, actor=SYSTEM)
        self.stdout.write(text)

    def _list(self) -> None:
        for key in list_keys():
            state = "revoked" if key.revoked_at else "active"
            self.stdout.write(f"{key.id}  {key.prefix}…  {state:<8} {','.join(key.scopes)}  {key.name}")

    def _revoke(self, key_id: uuid.UUID) -> None:
        try:
            revoke_key(key_id=key_id, actor=SYSTEM)
        except KeyInvalid as error:
            raise CommandError("There is no such active key.") from error
