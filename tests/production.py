"""The production shape on this machine: the commands of docker-compose.yml as local processes.

The embedded PostgreSQL stands in for the container of that name, a real redis-server for the other.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis
import yaml

from postgres.embedded import EmbeddedServer
from tests.processes import ROOT, Process, environment, free_port

SUPERUSER = "superuser-of-a-test"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
_ENV_FILE = {
    "POSTGRES_PASSWORD": SUPERUSER,
    "ANAMNESIS_OWNER_PASSWORD": "owner-of-a-test",
    "ANAMNESIS_APP_PASSWORD": "app-of-a-test",
    "ANAMNESIS_SWEEPER_PASSWORD": "sweeper-of-a-test",
}
_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


class Redis:
    """A redis-server of our own."""

    def __init__(self, folder: Path) -> None:
        self.port, self._folder = free_port(), folder
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._child = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                with self.client() as client:
                    client.ping()
                return
            except redis.RedisError:
                time.sleep(0.05)
        raise AssertionError("redis-server did not start")

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)

    def stop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None


@dataclass
class Production:
    """What the compose file describes, as processes."""

    folder: Path
    database: EmbeddedServer
    redis: Redis
    port: int = field(default_factory=free_port)
    more: Mapping[str, str] = field(default_factory=dict)
    processes: dict[str, Process] = field(default_factory=dict)

    def run(self, service: str, *, seconds: float = 120) -> None:
        """A service that ends, to its end."""
        started = Process(self.command(service), self.environment(service))
        code = started.child.wait(seconds)
        assert code == 0, started.lines

    def start(self, service: str, *, name: str = "") -> Process:
        self.processes[name or service] = started = Process(self.command(service), self.environment(service))
        return started

    def kill(self, name: str) -> None:
        self.processes.pop(name).end(signal.SIGKILL)

    def command(self, service: str) -> list[str]:
        return [self._local(part) for part in COMPOSE["services"][service]["command"]]

    def probe(self, service: str) -> int:
        """The exit code of the service's health check."""
        kind, *command = COMPOSE["services"][service]["healthcheck"]["test"]
        assert kind == "CMD"
        return subprocess.run(
            [self._local(part) for part in command],
            cwd=ROOT,
            env=self.environment(service),
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode

    def environment(self, service: str) -> dict[str, str]:
        declared = COMPOSE["services"][service]["environment"]
        values = {name: self._local(str(value)) for name, value in declared.items()}
        base = environment(self.folder / "data", PYTHONPATH=f"{ROOT}:{ROOT / 'platform'}")
        base["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {**base, **values, **self.more}

    def stage(self) -> dict[str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "tests.stage"],
            cwd=ROOT,
            env=self.environment("web"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        staged: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
        return staged

    def stop(self) -> None:
        for started in self.processes.values():
            started.end(signal.SIGKILL)

    def _local(self, text: str) -> str:
        """Paths, hosts and ports of the containers become those of this test."""
        text = _VARIABLE.sub(lambda found: _ENV_FILE.get(found[1], found[3] if found[2] == "-" else ""), text)
        text = re.sub(r"@postgres:5432/(\w+)", rf"@/\1?host={self.database.sockets}", text)
        text = text.replace("redis://redis:6379", f"redis://127.0.0.1:{self.redis.port}")
        text = re.sub(r"^/(data|tmp)\b", rf"{self.folder}/\1", text)
        return re.sub(r"\b8000\b", str(self.port), text)


@contextmanager
def production(folder: Path, **more: str) -> Iterator[Production]:
    """PostgreSQL and Redis run and the one-shot migration is done; the rest is started by name."""
    for name in ("data", "tmp", "database"):
        (folder / name).mkdir()
    database = EmbeddedServer(folder / "database", superuser_password=SUPERUSER)
    broker = Redis(folder)
    database.start()
    broker.start()
    made = Production(folder=folder, database=database, redis=broker, more=more)
    try:
        made.run("migrate")
        yield made
    finally:
        made.stop()
        broker.stop()
        database.stop()
