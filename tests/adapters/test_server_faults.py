"""What a refusal means, in the words of the servers in the field."""

from __future__ import annotations

import json

import pytest

from adapters.server_faults import fault_of_answer, fault_of_object, retry_after

FRIDAY = 1_798_200_000.0  # seconds since 1970


@pytest.mark.parametrize(
    ("status", "message", "fault"),
    [
        (400, "This model's maximum context length is 8192 tokens, however you requested 9000", "context_overflow"),
        (400, "the request exceeds the available context size. try increasing it", "context_overflow"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", "context_overflow"),
        (400, "The input token count (1200000) exceeds the maximum number allowed", "context_overflow"),
        (413, "Please reduce the length of the messages", "context_overflow"),
        (422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096", "context_overflow"),
        (500, "input is too long for this model", "context_overflow"),
        (400, "temperature must be at most 2", "refused"),
        (401, "Incorrect API key", "refused"),
        (403, "Country not supported", "refused"),
        (404, "no such model", "refused"),
        (408, "request timed out", "server_error"),
        (429, "slow down", "rate_limited"),
        (500, "oops", "server_error"),
        (503, "Loading model", "server_error"),
        (529, "overloaded", "server_error"),
        (301, "", "refused"),
    ],
)
def test_the_fault_of_an_answer(status: int, message: str, fault: str) -> None:
    body = json.dumps({"error": {"message": message}}).encode()
    assert fault_of_answer(status, {}, body).fault == fault


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        ("This model's maximum context length is 4096 tokens.", 4096),
        ("exceeds the available context size (512 tokens), try increasing it", 512),
        ("the context window of 32768 tokens", 32768),
        ("prompt is too long", 0),
    ],
)
def test_the_limit_in_a_servers_words(message: str, limit: int) -> None:
    assert fault_of_answer(400, {}, json.dumps({"error": {"message": message}}).encode()).limit == limit


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Fri, 25 Dec 2026 12:00:10 GMT"}, 10.0),
        ({"retry-after": "Fri, 25 Dec 2020 12:00:10 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
    ],
)
def test_how_long_a_server_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, now=FRIDAY) == seconds


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"error": null}',
        b'{"error": "words"}',
        b'{"error": {"message": 5}}',
        b"3",
    ],
)
def test_no_body_is_too_odd(body: bytes) -> None:
    assert fault_of_answer(500, {}, body).fault == "server_error"


def test_a_page_becomes_one_short_line() -> None:
    page = b"<html><head><style>p {color: red}</style></head>\n<body>\n<h1>502 Bad Gateway</h1></body>" + b"<p>x" * 9999
    detail = fault_of_answer(502, {}, page).detail
    assert detail.startswith("status 502: 502 Bad Gateway x x")
    assert len(detail) < 350


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"message": "rate limit", "code": 429}, "rate_limited"),
        ({"message": "no such model", "code": 404}, "refused"),
        ({"message": "boom"}, "server_error"),
        ("boom", "server_error"),
        (["boom"], "server_error"),
        ({"message": "maximum context length is 5 tokens"}, "context_overflow"),
    ],
)
def test_the_fault_of_an_error_in_mid_stream(value: object, fault: str) -> None:
    assert fault_of_object(value).fault == fault
