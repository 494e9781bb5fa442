"""What needs a superuser, once for an installation on a server of its own: roles, database, vector extension."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config import environment
from postgres.bootstrap import RoleNames, RolePasswords, bootstrap
from postgres.errors import DatabaseError


class Command(BaseCommand):
    help = (
        "Make the three database roles, the database and the vector extension. Safe to repeat. DATABASE_ADMIN_URL "
        "names a superuser; names and passwords come from DATABASE_URL, DATABASE_OWNER_URL and DATABASE_SWEEPER_URL."
    )
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        if settings.EMBEDDED:
            raise CommandError("Set DATABASE_URL first; the embedded database needs no bootstrap.")
        admin = environment.url("DATABASE_ADMIN_URL", "postgres", "postgresql")
        if not admin:
            raise CommandError("Set DATABASE_ADMIN_URL to a superuser of the database server.")
        app, owner, sweeper = (connections[alias].settings_dict for alias in ("default", "owner", "sweeper"))
        names = RoleNames(owner=str(owner["USER"]), app=str(app["USER"]), sweeper=str(sweeper["USER"]))
        if len({names.owner, names.app, names.sweeper}) < 3:
            raise CommandError("DATABASE_URL, DATABASE_OWNER_URL and DATABASE_SWEEPER_URL must name three roles.")
        passwords = RolePasswords(
            owner=str(owner["PASSWORD"]), app=str(app["PASSWORD"]), sweeper=str(sweeper["PASSWORD"])
        )
        try:
            bootstrap(admin, database=str(app["NAME"]), passwords=passwords, names=names)
        except DatabaseError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{app['NAME']} is ready for {names.owner}, {names.app} and {names.sweeper}.")
