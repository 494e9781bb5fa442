"""All that the pure steps of a turn read, as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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


_GIVEN = TypeAdapter(Given)


def as_row(given: Given) -> dict[str, object]:
    row: dict[str, object] = _GIVEN.dump_python(given, mode="json")
    return row


def from_row(row: Mapping[str, object]) -> Given:
    """Raises Unreplayable for a record of before, or of a version that wrote another form."""
    try:
        return _GIVEN.validate_python(row)
    except ValidationError as error:
        raise Unreplayable from error
