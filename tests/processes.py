"""Real processes of the product, started and ended by tests."""

from __future__ import annotations

import os
import queue
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def environment(home: Path, **more: str) -> dict[str, str]:
    """No setting of the machine's or of the test run's own."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**kept, "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "ANAMNESIS_HOME": str(home), **more}


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def finished(
    command: Sequence[str], env: Mapping[str, str], *, seconds: float = 90
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )


class Process:
    """A child whose output is read as it comes."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], *, cwd: Path = ROOT) -> None:
        self.child = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self._news: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self.lines.append(line.rstrip("\n"))
            self._news.put(line)
        self.child.stdout.close()
        self._news.put(None)

    def wait_for(self, text: str, *, seconds: float = 90) -> str:
        """The first line that holds `text`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self._news.get(timeout=0.1)
            except queue.Empty:
                continue
            if line is None:
                break
            if text in line:
                return line
        raise AssertionError(f"never said {text!r}: {self.lines[-30:]}")

    def end(self, number: signal.Signals = signal.SIGTERM, *, seconds: float = 40) -> int:
        if self.child.poll() is None:
            self.child.send_signal(number)
        try:
            code = self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
            raise
        self._reader.join(5)
        return code


@contextmanager
def process(command: Sequence[str], env: Mapping[str, str]) -> Iterator[Process]:
    started = Process(command, env)
    try:
        yield started
    finally:
        started.end(signal.SIGKILL)


@contextmanager
def up(home: Path, *arguments: str, before: Sequence[str] = (), **more: str) -> Iterator[tuple[Process, int]]:
    """`manage.py up` on a free port, once it is ready; with the port."""
    command = [*before, *manage("up", "--port", "0", *arguments)]
    started = Process(command, environment(home, **more))
    try:
        address = started.wait_for("Console").split()[-1]
        yield started, int(address.split(":")[2].split("/")[0])
    finally:
        started.end()


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def free_port() -> int:
    """A port nobody listens on, below those the kernel gives to outgoing connections.

    One of those may be taken by anybody between this call and its use.
    """
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with socket.socket() as found:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                found.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port


def running_over(home: Path) -> list[str]:
    """Command lines of the processes that name this folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(home) in line:
            found.append(line)
    return found


def eventually(condition: Callable[[], bool], *, seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()
