"""The embedded database as the commands use it: started if none runs, migrated, stopped by whoever started it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import make_conninfo

from postgres.bootstrap import RolePasswords, bootstrap
from postgres.embedded import DATABASE, SUPERUSER, EmbeddedServer
from postgres.errors import DatabaseError

logger = logging.getLogger(__name__)


def admin_dsn(server: EmbeddedServer, password: str) -> str:
    return make_conninfo(host=str(server.sockets), user=SUPERUSER, password=password, dbname="postgres")


@contextmanager
def supervised(server: EmbeddedServer, *, pause: float = 0.5) -> Iterator[None]:
    """Start the server again should it die while the block runs."""
    leaving = threading.Event()

    def watch() -> None:
        while not leaving.wait(pause):
            if not server.alive():
                logger.error("the embedded PostgreSQL died and is started again")
                try:
                    server.revive()
                except DatabaseError as error:
                    logger.error("%s", error)

    watcher = threading.Thread(target=watch, name="postgres-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        leaving.set()
        watcher.join(30)


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
