"""The embedded database as the commands use it: started if none runs, migrated, stopped by whoever started it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import make_conninfo

from postgres.bootstrap import RolePasswords, bootstrap
from postgres.embedded import DATABASE, SUPERUSER, EmbeddedServer


def admin_dsn(server: EmbeddedServer, password: str) -> str:
    return make_conninfo(host=str(server.sockets), user=SUPERUSER, password=password, dbname="postgres")


@contextmanager
def embedded_database(
    home: Path, secrets: dict[str, str], *, durable: bool = True, for_tests: bool = False
) -> Iterator[EmbeddedServer]:
    """The server over this data folder, with roles, database and extension in place."""
    server = EmbeddedServer(home, superuser_password=secrets["superuser"], durable=durable)
    ours = server.start()
    try:
        if ours:
            passwords = RolePasswords(owner=secrets["owner"], app=secrets["app"], sweeper=secrets["sweeper"])
            bootstrap(
                admin_dsn(server, secrets["superuser"]), database=DATABASE, passwords=passwords, for_tests=for_tests
            )
        yield server
    finally:
        if ours:
            server.stop()
