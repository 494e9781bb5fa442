"""`manage.py up` as a person meets it: starts, stops, crashes, and what it says when it cannot start."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from postgres.embedded import socket_folder
from tests.processes import (
    NOBODY,
    ROOT,
    environment,
    eventually,
    finished,
    free_port,
    get,
    manage,
    process,
    running_over,
    up,
)

pytestmark = pytest.mark.slow
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can drop its rights")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_it_serves_and_leaves_nothing_running(home: Path, number: signal.Signals) -> None:
    with up(home, "--no-demo") as (started, port):
        assert get(port, "/healthz") == (200, '{"status": "ok"}')
        assert get(port, "/readyz")[0] == 200
        assert running_over(home)
        assert started.end(number) == 0
    assert running_over(home) == []
    assert not [line for line in started.lines if "Traceback" in line or "ERROR" in line]


def test_a_second_start_is_quick_and_keeps_the_data(home: Path) -> None:
    assert finished(manage("tenants", "--add", "shop"), environment(home)).returncode == 0
    begun = time.monotonic()
    with up(home, "--no-demo"):
        took = time.monotonic() - begun
    assert "shop\t" in finished(manage("tenants"), environment(home)).stdout
    assert took < 10


def test_a_first_start_makes_everything(tmp_path: Path) -> None:
    with up(tmp_path / "new", "--no-demo") as (_, port):
        assert get(port, "/readyz")[0] == 200
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / "secrets.json").stat().st_mode) == 0o600


def test_a_start_after_kill_9_recovers(home: Path) -> None:
    with up(home, "--no-demo") as (started, _):
        started.end(signal.SIGKILL)
    with up(home, "--no-demo") as (_, port):
        assert get(port, "/readyz")[0] == 200
    assert running_over(home) == []


def test_a_start_after_kill_9_of_the_database_too_recovers(home: Path) -> None:
    """As after a power cut: lock file, socket and postmaster.pid are still there."""
    with up(home, "--no-demo") as (started, _):
        postmaster = int((home / "postgres" / "postmaster.pid").read_text().split("\n")[0])
        os.kill(postmaster, signal.SIGKILL)
        started.end(signal.SIGKILL)
    assert (home / "postgres" / "postmaster.pid").exists()
    with up(home, "--no-demo") as (_, port):
        assert get(port, "/readyz")[0] == 200


def test_a_database_that_dies_under_a_running_server_is_started_again(home: Path) -> None:
    with up(home, "--no-demo") as (started, port):
        pidfile = home / "postgres" / "postmaster.pid"
        for _ in range(2):
            dead = int(pidfile.read_text().split("\n")[0])
            os.kill(dead, signal.SIGKILL)
            assert eventually(lambda old=dead: pidfile.exists() and not pidfile.read_text().startswith(f"{old}\n"))
            assert eventually(lambda: get(port, "/readyz")[0] == 200, seconds=30)
        assert started.end() == 0
    assert running_over(home) == []


def test_a_second_start_over_the_same_folder_is_refused(home: Path) -> None:
    with up(home, "--no-demo") as (_, port):
        done = finished(manage("up", "--port", "0", "--no-demo"), environment(home))
        assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
        assert "already runs" in done.stderr
        assert get(port, "/readyz")[0] == 200


def test_a_command_beside_a_running_server_uses_its_database(home: Path) -> None:
    with up(home, "--no-demo") as (_, port):
        assert finished(manage("tenants", "--add", "beside"), environment(home)).returncode == 0
        assert get(port, "/readyz")[0] == 200


def test_a_deep_folder_works(migrated_home: Path, tmp_path: Path) -> None:
    """A Unix socket's path may have 107 bytes."""
    deep = tmp_path.joinpath(*["a-rather-long-name-of-a-folder"] * 8) / "var"
    deep.parent.mkdir(parents=True)
    shutil.copytree(migrated_home, deep)
    with up(deep, "--no-demo") as (_, port):
        assert get(port, "/readyz")[0] == 200


@as_root
def test_it_runs_as_a_normal_user() -> None:
    readable = subprocess.run([*NOBODY, sys.executable, "-c", f"open({str(ROOT / 'manage.py')!r})"], check=False)
    if readable.returncode != 0:
        pytest.skip(f"{ROOT} is closed to other users: there is nobody to run as")
    with tempfile.TemporaryDirectory() as folder:  # not below pytest's own, which are closed to others
        mine = Path(folder)
        os.chown(mine, 65534, 65534)
        with up(mine / "var", "--no-demo", before=NOBODY, HOME=folder) as (_, port):
            assert get(port, "/readyz")[0] == 200
            assert (mine / "var" / "postgres").stat().st_uid == 65534
        assert running_over(mine / "var") == []


