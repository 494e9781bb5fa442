"""Modes of the fault server: servers that are slow, busy or down, for a moment or for good."""

from __future__ import annotations

from tests.adapters import broken_answers
from tests.adapters.fault_server import Wire, mode
from tests.adapters.odd_answers import good

# Modes that a second request finds whole.
PASSING = frozenset(
    {
        "busy_once",
        "busy_by_milliseconds_once",
        "broken_once",
        "drops_once",
        "empty_once",
        "no_stream_options",
        "newer_limit_name",
        "too_long_once",
    }
)


@mode
def busy_once(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(429, '{"error": {"message": "slow down"}}', Retry_After="0")
    else:
        good(wire, count)


@mode
def busy_by_milliseconds_once(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(429, '{"error": {"message": "slow down"}}', Retry_After_Ms="150")
    else:
        good(wire, count)


@mode
def broken_once(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(500, '{"error": {"message": "out of memory"}}')
    else:
        good(wire, count)


@mode
def drops_once(wire: Wire, count: int) -> None:
    if count == 1:
        wire.reset()
    else:
        good(wire, count)


@mode
def empty_once(wire: Wire, count: int) -> None:
    if count == 1:
        wire.head()
        wire.finish()
    else:
        good(wire, count)


@mode
def no_stream_options(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(400, '{"error": {"message": "Unrecognized request argument supplied: stream_options"}}')
    else:
        good(wire, count)


@mode
def newer_limit_name(wire: Wire, count: int) -> None:
    if count == 1:
        wire.page(400, '{"error": {"message": "Unsupported: max_tokens. Use max_completion_tokens instead."}}')
    else:
        good(wire, count)


@mode
def too_long_once(wire: Wire, count: int) -> None:
    if count == 1:
        broken_answers.too_long_for_llama(wire, count)
    else:
        good(wire, count)


# --- Faults


@mode
def silent(wire: Wire, count: int) -> None:
    wire.wait()


@mode
def trickled_head(wire: Wire, count: int) -> None:
    """A byte every 30 ms: no single wait is ever long."""
    for byte in b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Padding: " + b"x" * 1000:
        wire.raw(bytes([byte]))
        if not wire.wait(0.03):
            return


@mode
def comments_only(wire: Wire, count: int) -> None:
    wire.head()
    while wire.wait(0.03):
        wire.raw(b": keep-alive\n\n")


@mode
def stalls(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("Returns take ")
    wire.wait()


@mode
def stalls_with_comments(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("Returns take ")
    while wire.wait(0.03):
        wire.raw(b": keep-alive\n\n")


@mode
def trickled_event(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("Returns take ")
    while wire.wait(0.03):
        wire.raw(b"d")


@mode
def talks_for_ever(wire: Wire, count: int) -> None:
    wire.head()
    while wire.wait(0.03):
        wire.say("on ")


@mode
def trickled_error(wire: Wire, count: int) -> None:
    wire.head(500, "text/plain")
    while wire.wait(0.03):
        wire.raw(b"e")


@mode
def busy_for_long(wire: Wire, count: int) -> None:
    wire.page(429, '{"error": {"message": "slow down"}}', Retry_After="120")


@mode
def busy_until_a_date(wire: Wire, count: int) -> None:
    wire.page(503, "later", "text/plain", Retry_After="Fri, 01 Jan 2100 00:00:00 GMT")


@mode
def busy_without_a_time(wire: Wire, count: int) -> None:
    wire.page(429, '{"error": {"message": "slow down"}}')


@mode
def out_of_money(wire: Wire, count: int) -> None:
    wire.page(429, '{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}')


@mode
def broken(wire: Wire, count: int) -> None:
    wire.page(500, '{"error": {"message": "out of memory"}}')


@mode
def broken_gateway(wire: Wire, count: int) -> None:
    page = "<html><head><style>body {color: red}</style></head><body><h1>502 Bad Gateway</h1></body></html>"
    wire.page(502, page, "text/html")
