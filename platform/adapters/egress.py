"""The only door by which the product fetches from the web.

The check stands where the connection is made: a name is resolved once, every address of the answer must be public, and
the connection goes to an address that was checked. So redirects, rebinding and mixed answers meet the same gate.
"""

from __future__ import annotations

import socket
import ssl
import time
import typing
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import urljoin, urlsplit

import httpcore

from adapters.public_addresses import PORTS, Target, is_public, read_url
from ports.errors import FetchError, ForbiddenAddress
from ports.fetching import Fetched, FetchRequest

Resolve = Callable[[str, int], Sequence[str]]
AGENT = "AnamnesisBot/1.0"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OWN_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "user-agent"})
_BETWEEN_HOSTS = frozenset({"accept", "accept-language", "if-none-match", "if-modified-since"})


def resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(entry[4][0]) for entry in found]


class EgressFetcher:
    def __init__(
        self, *, ports: Iterable[int] = PORTS, resolve: Resolve = resolve, trusted: Iterable[str] = ()
    ) -> None:
        """`trusted`: "host:port" allowed although it is not public, for a company's own network; none by default."""
        self._ports, self._resolve, self._trusted = frozenset(ports), resolve, frozenset(trusted)

    def fetch(self, request: FetchRequest) -> Fetched:
        deadline = time.monotonic() + request.timeout
        url, method, body, headers = request.url, request.method.upper(), request.body, _headers(request)
        for _ in range(request.max_redirects + 1):
            target = self._read(url)
            answer = self._exchange(target, url, method, headers, body, request.max_bytes, deadline)
            location = answer.headers.get("location", "")
            if answer.status not in _REDIRECTS or not location:
                return answer
            onward = urljoin(url, location)
            if self._read(onward).host != target.host:
                headers = {name: value for name, value in headers.items() if name in _BETWEEN_HOSTS}
            if answer.status == 303 or (answer.status in {301, 302} and method == "POST"):
                method, body = "GET", None
            url = onward
        raise FetchError(f"More than {request.max_redirects} redirects.", fault="redirects")

    def _read(self, url: str) -> Target:
        parts = urlsplit(url)
        if parts.netloc in self._trusted and parts.scheme in {"http", "https"}:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            return Target(scheme=parts.scheme, host=parts.hostname or "", port=parts.port or 80, path=path)
        return read_url(url, ports=self._ports)

    def _exchange(
        self,
        target: Target,
        url: str,
        method: str,
        headers: Mapping[str, str],
        body: bytes | None,
        max_bytes: int,
        deadline: float,
    ) -> Fetched:
        backend = _CheckedBackend(self._resolve, self._trusted, deadline)
        sent = [(name.encode("ascii"), value.encode("latin-1", "strict")) for name, value in headers.items()]
        try:
            with (
                httpcore.ConnectionPool(
                    ssl_context=ssl.create_default_context(), network_backend=backend, max_connections=1
                ) as pool,
                pool.stream(
                    method, url, headers=sent, content=body, extensions={"timeout": _timeouts(deadline)}
                ) as got,
            ):
                received = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in got.headers}
                content = _content(got.iter_stream(), received.get("content-encoding", ""), max_bytes, deadline)
                return Fetched(
                    url=url, status=got.status, headers=received, body=content, not_modified=got.status == 304
                )
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError, zlib.error) as error:
            late = isinstance(error, httpcore.TimeoutException | TimeoutError)
            detail = f"{target.host} did not answer properly ({type(error).__name__})."
            raise FetchError(detail, fault="timeout" if late else "unreachable") from error


class _CheckedBackend(httpcore.NetworkBackend):
    def __init__(self, resolve: Resolve, trusted: frozenset[str], deadline: float) -> None:
        self._resolve, self._trusted, self._deadline = resolve, trusted, deadline
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[typing.Any] | None = None,  # httpcore's own signature
    ) -> httpcore.NetworkStream:
        address = host if f"{host}:{port}" in self._trusted else self._checked(host, port)
        stream = self._inner.connect_tcp(address, port, timeout=timeout, socket_options=socket_options)
        return _TimedStream(stream, self._deadline)

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[typing.Any] | None = None
    ) -> httpcore.NetworkStream:
        raise ForbiddenAddress("Only http and https addresses may be fetched.")

    def _checked(self, host: str, port: int) -> str:
        try:
            addresses = list(self._resolve(host.strip("[]"), port))
        except OSError as error:
            raise FetchError(f"The name {host} is not known.", fault="unknown_name") from error
        if not addresses or not all(map(is_public, addresses)):
            raise ForbiddenAddress("This name does not lead to the public internet.")
        return addresses[0]


class _TimedStream(httpcore.NetworkStream):
    """No read or write outlives the deadline of the whole exchange: a drip of bytes does not keep it open."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: float) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, timeout=self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, timeout=self._left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _TimedStream(self._inner.start_tls(ssl_context, server_hostname, self._left()), self._deadline)

    def get_extra_info(self, info: str) -> typing.Any:  # noqa: ANN401  httpcore's own signature
        return self._inner.get_extra_info(info)

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the exchange took too long")
        return left


def _url(target: Target) -> httpcore.URL:
    """From the checked parts, so that nothing reads the text a second time."""
    return httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)


def _headers(request: FetchRequest) -> dict[str, str]:
    made = {"accept": "*/*"}
    for name, value in (request.headers or {}).items():
        if name.lower() not in _OWN_HEADERS and "\r" not in name + value and "\n" not in name + value:
            made[name.lower()] = value
    if request.etag:
        made["if-none-match"] = request.etag
    if request.last_modified:
        made["if-modified-since"] = request.last_modified
    return made | {"user-agent": AGENT, "accept-encoding": "gzip"}


def _timeouts(deadline: float) -> dict[str, dict[str, float]]:
    left = max(deadline - time.monotonic(), 0.01)
    return {"timeout": {"connect": min(left, 10.0), "read": left, "write": left, "pool": left}}


def _content(chunks: Iterable[bytes], encoding: str, max_bytes: int, deadline: float) -> bytes:
    """Unpacked as it comes, so that a small answer cannot become a large one unseen."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16) if encoding.strip().lower() in {"gzip", "x-gzip"} else None
    made = bytearray()
    for chunk in chunks:
        made += unpacker.decompress(chunk, max_bytes + 1 - len(made)) if unpacker else chunk
        if len(made) > max_bytes:
            raise FetchError(f"The answer is longer than {max_bytes} bytes.", fault="too_large")
        if time.monotonic() > deadline:
            raise FetchError("The answer took too long.", fault="timeout")
    return bytes(made)
