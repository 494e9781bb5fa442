"""More modes of the fault server: answers to /embeddings."""

from __future__ import annotations

import json

from tests.adapters.fault_server import Wire, mode


def _page(wire: Wire, rows: list[dict[str, object]]) -> None:
    wire.page(200, json.dumps({"data": rows}))


@mode
def vectors(wire: Wire, count: int) -> None:
    """Two numbers each: the length of the text, and one; the rows come backwards."""
    rows = [{"index": at, "embedding": [len(text), 1.0]} for at, text in enumerate(wire.request.body["input"])]
    _page(wire, rows[::-1])


@mode
def vectors_at_the_second_time(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(503, "loading", "text/plain")
    else:
        vectors(wire, count)


@mode
def one_vector_short(wire: Wire, count: int) -> None:
    _page(wire, [{"index": at, "embedding": [1, 1]} for at in range(len(wire.request.body["input"]) - 1)])


@mode
def wrong_length(wire: Wire, count: int) -> None:
    _page(wire, [{"index": at, "embedding": [1, 1, 1]} for at in range(len(wire.request.body["input"]))])


@mode
def ragged(wire: Wire, count: int) -> None:
    _page(wire, [{"index": at, "embedding": [1] * (at + 1)} for at in range(len(wire.request.body["input"]))])


@mode
def without_direction(wire: Wire, count: int) -> None:
    _page(wire, [{"index": at, "embedding": [0, 0]} for at in range(len(wire.request.body["input"]))])


@mode
def not_finite(wire: Wire, count: int) -> None:
    wire.page(200, '{"data": [{"index": 0, "embedding": [NaN, 1]}, {"index": 1, "embedding": [1, 1]}]}')
