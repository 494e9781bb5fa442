"""The figures of an evaluation, arranged for the page: single numbers, and tables by category, language and the like.

Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from evaluation.record import RunView


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """`change`: since the run before; `unseen`: with weights fitted on other data; "" where there is none."""

    name: str
    value: str
    change: str = ""
    unseen: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Arranged:
    numbers: tuple[Number, ...]
    tables: tuple[Table, ...]

    @property
    def has_unseen(self) -> bool:
        return any(number.unseen for number in self.numbers)


def arranged(run: RunView) -> Arranged:
    numbers, tables = [], []
    held_out = run.figures.get("cross_validated")
    unseen: Mapping[str, object] = held_out if isinstance(held_out, Mapping) else {}
    for name, value in run.figures.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            numbers.append(_number(name, value, run.before.get(name), unseen.get(name)))
        elif name != "cross_validated" and isinstance(value, Mapping) and value:
            tables.append(_table(name, _beside(value, unseen.get(name))))
        elif isinstance(value, str):
            numbers.append(Number(name=_name(name), value=value))
    return Arranged(numbers=tuple(numbers), tables=tuple(tables))


def _beside(value: Mapping[str, object], unseen: object) -> Mapping[str, object]:
    """Each column with its cross-validated one after it."""
    if not isinstance(unseen, Mapping):
        return value
    return {key: _paired(_columns(row), _columns(unseen.get(key, {}))) for key, row in value.items()}


def _paired(row: Mapping[str, object], unseen: Mapping[str, object]) -> dict[str, object]:
    out: dict[str, object] = {}
    for column, cell in row.items():
        out[column] = cell
        if column in unseen:
            out[_("%(figure)s, cross-validated") % {"figure": _name(column)}] = unseen[column]
    return out


def _number(name: str, value: float, before: object, unseen: object) -> Number:
    change = ""
    if isinstance(before, int | float) and not isinstance(before, bool) and round(value - before, 4):
        change = f"{value - before:+.4g}".replace("-", "−")
    shown = _shown(unseen) if isinstance(unseen, int | float) else ""
    return Number(name=_name(name), value=_shown(value), change=change, unseen=shown)


def _table(name: str, value: Mapping[str, object]) -> Table:
    """Of rows with columns each, or of rows with one number."""
    rows = {str(key): _columns(row) for key, row in value.items()}
    columns = tuple(dict.fromkeys(column for row in rows.values() for column in row))
    return Table(
        title=_title(name),
        columns=tuple(_name(column) if column else _("Value") for column in columns),
        rows=tuple((key, _cells(row, columns)) for key, row in rows.items()),
    )


def _columns(row: object) -> dict[str, object]:
    return {str(name): value for name, value in row.items()} if isinstance(row, Mapping) else {"": row}


def _cells(row: Mapping[str, object], columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(_shown(row.get(column, "")) for column in columns)


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return str(value)


def _name(code: str) -> str:
    return code.replace("_", " ")


def _title(code: str) -> str:
    known = {"by_category": _("By category"), "by_language": _("By language"), "by_kind": _("By kind")}
    return known.get(code) or _name(code)
