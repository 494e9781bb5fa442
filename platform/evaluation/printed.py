"""The figures of a run as a terminal shows them: a line each, cross-validated ones in a column of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_COUNTS = frozenset({"scripts", "questions"})


def printed(figures: Mapping[str, object]) -> Iterator[str]:
    unseen = figures.get("cross_validated")
    if not isinstance(unseen, Mapping):
        yield from (f"{name}: {value}" for name, value in figures.items())
        return
    held_out = dict(_flat(unseen))
    rows = [(name, value) for name, value in _flat(figures) if not name.startswith("cross_validated")]
    width = max(len(name) for name, _ in rows)
    yield from (f"{name}: {value}" for name, value in rows if name in _COUNTS)
    yield f"{'':{width}} {'as shipped':>12} {'cross-validated':>16}"
    for name, value in rows:
        if name in held_out and name not in _COUNTS:
            yield f"{name:{width}} {value!s:>12} {held_out[name]!s:>16}"
    yield "Fitted weights have no part in:"
    for name, value in rows:
        if name not in held_out:
            yield f"{name:{width}} {value!s:>12}"


def _flat(figures: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name} ")
        else:
            yield f"{before}{name}", value
