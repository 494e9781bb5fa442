"""Kinds of jobs that only tests have, and what they did."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from jobs.registry import handles
from jobs.types import Lease

RAN: dict[str, list[str]] = defaultdict(list)  # kind -> the names in the payloads, in order of running
DEAD: list[str] = []
_lock = threading.Lock()
_bodies: dict[str, Callable[[Lease], None]] = {}


def note(lease: Lease) -> None:
    with _lock:
        RAN[lease.kind].append(lease.payload["name"])


@contextmanager
def body(kind: str, run: Callable[[Lease], None]) -> Iterator[None]:
    """What a job of this kind does for the length of a test."""
    _bodies[kind] = run
    try:
        yield
    finally:
        del _bodies[kind]


def _run(lease: Lease) -> None:
    note(lease)
    _bodies.get(lease.kind, lambda _: None)(lease)


def _dead(lease: Lease) -> None:
    DEAD.append(lease.payload["name"])


handles("test.plain")(_run)
handles("test.twice", max_attempts=2, on_dead=_dead)(_run)
handles("test.short", max_attempts=3, lease=timedelta(milliseconds=60), on_dead=_dead)(_run)
handles("test.polite", max_attempts=2, gives_way=True, on_dead=_dead)(_run)
handles("test.second", lease=timedelta(seconds=1))(_run)


def forget() -> None:
    RAN.clear()
    DEAD.clear()
