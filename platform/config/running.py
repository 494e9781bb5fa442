"""A database that is ready, for any command: the embedded one is started and migrated if need be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config.home import load_secrets
from postgres.errors import DatabaseError
from postgres.service import embedded_database


@contextmanager
def ready_database(*, migrate: bool = True) -> Iterator[None]:
    """Ends the process with one line where the database cannot be had."""
    try:
        if not settings.EMBEDDED:
            _prepare(migrate=False)
            yield
            return
        with embedded_database(settings.ANAMNESIS_HOME, load_secrets(settings.ANAMNESIS_HOME)):
            _prepare(migrate=migrate)
            try:
                yield
            finally:
                connections.close_all()
    except DatabaseError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(3) from error


def _prepare(*, migrate: bool) -> None:
    if migrate and _unapplied():
        call_command("migrate", database="owner", verbosity=0, interactive=False)
    try:
        call_command("check", databases=["default", "sweeper"], verbosity=0)
    except SystemCheckError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip().startswith(("?:", "HINT"))]
        sys.stderr.write("\n".join(lines or [str(error)]) + "\n")
        raise SystemExit(3) from error


def _unapplied() -> bool:
    executor = MigrationExecutor(connections["owner"])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
