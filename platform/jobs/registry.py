"""Which function does which kind of job. Each app registers its own in its jobs.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from jobs.errors import UnknownKind
from jobs.types import Lease

Handler = Callable[[Lease], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    name: str
    run: Handler
    max_attempts: int
    lease: timedelta
    gives_way: bool  # while it waits for its next attempt, later jobs of its partition go first
    on_dead: Handler | None  # makes the failure visible; runs in the tenant's scope, in the transaction that buries it


@dataclass(frozen=True, kw_only=True, slots=True)
class Schedule:
    kind: str
    period: timedelta


_kinds: dict[str, Kind] = {}
_schedules: dict[str, Schedule] = {}


def handles(
    name: str,
    *,
    max_attempts: int = 5,
    lease: timedelta = timedelta(seconds=60),
    gives_way: bool = False,
    on_dead: Handler | None = None,
) -> Callable[[Handler], Handler]:
    """Register a handler. It works with no transaction open and stores its result inside `finishing(lease)`."""

    def register(run: Handler) -> Handler:
        _kinds[name] = Kind(
            name=name, run=run, max_attempts=max_attempts, lease=lease, gives_way=gives_way, on_dead=on_dead
        )
        return run

    return register


def every(name: str, *, hours: float = 0, minutes: float = 0) -> None:
    """Enqueue this kind once a period for every tenant."""
    _schedules[name] = Schedule(kind=name, period=timedelta(hours=hours, minutes=minutes))


def kind_named(name: str) -> Kind:
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name) from None


def giving_way() -> list[str]:
    """Names of the kinds that hold nobody up while they wait."""
    return [kind.name for kind in _kinds.values() if kind.gives_way]


def schedules() -> list[Schedule]:
    return list(_schedules.values())
