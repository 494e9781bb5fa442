"""httpcore's sockets, with a Deadline in place of a time-out.

httpcore hands the value of `extensions["timeout"]` through to each socket call untouched. A number would begin anew
with each byte; a Deadline says what is left. It is looked at before each call, on the caller's own thread.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
from collections.abc import Iterable
from typing import Any

import httpcore

from adapters.deadline import Deadline
from ports.errors import ChatError

_PIECE = 64 * 1024  # bytes written between two looks at the deadline


class DeadlineBackend(httpcore.NetworkBackend):
    def __init__(self) -> None:
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: Deadline | float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        if not isinstance(timeout, Deadline):
            raise TypeError("This backend waits by deadlines only.")
        addresses = _resolve(host, port, timeout)
        for number, address in enumerate(addresses):
            share = timeout.remaining() / (len(addresses) - number)
            try:
                return DeadlineStream(self._inner.connect_tcp(address, port, share, local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(addresses) - 1:
                    raise
        raise httpcore.ConnectError(f"{host} has no address")


class DeadlineStream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: Deadline | float | None = None) -> bytes:
        if not isinstance(timeout, Deadline):
            return self._inner.read(max_bytes, timeout)
        while True:
            try:
                return self._inner.read(max_bytes, timeout.wait_slice())
            except httpcore.ReadTimeout:
                timeout.remaining()  # raises when it was the deadline, not the slice

    def write(self, buffer: bytes, timeout: Deadline | float | None = None) -> None:
        if not isinstance(timeout, Deadline):
            self._inner.write(buffer, timeout)
            return
        timeout.request_sent()
        for start in range(0, len(buffer), _PIECE):
            try:
                self._inner.write(buffer[start : start + _PIECE], timeout.remaining())
            except httpcore.WriteTimeout as error:
                raise ChatError("timeout", "the server does not take the request") from error

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: Deadline | float | None = None,
    ) -> httpcore.NetworkStream:
        seconds = timeout.remaining() if isinstance(timeout, Deadline) else timeout
        return DeadlineStream(self._inner.start_tls(ssl_context, server_hostname, seconds))

    def close(self) -> None:
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401  httpcore's own signature
        return self._inner.get_extra_info(info)


def _resolve(host: str, port: int, deadline: Deadline) -> list[str]:
    """Addresses of a host. The system's resolver knows no time-out and may take half a minute, so it gets a thread."""
    found: queue.SimpleQueue[list[str] | OSError] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put(list(dict.fromkeys(str(row[4][0]) for row in rows)))
        except OSError as error:
            found.put(error)

    if _is_address(host):
        return [host]
    threading.Thread(target=look_up, name="resolver", daemon=True).start()
    while True:
        try:
            answer = found.get(timeout=deadline.wait_slice())
        except queue.Empty:
            deadline.remaining()
            continue
        if isinstance(answer, OSError):
            raise httpcore.ConnectError(str(answer)) from answer
        return answer


def _is_address(host: str) -> bool:
    try:
        socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return False
    return True
