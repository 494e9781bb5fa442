"""Modes of the fault server: answers that are cut, broken, endless, empty or something else altogether."""

from __future__ import annotations

import gzip
import json

from tests.adapters.fault_server import Wire, chunk, mode, whole


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
