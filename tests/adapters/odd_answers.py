"""Modes of the fault server: good answers in odd clothes."""

from __future__ import annotations

import json

from tests.adapters.fault_server import ANSWER, SSE, Wire, chunk, mode, pieces, whole


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
def answers_by_tool(wire: Wire, count: int) -> None:
    wire.head()
    for number, arguments in enumerate(('{"name": ', '"土', '豆"}')):
        named = {"name": "answer", "arguments": arguments} if number == 0 else {"arguments": arguments}
        wire.event(chunk({"tool_calls": [{"index": 0, "function": named}]}))
    wire.finish("tool_calls")


@mode
def too_long_by_far(wire: Wire, count: int) -> None:
    """Ignores max_tokens."""
    wire.head()
    number = 0
    while wire.wait(0):
        number += 1
        wire.say(f"and so on, {number} " * 50)


@mode
def repeats_the_question(wire: Wire, count: int) -> None:
    """Says what it was asked, in small pieces, on a connection that may be used again."""
    messages = wire.request.body["messages"]
    assert isinstance(messages, list)
    text = str(messages[-1]["content"])
    events = [f"data: {json.dumps(chunk({'content': text[at : at + 3]}))}\n\n" for at in range(0, len(text), 3)]
    body = "".join([*events, "data: [DONE]\n\n"]).encode()
    wire.raw(f"HTTP/1.1 200 OK\r\nContent-Type: {SSE}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    for at in range(0, len(body), 400):
        wire.raw(body[at : at + 400])
        wire.wait(0.0005)


@mode
def cites(wire: Wire, count: int) -> None:
    wire.head()
    for piece in pieces("You may return an unopened bag of beans within 30 days of delivery [1]."):
        wire.say(piece)
    wire.finish()


@mode
def cites_a_lie(wire: Wire, count: int) -> None:
    wire.head()
    for piece in pieces("You may return an unopened bag of beans within 90 days of delivery [1]."):
        wire.say(piece)
    wire.finish()
