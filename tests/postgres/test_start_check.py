"""The product refuses to start on a database that would not keep tenants apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings

from config.home import load_secrets
from postgres.bootstrap import RoleNames, RolePasswords, bootstrap
from postgres.checks import check_database
from postgres.embedded import SUPERUSER, socket_folder
from postgres.errors import DatabaseError
from tests.processes import environment, finished, manage

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

PASSWORD = "of-a-test"
NAMES = RoleNames(owner="check_owner", app="check_app", sweeper="check_sweeper")


def url(user: str, database: str, password: str = PASSWORD) -> str:
    return f"postgresql://{user}:{quote(password, safe='')}@/{database}?host={socket_folder(settings.ANAMNESIS_HOME)}"


def admin_url(database: str = "postgres") -> str:
    return url(SUPERUSER, database, load_secrets(settings.ANAMNESIS_HOME)["superuser"])


def as_superuser(statement: str, database: str = "postgres") -> None:
    with psycopg.connect(admin_url(database), autocommit=True) as connection:
        connection.execute(statement.encode())


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own on the tests' server, bootstrapped and not migrated."""
    passwords = RolePasswords(owner=PASSWORD, app=PASSWORD, sweeper=PASSWORD)
    bootstrap(admin_url(), database="checked", passwords=passwords, names=NAMES)
    yield "checked"
    as_superuser("DROP DATABASE checked WITH (FORCE)")
    for role in (NAMES.owner, NAMES.app, NAMES.sweeper):
        as_superuser(f"DROP ROLE {role}")


@contextmanager
def power(statement: str, undo: str, database: str = "postgres") -> Iterator[None]:
    as_superuser(statement, database)
    try:
        yield
    finally:
        as_superuser(undo, database)


def start(home: Path, database: str, *, app: str = "") -> tuple[int, str]:
    env = environment(
        home,
        DATABASE_URL=app or url(NAMES.app, database),
        DATABASE_SWEEPER_URL=url(NAMES.sweeper, database),
        DATABASE_OWNER_URL=url(NAMES.owner, database),
    )
    done = finished(manage("up", "--port", "0", "--no-demo"), env)
    return done.returncode, done.stderr


def test_the_tests_own_database_is_safe() -> None:
    assert check_database(None, ["default", "sweeper"]) == []


def test_a_superuser_is_refused(database: str, tmp_path: Path) -> None:
    code, said = start(tmp_path, database, app=admin_url(database))
    assert code == 3
    assert "The database role postgres walks past row-level security." in said


def test_a_role_that_bypasses_row_level_security_is_refused(database: str, tmp_path: Path) -> None:
    with power("ALTER ROLE check_app BYPASSRLS", "ALTER ROLE check_app NOBYPASSRLS"):
        code, said = start(tmp_path, database)
    assert code == 3
    assert said.startswith("The database role check_app walks past row-level security. Serve as a role with")
    assert len(said.splitlines()) == 1


def test_a_sweeper_that_bypasses_row_level_security_is_refused(database: str, tmp_path: Path) -> None:
    with power("ALTER ROLE check_sweeper BYPASSRLS", "ALTER ROLE check_sweeper NOBYPASSRLS"):
        code, said = start(tmp_path, database)
    assert (code, "check_sweeper walks past" in said) == (3, True)


def test_a_role_that_owns_tables_is_refused(database: str, tmp_path: Path) -> None:
    with power("CREATE TABLE mine (); ALTER TABLE mine OWNER TO check_app", "DROP TABLE mine", database):
        code, said = start(tmp_path, database)
    assert (code, said) == (
        3,
        "The database role check_app owns 1 tables. Tables belong to the migrating role; serve as another one.\n",
    )


def test_a_database_without_pgvector_is_refused(database: str, tmp_path: Path) -> None:
    with power("DROP EXTENSION vector", "CREATE EXTENSION vector", database):
        code, said = start(tmp_path, database)
    assert code == 3
    assert said.startswith("The extension vector (pgvector) is missing.")


def test_a_pgvector_that_is_too_old_is_refused(database: str, tmp_path: Path) -> None:
    old = "UPDATE pg_extension SET extversion = '{}' WHERE extname = 'vector'"
    with power(old.format("0.7.4"), old.format("0.8.5"), database):
        code, said = start(tmp_path, database)
    assert code == 3
    assert said.startswith("pgvector 0.7.4 is too old. Use 0.8 or newer")


def test_a_database_that_is_not_migrated_is_refused(database: str, tmp_path: Path) -> None:
    code, said = start(tmp_path, database)
    assert (code, said) == (
        3,
        "The database is not migrated: run `python manage.py migrate` as its owner first.\n",
    )


def test_bootstrap_says_that_pgvector_is_too_old(database: str) -> None:
    old = "UPDATE pg_extension SET extversion = '{}' WHERE extname = 'vector'"
    passwords = RolePasswords(owner=PASSWORD, app=PASSWORD, sweeper=PASSWORD)
    with (
        power(old.format("0.7.4"), old.format("0.8.5"), database),
        pytest.raises(DatabaseError, match=r"0\.7\.4 is too old"),
    ):
        bootstrap(admin_url(), database=database, passwords=passwords, names=NAMES)


def test_bootstrap_can_be_repeated_and_takes_new_passwords(database: str) -> None:
    passwords = RolePasswords(owner="new", app="new", sweeper="new")
    bootstrap(admin_url(), database=database, passwords=passwords, names=NAMES)
    with psycopg.connect(url(NAMES.app, database, "new")) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("check_app",)


def test_bootstrap_takes_powers_away_that_a_role_had(database: str) -> None:
    as_superuser("ALTER ROLE check_app SUPERUSER BYPASSRLS CREATEROLE")
    passwords = RolePasswords(owner=PASSWORD, app=PASSWORD, sweeper=PASSWORD)
    bootstrap(admin_url(), database=database, passwords=passwords, names=NAMES)
    with psycopg.connect(admin_url()) as connection:
        found = connection.execute("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = 'check_app'").fetchone()
    assert found == (False, False)


def test_the_command_wants_three_different_roles(database: str, tmp_path: Path) -> None:
    same = url(NAMES.app, database)
    env = environment(tmp_path, DATABASE_URL=same, DATABASE_SWEEPER_URL=same, DATABASE_ADMIN_URL=admin_url())
    done = finished(manage("bootstrap_database"), env)
    assert done.returncode == 1
    assert "must name three roles" in done.stderr


def test_an_owner_that_serves_cannot_be_set_by_leaving_it_out(database: str, tmp_path: Path) -> None:
    """Without DATABASE_OWNER_URL there is no way to migrate, and serving works all the same."""
    env = environment(
        tmp_path, DATABASE_URL=url(NAMES.app, database), DATABASE_SWEEPER_URL=url(NAMES.sweeper, database)
    )
    done = finished(manage("migrate", "--no-input"), env)
    assert done.returncode != 0
    assert "permission denied" in done.stderr
