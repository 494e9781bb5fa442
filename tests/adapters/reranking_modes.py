"""More modes of the fault server: answers to /rerank."""

from __future__ import annotations

import json

from tests.adapters.fault_server import Wire, mode


def _page(wire: Wire, rows: list[dict[str, object]]) -> None:
    wire.page(200, json.dumps({"results": rows}))


def _documents(wire: Wire) -> list[str]:
    documents = wire.request.body["documents"]
    assert isinstance(documents, list)
    return documents


@mode
def longest_first(wire: Wire, count: int) -> None:
    """The relevance of a passage is its length; rows come best first, as servers give them."""
    rows = [{"index": at, "relevance_score": len(text) / 100} for at, text in enumerate(_documents(wire))]
    _page(wire, sorted(rows, key=lambda row: -row["relevance_score"]))


@mode
def one_score_short(wire: Wire, count: int) -> None:
    _page(wire, [{"index": at, "relevance_score": 0.5} for at in range(len(_documents(wire)) - 1)])


@mode
def the_same_index_twice(wire: Wire, count: int) -> None:
    _page(wire, [{"index": 0, "relevance_score": 0.5} for _ in _documents(wire)])


@mode
def scores_without_a_number(wire: Wire, count: int) -> None:
    wire.page(200, '{"results": [{"index": 0, "relevance_score": NaN}, {"index": 1, "relevance_score": 1}]}')
