"""The modes of the fault server: what servers in the field have done, one function each."""

from __future__ import annotations

import gzip
import json

from tests.adapters.fault_server import ANSWER, Wire, chunk, mode, pieces, whole

# --- Good answers in odd clothes


@mode
def good(wire: Wire, count: int) -> None:
    wire.head()
    for piece in pieces():
        wire.say(piece)
    wire.finish()


@mode
def whole_json(wire: Wire, count: int) -> None:
    wire.page(200, whole())


@mode
def split_anywhere(wire: Wire, count: int) -> None:
    """Byte by byte: through the middle of characters, line ends and escapes."""
    wire.head()
    text = json.dumps(chunk({"content": ANSWER}), ensure_ascii=False)
    for byte in f"\ufeff: hello\r\ndata: {text}\r\n\r\ndata: [DONE]\r\n\r\n".encode():
        wire.raw(bytes([byte]))


@mode
def carriage_returns(wire: Wire, count: int) -> None:
    wire.head()
    for piece in pieces():
        wire.event(chunk({"content": piece}), end="\r\r")
    wire.event("[DONE]", end="\r\r")


@mode
def utf8_called_latin1(wire: Wire, count: int) -> None:
    wire.head(kind="text/event-stream; charset=iso-8859-1")
    wire.say(ANSWER)
    wire.finish()


@mode
def gbk_as_declared(wire: Wire, count: int) -> None:
    wire.head(kind="text/event-stream; charset=gbk")
    wire.raw(b"data: " + json.dumps(chunk({"content": ANSWER}), ensure_ascii=False).encode("gbk") + b"\n\n")
    wire.finish()


@mode
def half_characters(wire: Wire, count: int) -> None:
    """An emoji's two surrogates in two chunks, then one that never gets its other half, and a NUL."""
    wire.head()
    for escaped in ("Fine \\ud83d", "\\ude00 day", "\\u0000!", "\\ud83d"):
        wire.raw(b'data: {"choices":[{"index":0,"delta":{"content":"' + escaped.encode() + b'"}}]}\n\n')
    wire.finish()


@mode
def thinks_aloud(wire: Wire, count: int) -> None:
    wire.head()
    for piece in ("<th", "ink>The customer wants ", "</thi", "nk>\n\n", ANSWER):
        wire.say(piece)
    wire.finish()


@mode
def thinks_apart(wire: Wire, count: int) -> None:
    """Thoughts in a field of their own for longer than the time between two chunks."""
    wire.head()
    for _ in range(6):
        wire.event(chunk({"reasoning_content": "hm", "content": None}))
        wire.wait(0.1)
    wire.say(ANSWER)
    wire.finish()


@mode
def content_in_parts(wire: Wire, count: int) -> None:
    wire.head()
    wire.event(chunk({"content": [{"type": "text", "text": ANSWER}, {"type": "image_url", "image_url": {}}]}))
    wire.finish()


@mode
def no_done(wire: Wire, count: int) -> None:
    wire.head()
    wire.say(ANSWER)
    wire.finish(done=False)


@mode
def no_done_and_stays_open(wire: Wire, count: int) -> None:
    wire.head()
    wire.say(ANSWER)
    wire.finish(done=False)
    wire.wait()


@mode
def done_and_stays_open(wire: Wire, count: int) -> None:
    wire.head()
    wire.say(ANSWER)
    wire.finish()
    wire.wait()


