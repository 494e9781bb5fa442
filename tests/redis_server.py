"""A real Redis of our own on a free port, which a test may stop, flush and start again."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import redis

from tests.processes import free_port


@dataclass
class RedisServer:
    """Keeps its port over a stop and a start; nothing is saved to disk."""

    folder: Path
    port: int
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        binary = shutil.which("redis-server")
        assert binary
        quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning", "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            [binary, "--port", str(self.port), "--dir", str(self.folder), *quiet],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._await_answer()

    def stop(self) -> None:
        """At once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def flush(self) -> None:
        with redis.Redis(port=self.port) as client:
            client.flushall()

    def _await_answer(self) -> None:
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                with redis.Redis(port=self.port, socket_timeout=1) as client:
                    client.ping()
                    return
            except redis.ConnectionError:
                time.sleep(0.02)
        raise AssertionError("Redis does not answer.")


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """Mark the test `redis`, so that it is skipped or required as REQUIRE says."""
    from tests.conftest import require  # noqa: PLC0415  conftest imports this module

    require("redis")
    server = RedisServer(folder=tmp_path, port=free_port())
    server.start()
    yield server
    server.stop()
