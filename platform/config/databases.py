"""DATABASES: one database, three roles."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from config import environment as env
from postgres.bootstrap import RoleNames
from postgres.embedded import DATABASE, socket_folder

_ROLES = {"default": "DATABASE_URL", "owner": "DATABASE_OWNER_URL", "sweeper": "DATABASE_SWEEPER_URL"}


def databases(home: Path, secrets: dict[str, str]) -> dict[str, dict[str, object]]:
    """`default` serves, `owner` migrates, `sweeper` looks for due jobs. Without DATABASE_URL: the embedded server."""
    url = env.url("DATABASE_URL", "postgres", "postgresql")
    made = {alias: _remote(variable) if url else _embedded(alias, home, secrets) for alias, variable in _ROLES.items()}
    pool_size = env.number("ANAMNESIS_DB_POOL", 20, low=2, high=200)
    options = cast(dict[str, object], made["default"]["OPTIONS"])
    options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 15}
    made["default"]["TEST"] = {"MIRROR": "owner"}
    made["sweeper"]["TEST"] = {"MIRROR": "owner"}
    return made


def _embedded(alias: str, home: Path, secrets: dict[str, str]) -> dict[str, object]:
    names = RoleNames()
    role, key = {
        "default": (names.app, "app"),
        "owner": (names.owner, "owner"),
        "sweeper": (names.sweeper, "sweeper"),
    }[alias]
    return _entry(name=DATABASE, user=role, password=secrets[key], host=str(socket_folder(home)), port="")


def _remote(variable: str) -> dict[str, object]:
    url = env.url(variable, "postgres", "postgresql")
    if not url and variable == "DATABASE_OWNER_URL":
        url = env.url("DATABASE_URL", "postgres", "postgresql")  # what serves need not be able to migrate
    if not url:
        env.stop(variable, "is missing; DATABASE_URL and DATABASE_SWEEPER_URL go together")
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError as error:
        env.stop(variable, f"cannot be read ({str(error).strip()})")
    known = {name: str(parts.pop(name, "")) for name in ("dbname", "user", "password", "host", "port")}
    entry = _entry(
        name=known["dbname"], user=known["user"], password=known["password"], host=known["host"], port=known["port"]
    )
    entry["OPTIONS"] = dict(parts)  # sslmode and its like
    return entry


def _entry(*, name: str, user: str, password: str, host: str, port: str) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": user,
        "PASSWORD": password,
        "HOST": host,
        "PORT": port,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # a pooled connection that a restart of the database broke is not handed out
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {},
        "TEST": {},
    }