@mode
def reset_after_the_last_word(wire: Wire, count: int) -> None:
    wire.head(Transfer_Encoding="chunked")
    data = b"data: " + json.dumps(chunk({"content": ANSWER}, finish_reason="stop")).encode() + b"\n\n"
    wire.raw(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    wire.wait(0.05)


@mode
def each_chunk_twice_with_ids(wire: Wire, count: int) -> None:
    wire.head()
    for number, piece in enumerate(pieces()):
        for _ in range(2):
            wire.raw(f"id: {number}\n".encode())
            wire.say(piece)
    wire.finish()
    wire.finish()


@mode
def a_long_chunk_twice(wire: Wire, count: int) -> None:
    wire.head()
    wire.say(ANSWER)
    wire.say(ANSWER)
    wire.finish()


@mode
def the_last_chunk_twice(wire: Wire, count: int) -> None:
    wire.head()
    wire.event(chunk({"content": ANSWER}, finish_reason="stop"))
    wire.event(chunk({"content": ANSWER}, finish_reason="stop"))
    wire.event("[DONE]")


@mode
def tool_junk_around_text(wire: Wire, count: int) -> None:
    wire.head()
    wire.event(
        chunk({"tool_calls": [{"index": 0, "function": {"name": "pay", "arguments": '{"x":'}}], "content": None})
    )
    wire.event({"choices": [None, 3, {"index": 1, "delta": {"content": "another choice"}}]})
    wire.event(chunk({"content": {"not": "text"}}))
    wire.event({"object": "ping"})
    wire.say(ANSWER)
    wire.finish()


@mode
def too_long_by_far(wire: Wire, count: int) -> None:
    """Ignores max_tokens."""
    wire.head()
    number = 0
    while wire.wait(0):
        number += 1
        wire.say(f"and so on, {number} " * 50)


# --- Answers that a second attempt finds whole


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
        too_long_for_llama(wire, count)
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


@mode
def cut_in_a_chunk(wire: Wire, count: int) -> None:
    wire.head(Transfer_Encoding="chunked")
    wire.raw(b"ff\r\ndata: {")


@mode
def reset_after_text(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("Returns take ")
    wire.wait(0.05)
    wire.reset()


@mode
def ends_without_an_end(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("Returns take ")


@mode
def html_page(wire: Wire, count: int) -> None:
    wire.page(200, "<!doctype html><title>Log in</title><p>Please log in to the proxy.", "text/html")


@mode
def html_called_events(wire: Wire, count: int) -> None:
    wire.page(200, "<!doctype html><title>Log in</title>", "text/event-stream")


@mode
def broken_event(wire: Wire, count: int) -> None:
    wire.head()
    wire.event('{"choices": [{"index": 0, "delta": {"cont')
    wire.event("[DONE]")


@mode
def broken_json(wire: Wire, count: int) -> None:
    wire.page(200, whole()[:60])


@mode
def shorter_than_promised(wire: Wire, count: int) -> None:
    wire.head(200, "application/json", Content_Length="5000")
    wire.raw(whole()[:60].encode())


@mode
def list_of_things(wire: Wire, count: int) -> None:
    wire.page(200, "[1, 2, 3]")


@mode
def another_shape(wire: Wire, count: int) -> None:
    wire.page(200, '{"result": {"text": "Returns take 30 days."}}')


@mode
def deep_json(wire: Wire, count: int) -> None:
    wire.head()
    wire.event("[" * 100_000)


@mode
def huge_number(wire: Wire, count: int) -> None:
    wire.head()
    wire.event('{"choices": ' + "9" * 10_000 + "}")


@mode
def huge_token(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("x" * 10_000_000)
    wire.finish()


@mode
def huge_json(wire: Wire, count: int) -> None:
    wire.page(200, whole("x" * 10_000_000))


@mode
def line_without_end(wire: Wire, count: int) -> None:
    wire.head()
    wire.raw(b"data: ")
    while wire.wait(0):
        wire.raw(b"x" * 65536)


@mode
def not_utf8(wire: Wire, count: int) -> None:
    wire.head()
    wire.raw(b'data: {"choices":[{"index":0,"delta":{"content":"caf\xe9 \xff\xfe"}}]}\n\n')
    wire.finish()


@mode
def packed(wire: Wire, count: int) -> None:
    """Two kilobytes that become two megabytes."""
    body = gzip.compress(b"data: " + b"x" * 2_000_000)
    wire.head(Content_Encoding="gzip", Content_Length=str(len(body)))
    wire.raw(body)


@mode
def asks_for_a_tool(wire: Wire, count: int) -> None:
    wire.head()
    wire.event(chunk({"tool_calls": [{"index": 0, "function": {"name": "pay", "arguments": "{}"}}]}))
    wire.finish("tool_calls")


@mode
def empty(wire: Wire, count: int) -> None:
    wire.head()
    wire.event(chunk({"role": "assistant", "content": ""}))
    wire.finish()


@mode
def nothing_at_all(wire: Wire, count: int) -> None:
    wire.page(200, "", "text/event-stream")


@mode
def only_thoughts(wire: Wire, count: int) -> None:
    wire.head()
    wire.say("<think>What would they like to hear, I wonder")
    wire.finish("length")


@mode
def filtered(wire: Wire, count: int) -> None:
    wire.head()
    wire.finish("content_filter")


@mode
def too_long_for_openai(wire: Wire, count: int) -> None:
    message = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens."
    error = {"message": message, "type": "invalid_request_error", "code": "context_length_exceeded"}
    wire.page(400, json.dumps({"error": error}))


@mode
def too_long_for_llama(wire: Wire, count: int) -> None:
    error = {
        "code": 400,
        "message": "request (1030 tokens) exceeds the available context size (512 tokens), try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 1030,
        "n_ctx": 512,
    }
    wire.page(400, json.dumps({"error": error}))


@mode
def error_in_the_stream(wire: Wire, count: int) -> None:
    wire.head()
    wire.event({"error": {"message": "the GPU fell off the bus", "code": 500}})


@mode
def too_long_in_the_stream(wire: Wire, count: int) -> None:
    wire.head()
    wire.event({"error": {"message": "prompt is too long: 9000 tokens > 8192 maximum"}})


@mode
def key_in_the_error(wire: Wire, count: int) -> None:
    wire.page(401, '{"error": {"message": "Incorrect API key provided: sk-very-secret-1234."}}')


@mode
def no_such_model(wire: Wire, count: int) -> None:
    wire.page(404, '{"error": {"message": "The model `x` does not exist"}}')


@mode
def moved(wire: Wire, count: int) -> None:
    wire.page(307, "", Location="http://127.0.0.1:9/elsewhere/v1/chat/completions")
