"""What a superuser does once for an installation: three roles, the database, the vector extension.

Shared by the embedded server, the tests, the commands and the compose file.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import psycopg
from psycopg import sql

from postgres.errors import DatabaseError, DatabaseNotReachable

MINIMUM_VECTOR = (0, 8)
MINIMUM_SERVER = 150000  # PostgreSQL 15


@dataclass(frozen=True, kw_only=True, slots=True)
class RolePasswords:
    owner: str
    app: str
    sweeper: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoleNames:
    owner: str = "anamnesis_owner"
    app: str = "anamnesis_app"
    sweeper: str = "anamnesis_sweeper"


def bootstrap(
    admin_dsn: str, *, database: str, passwords: RolePasswords, names: RoleNames | None = None, for_tests: bool = False
) -> None:
    """Make roles, database and extension; safe to repeat. Raises DatabaseNotReachable or DatabaseError.

    With `for_tests` the owner may make databases, and template1 holds the extension for them: an owner may not make an
    untrusted extension itself.
    """
    names = names or RoleNames()
    with _connect(admin_dsn) as connection:
        _require_server(connection)
        _make_roles(connection, names, passwords, for_tests=for_tests)
        _make_database(connection, database, names)
    with _connect(psycopg.conninfo.make_conninfo(admin_dsn, dbname=database)) as connection:
        _make_extension(connection)
        _let_policies_use_word_index(connection)
        _restrict_schema(connection, database, names)
    if for_tests:
        with _connect(psycopg.conninfo.make_conninfo(admin_dsn, dbname="template1")) as connection:
            _make_extension(connection)
            _let_policies_use_word_index(connection)


def _connect(dsn: str) -> psycopg.Connection[tuple[object, ...]]:
    try:
        return psycopg.connect(dsn, autocommit=True, connect_timeout=10)
    except psycopg.OperationalError as error:
        text = str(error).strip().splitlines()[0]
        raise DatabaseNotReachable(
            f"the database is not reachable: {text}. Start it, or correct DATABASE_URL."
        ) from error


def _require_server(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    if connection.info.server_version < MINIMUM_SERVER:
        found = connection.info.server_version // 10000
        raise DatabaseError(f"PostgreSQL {found} is too old: 15 or newer is needed.")


def _make_roles(
    connection: psycopg.Connection[tuple[object, ...]], names: RoleNames, passwords: RolePasswords, *, for_tests: bool
) -> None:
    pairs = ((names.owner, passwords.owner), (names.app, passwords.app), (names.sweeper, passwords.sweeper))
    for name, password in pairs:
        known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone()
        verb = sql.SQL("ALTER" if known else "CREATE")
        createdb = sql.SQL("CREATEDB" if for_tests and name == names.owner else "NOCREATEDB")
        connection.execute(
            sql.SQL("{} ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE {} PASSWORD {}").format(
                verb, sql.Identifier(name), createdb, sql.Literal(password)
            )
        )


def _make_database(connection: psycopg.Connection[tuple[object, ...]], database: str, names: RoleNames) -> None:
    if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
        return
    connection.execute(
        sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8'").format(
            sql.Identifier(database), sql.Identifier(names.owner)
        )
    )


def _make_extension(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    try:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except psycopg.Error as error:
        raise DatabaseError(
            "pgvector is missing on this server. Install pgvector 0.8 or newer and start again."
        ) from error
    row = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
    found = str(row[0]) if row else ""
    if tuple(int(part) for part in found.split(".")[:2]) < MINIMUM_VECTOR:
        raise DatabaseError(f"pgvector {found} is too old: 0.8 or newer is needed (ALTER EXTENSION vector UPDATE).")


def _let_policies_use_word_index(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Under row-level security an index serves an operator only when its function is leakproof; else every search by
    words reads the whole table. Matching a tsvector raises nothing and prints nothing, so nothing leaks. Where the
    administrator is no superuser this stays as it is: slower, not wrong.
    """
    with contextlib.suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute("ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF")


def _restrict_schema(connection: psycopg.Connection[tuple[object, ...]], database: str, names: RoleNames) -> None:
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(sql.Identifier(database)))
    connection.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}, {}").format(
            sql.Identifier(database), sql.Identifier(names.app), sql.Identifier(names.sweeper)
        )
    )
    connection.execute(sql.SQL("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
