"""Settings from the environment: each NAME may also come from the file that NAME_FILE names."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NoReturn, TypeVar

T = TypeVar("T")
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def read(name: str, default: str = "") -> str:
    """The value of NAME, or what stands in the file that NAME_FILE names; ends the process where that is missing."""
    path = os.environ.get(f"{name}_FILE")
    if path:
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            stop(f"{name}_FILE", f"names {path}, which cannot be read ({error.strerror})")
    return os.environ.get(name, default)


def flag(name: str, *, default: bool) -> bool:
    value = read(name, "1" if default else "0").strip().lower()
    if value not in _TRUE | _FALSE:
        stop(name, f"is {value!r}; write 1 or 0")
    return value in _TRUE


def number(name: str, default: int, *, low: int, high: int) -> int:
    return _checked(name, str(default), int, lambda n: low <= n <= high, f"a whole number from {low} to {high}")


def url(name: str, *schemes: str) -> str:
    value = read(name)
    if value and value.split("://", 1)[0] not in schemes:
        stop(name, f"must start with {' or '.join(f'{s}://' for s in schemes)}")
    return value


def names(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in read(name, default).split(",") if part.strip()]


def rates(name: str, default: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """NAME=kind=RATE/BURST,…: changes to the default; "off" is none at all."""
    if read(name).strip().lower() == "off":
        return {}
    wanted = dict(default)
    for part in names(name):
        kind, _, numbers = part.partition("=")
        rate, _, burst = numbers.partition("/")
        try:
            wanted[kind] = (float(rate), float(burst))
        except ValueError:
            stop(name, f"holds {part!r}; write off, or {kind or 'customer'}=5/60 for 5 a second and 60 at once")
        if kind not in default or not (0 < wanted[kind][0] < 1e6 and 1 <= wanted[kind][1] < 1e9):
            stop(name, f"holds {part!r}; the kinds are {', '.join(default)}, and numbers are above 0")
    return wanted


def port_entries(name: str, known: Collection[str]) -> dict[str, dict[str, object]]:
    """A JSON object of entries in the shape of PORTS, for what has no variable of its own; mostly from a file."""
    try:
        entries = json.loads(read(name) or "{}")
    except ValueError as error:
        stop(name, f"is not JSON: {error}")
    if not isinstance(entries, dict) or not all(isinstance(e, dict) and "BACKEND" in e for e in entries.values()):
        stop(name, 'must be a JSON object like {"chat": {"BACKEND": "…", "OPTIONS": {…}}}')
    if unknown := sorted(entries.keys() - set(known)):
        stop(name, f"names {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return entries


def choice(name: str, among: Collection[str], default: str) -> str:
    value = read(name, default)
    if value not in among:
        stop(name, f"is {value!r}; write {' or '.join(among)}")
    return value


def stop(name: str, fault: str) -> NoReturn:
    """One line that names the setting, and no traceback."""
    sys.stderr.write(f"{name} {fault}.\n")
    raise SystemExit(2)


def _checked(name: str, default: str, parse: Callable[[str], T], good: Callable[[T], bool], wanted: str) -> T:
    value = read(name, default)
    try:
        parsed = parse(value)
    except ValueError:
        parsed = None
    if parsed is None or not good(parsed):
        stop(name, f"is {value!r}; write {wanted}")
    return parsed
