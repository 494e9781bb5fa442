"""A database that is ready, for any command: the embedded one is started and migrated if need be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DriverError
from django.db.migrations.executor import MigrationExecutor

from config.home import load_secrets
from config.lifespan import unsafe_database
from postgres.embedded import EmbeddedServer
from postgres.errors import AlreadyRunning, DatabaseError, DatabaseNotReachable, NotMigrated, UnsafeRole
from postgres.service import embedded_database

UNUSABLE = 3  # exit code


@contextmanager
def ready_database(*, migrate: bool = True, alone: bool = False) -> Iterator[EmbeddedServer | None]:
    """Ends the process with one line where the database cannot be had.

    With `alone`, an embedded server that another process of ours started does not do: it would end with that process.
    """
    try:
        if not settings.EMBEDDED:
            _check()
            yield None
            return
        with embedded_database(settings.ANAMNESIS_HOME, load_secrets(settings.ANAMNESIS_HOME)) as server:
            if alone and server.pid is None:
                raise AlreadyRunning(
                    f"Anamnesis already runs over {settings.ANAMNESIS_HOME}. "
                    "Stop it, or set ANAMNESIS_HOME to another folder."
                )
            if migrate and _unapplied():
                call_command("migrate", database="owner", verbosity=0, interactive=False)
            _check()
            try:
                yield server
            finally:
                connections.close_all()
    except DatabaseError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(UNUSABLE) from error


def _check() -> None:
    fault = unsafe_database()
    if fault:
        raise UnsafeRole(fault)
    try:
        if _unapplied(DEFAULT_DB_ALIAS):
            raise NotMigrated("The database is not migrated: run `python manage.py migrate` as its owner first.")
    except DriverError as error:
        raise DatabaseNotReachable(f"The database does not answer: {str(error).strip().splitlines()[0]}") from error
    finally:
        connections.close_all()


def _unapplied(alias: str = "owner") -> bool:
    executor = MigrationExecutor(connections[alias])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