@as_root
def test_another_local_user_cannot_reach_the_database(home: Path) -> None:
    connect = "import psycopg, sys; psycopg.connect(host=sys.argv[1], user='postgres', dbname='postgres')"
    with up(home, "--no-demo"):
        sockets = socket_folder(home)
        tried = subprocess.run(
            [*NOBODY, sys.executable, "-c", connect, str(sockets)], capture_output=True, text=True, check=False
        )
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    assert "Permission denied" in tried.stderr


def test_the_database_asks_its_own_user_for_a_password_too(home: Path) -> None:
    connect = "import psycopg, sys; psycopg.connect(host=sys.argv[1], user='postgres', dbname='postgres')"
    with up(home, "--no-demo"):
        tried = subprocess.run(
            [sys.executable, "-c", connect, str(socket_folder(home))], capture_output=True, text=True, check=False
        )
    assert "no password supplied" in tried.stderr


def test_the_database_listens_on_no_network_address(home: Path) -> None:
    with up(home, "--no-demo"):
        pid = int((home / "postgres" / "postmaster.pid").read_text().split("\n")[0])
        inodes = {os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}
        tables = [Path(f"/proc/net/{name}").read_text() for name in ("tcp", "tcp6")]
    sockets = {line.split()[9] for table in tables for line in table.splitlines()[1:]}
    assert {f"socket:[{inode}]" for inode in sockets} & inodes == set()


def test_a_taken_port_is_said_in_one_line_and_nothing_is_started(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = finished(manage("up", "--port", str(port), "--no-demo"), environment(home))
    assert done.returncode == 4
    assert done.stderr == (
        f"Port {port} cannot be used on 127.0.0.1 (address already in use). "
        "Choose another one: make run PORT=8001, or manage.py up --port 8001.\n"
    )
    assert not (home / "postgres" / "postmaster.pid").exists()


def test_what_is_no_port_is_said_in_words(tmp_path: Path) -> None:
    refused = finished(manage("up", "--port", "99999"), environment(tmp_path))
    assert refused.returncode == 2
    assert "'99999' is not a port" in refused.stderr


@as_root
def test_a_folder_that_is_not_writable_is_said_in_one_line(tmp_path: Path) -> None:
    for folder in list(tmp_path.parents)[:2]:
        folder.chmod(folder.stat().st_mode | 0o011)
    tmp_path.chmod(0o755)
    done = finished([*NOBODY, *manage("up", "--no-demo")], environment(tmp_path))
    assert done.returncode == 2
    assert done.stderr == f"ANAMNESIS_HOME names {tmp_path}, which is not writable; choose a folder of your own.\n"


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = finished(manage("up", "--no-demo"), environment(tmp_path / "file" / "var"))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert done.stderr.startswith("ANAMNESIS_HOME names ")


def test_an_unreachable_database_is_said_in_one_line(tmp_path: Path) -> None:
    url = f"postgresql://app:secret@127.0.0.1:{free_port()}/shop"
    env = environment(tmp_path, DATABASE_URL=url, DATABASE_SWEEPER_URL=url)
    done = finished(manage("up", "--port", "0", "--no-demo"), env)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "not reachable" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ANAMNESIS_SECRET_KEY", "short"),
        ("ANAMNESIS_ALLOWED_HOSTS", "*"),
        ("ANAMNESIS_BASE_URL", "shop.example"),
        ("ANAMNESIS_DB_POOL", "many"),
        ("ANAMNESIS_LOG_LEVEL", "LOUD"),
        ("ANAMNESIS_DEBUG", "perhaps"),
        ("DATABASE_URL", "mysql://localhost/shop"),
        ("DATABASE_SWEEPER_URL", ""),
        ("REDIS_URL", "localhost:6379"),
        ("OPENAI_BASE_URL", "localhost:8080"),
        ("ANAMNESIS_SECRET_KEY_FILE", "/nonexistent/key"),
    ],
)
def test_a_bad_setting_is_said_in_one_line_that_names_it(tmp_path: Path, name: str, value: str) -> None:
    others = {"DATABASE_URL": "postgresql://app@localhost/shop"} if name == "DATABASE_SWEEPER_URL" else {}
    done = finished(manage("up", "--port", "0", "--no-demo"), environment(tmp_path, **{**others, name: value}))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(name)


def test_a_setting_may_stand_in_a_file(tmp_path: Path, home: Path) -> None:
    (tmp_path / "level").write_text("ERROR\n")
    done = finished(manage("tenants"), environment(home, ANAMNESIS_LOG_LEVEL_FILE=str(tmp_path / "level")))
    assert done.returncode == 0


def test_sigterm_while_it_starts_leaves_nothing_running(tmp_path: Path) -> None:
    with process(manage("up", "--port", "0", "--no-demo"), environment(tmp_path / "var")) as started:
        assert eventually(lambda: running_over(tmp_path / "var") != [])
        started.end(signal.SIGTERM)
    assert eventually(lambda: running_over(tmp_path / "var") == [])
