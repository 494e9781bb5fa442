"""All that the pure steps of a turn read, as JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from pydantic import TypeAdapter, ValidationError

from bots.brief import Brief
from bots.errors import Unreplayable
from bots.route import Route


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """`state`: what the turn before left. `mode`: who answered in the conversation."""

    brief: Brief
    route: Route
    state: Mapping[str, object] = field(default_factory=dict)
    mode: str = "bot"
    shrunk: bool = False  # the prompt was cut for a model that could not take it whole


Row = dict[str, object]  # JSON
_GIVEN = TypeAdapter(Given)
_ORDERED = ("fields", "columns")  # of evidence, kept as pairs: jsonb forgets the order of keys, and the prompt has one


def as_row(given: Given) -> Row:
    row: Row = _GIVEN.dump_python(given, mode="json")
    return _with_evidence(row, lambda mapping: list(cast("Row", mapping).items()))


def from_row(row: Mapping[str, object]) -> Given:
    """Raises Unreplayable for a record of before, or of a version that wrote another form."""
    try:
        return _GIVEN.validate_python(_with_evidence(row, _unpaired))
    except (ValidationError, KeyError, TypeError, ValueError) as error:
        raise Unreplayable from error


def _with_evidence(row: Mapping[str, object], change: Callable[[object], object]) -> Row:
    brief = cast("Row", row["brief"])
    evidence = [
        {**item, **{name: change(item.get(name) or {}) for name in _ORDERED}}
        for item in cast("list[Row]", brief["evidence"])
    ]
    return {**row, "brief": {**brief, "evidence": evidence}}


def _unpaired(pairs: object) -> Row:
    return dict(cast("list[tuple[str, object]]", pairs))
