"""Server-sent events: any line end, cut anywhere, within bounds."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.event_stream import LONGEST_LINE, EventStream
from ports.errors import ChatError


def events_of(pieces: list[bytes]) -> list[tuple[bytes, bytes]]:
    stream = EventStream()
    found = [event for piece in pieces for event in stream.feed(piece)]
    found += list(stream.end())
    return [(event.data, event.id) for event in found]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_the_three_line_ends(end: bytes) -> None:
    assert events_of([b"data: one" + end + end + b"data: two" + end + end]) == [(b"one", b""), (b"two", b"")]


def test_several_data_lines_are_one_event() -> None:
    assert events_of([b"data: a\ndata:b\nevent: x\nretry: 5\n\n"]) == [(b"a\nb", b"")]


def test_comments_and_unknown_fields_are_no_events() -> None:
    assert events_of([b": ping\n\nnonsense\n\nfoo: bar\n\n"]) == []


def test_an_id_belongs_to_its_event() -> None:
    assert events_of([b"id: 7\ndata: a\n\ndata: b\n\n"]) == [(b"a", b"7"), (b"b", b"")]


def test_a_byte_order_mark_is_skipped_once() -> None:
    assert events_of([b"\xef\xbb\xbfdata: a\n\n"]) == [(b"a", b"")]


def test_an_event_without_its_last_empty_line_still_counts() -> None:
    assert events_of([b"data: a"]) == [(b"a", b"")]


@given(st.lists(st.integers(min_value=1, max_value=60), max_size=20), st.sampled_from(["\n", "\r\n", "\r"]))
def test_where_the_network_cuts_makes_no_difference(cuts: list[int], end: str) -> None:
    whole = f"id: 1{end}data: 退货 30 days{end}{end}: note{end}data: x{end}data: y{end}{end}".encode()
    places = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    pieces = [whole[a:b] for a, b in itertools.pairwise(places)]
    assert events_of(pieces) == [("退货 30 days".encode(), b"1"), (b"x\ny", b"")]


def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    with pytest.raises(ChatError, match="bad_answer"):
        events_of([b"x" * 1000] * (LONGEST_LINE // 1000 + 2))


def test_an_event_of_endless_lines_is_refused() -> None:
    with pytest.raises(ChatError, match="bad_answer"):
        events_of([b"data: " + b"x" * 1000 + b"\n"] * (LONGEST_LINE // 1000 + 2))
