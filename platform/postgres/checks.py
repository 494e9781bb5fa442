"""The product refuses to start on a database that would not keep tenants apart."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import OperationalError, connections

from postgres.bootstrap import MINIMUM_SERVER, MINIMUM_VECTOR

_ROLE = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_OWNED = "SELECT count(*) FROM pg_tables WHERE tableowner = current_user AND schemaname = 'public'"
_PLAIN = frozenset({"host", "port", "dbname", "user", "password", "sslmode", "sslrootcert"})
_VECTOR = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"


def check_database(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None, **_: object
) -> list[CheckMessage]:
    """Roles without power over the policies, a recent PostgreSQL, pgvector."""
    if not databases:
        return []
    found: list[CheckMessage] = []
    for alias in ("default", "sweeper"):
        if alias in databases and not any(fault.id == "postgres.E001" for fault in found):
            found += _check_role(alias)
    return found


def _check_role(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    user = connection.settings_dict["USER"]
    try:
        _knock(alias)
        with connection.cursor() as cursor:
            cursor.execute(_ROLE)
            powerful = bool(cursor.fetchone()[0])
            cursor.execute(_OWNED)
            owned = int(cursor.fetchone()[0])
            cursor.execute(_VECTOR)
            vector = cursor.fetchone()
            version = connection.connection.info.server_version
    except (OperationalError, psycopg.OperationalError) as error:
        text = str(error).strip().splitlines()[0]
        return [
            Error(
                f"The database is not reachable as {user}: {text}",
                hint="Start it, or correct DATABASE_URL.",
                id="postgres.E001",
            )
        ]
    return [*_role_faults(str(user), powerful=powerful, owned=owned), *_server_faults(version, vector)]


def _knock(alias: str) -> None:
    """One plain connection first: a pool would go on trying, and logging, for its whole time-out."""
    given = connections[alias].get_connection_params()
    psycopg.connect(
        **{name: value for name, value in given.items() if name in _PLAIN and value}, connect_timeout=10
    ).close()


def _role_faults(user: str, *, powerful: bool, owned: int) -> list[CheckMessage]:
    faults: list[CheckMessage] = []
    if powerful:
        hint = "Serve as a role with NOSUPERUSER NOBYPASSRLS: manage.py bootstrap_database makes one."
        faults.append(Error(f"The database role {user} walks past row-level security.", hint=hint, id="postgres.E002"))
    if owned:
        hint = "Tables belong to the migrating role; serve as another one."
        faults.append(Error(f"The database role {user} owns {owned} tables.", hint=hint, id="postgres.E003"))
    return faults


def _server_faults(version: int, vector: tuple[str] | None) -> list[CheckMessage]:
    faults: list[CheckMessage] = []
    if version < MINIMUM_SERVER:
        faults.append(Error(f"PostgreSQL {version // 10000} is too old.", hint="Use 15 or newer.", id="postgres.E004"))
    if vector is None:
        hint = "Run CREATE EXTENSION vector as a superuser, or manage.py bootstrap_database."
        faults.append(Error("The extension vector (pgvector) is missing.", hint=hint, id="postgres.E005"))
    elif tuple(int(part) for part in vector[0].split(".")[:2]) < MINIMUM_VECTOR:
        hint = "Use 0.8 or newer: ALTER EXTENSION vector UPDATE."
        faults.append(Error(f"pgvector {vector[0]} is too old.", hint=hint, id="postgres.E006"))
    return faults
