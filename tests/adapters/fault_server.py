"""A model server on a real socket that fails in one way per mode; the mode is the first part of the path."""

from __future__ import annotations

import json
import socket
import socketserver
import struct
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType

ANSWER = "Returns take 30 days. 退货需三十天。"
SSE = "text/event-stream"


@dataclass(frozen=True, kw_only=True, slots=True)
class Received:
    mode: str
    headers: dict[str, str]
    body: dict[str, object]


class Wire:
    """One request's connection, for a mode to write on."""

    def __init__(self, sock: socket.socket, request: Received, stopping: threading.Event) -> None:
        self.sock = sock
        self.request = request
        self._stopping = stopping

    def raw(self, data: bytes) -> None:
        self.sock.sendall(data)

    def head(self, status: int = 200, kind: str = SSE, **headers: str) -> None:
        lines = [f"HTTP/1.1 {status} Some", f"Content-Type: {kind}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.raw("\r\n".join(lines).encode() + b"\r\n\r\n")

    def page(self, status: int, text: str, kind: str = "application/json", **headers: str) -> None:
        self.head(status, kind, Content_Length=str(len(text.encode())), **headers)
        self.raw(text.encode())

    def event(self, value: object, end: str = "\n\n") -> None:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        self.raw(f"data: {text}{end}".encode())

    def say(self, text: str) -> None:
        self.event(chunk({"content": text}))

    def finish(self, reason: str = "stop", *, usage: bool = True, done: bool = True) -> None:
        self.event(chunk({}, finish_reason=reason))
        if usage:
            self.event({"choices": [], "usage": {"prompt_tokens": 21, "completion_tokens": 9}})
        if done:
            self.event("[DONE]")

    def wait(self, seconds: float = 30) -> bool:
        """True to go on, False when the test is over."""
        return not self._stopping.wait(seconds)

    def reset(self) -> None:
        """Close with RST instead of FIN."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


Mode = Callable[[Wire, int], None]  # the int counts this mode's requests from 1
MODES: dict[str, Mode] = {}
KEPT_OPEN = frozenset({"repeats_the_question"})  # the others say "Connection: close"


def mode(function: Mode) -> Mode:
    MODES[function.__name__] = function
    return function


def chunk(delta: dict[str, object], *, finish_reason: str | None = None) -> dict[str, object]:
    return {"model": "fault-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]}


def whole(text: str = ANSWER) -> str:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 21, "completion_tokens": 9}
    return json.dumps({"model": "fault-1", "choices": [choice], "usage": usage}, ensure_ascii=False)


def pieces(text: str = ANSWER) -> list[str]:
    return [text[start : start + 3] for start in range(0, len(text), 3)]


@dataclass
class FaultServer:
    received: list[Received] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _open: set[socket.socket] = field(default_factory=set)

    def __enter__(self) -> FaultServer:
        fault_server = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                fault_server.serve(self.request)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True
            block_on_close = False
            request_queue_size = 128

            def handle_error(self, request: object, client_address: object) -> None:
                """The client went away: that is what most modes are for."""

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        for sock in list(self._open):
            sock.close()

    @property
    def port(self) -> int:
        port: int = self._server.server_address[1]
        return port

    def url(self, name: str) -> str:
        assert name in MODES, name
        return f"http://127.0.0.1:{self.port}/{name}/v1"

    def of(self, name: str) -> list[Received]:
        return [received for received in self.received if received.mode == name]

    def serve(self, sock: socket.socket) -> None:
        self._open.add(sock)
        try:
            while request := _read_request(sock):
                self.received.append(request)
                self.counts[request.mode] += 1
                MODES[request.mode](Wire(sock, request, self._stopping), self.counts[request.mode])
                if request.mode not in KEPT_OPEN:
                    return
        finally:
            self._open.discard(sock)


def _read_request(sock: socket.socket) -> Received | None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = sock.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += sock.recv(65536)
    return Received(mode=first.split("/")[1], headers=headers, body=json.loads(body))
