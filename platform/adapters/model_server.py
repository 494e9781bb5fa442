"""The door to a server with OpenAI's HTTP interface: one POST, and every way it can fail as a ChatError."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpcore
import httpx
import orjson

from adapters.deadline import Deadline
from adapters.deadline_network import DeadlineBackend
from adapters.server_faults import fault_of_answer
from ports.errors import ChatError, PortMisconfigured

_ERROR_BYTES = 64 * 1024  # of an error's body that are looked at


class ModelServer:
    """Thread-safe. The key goes into one header of the request, and is cut out of whatever a server sends back."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str = "",
        headers: Mapping[str, str] | None = None,
        verify: bool | str = True,
        proxy: str = "",
        max_connections: int = 200,
    ) -> None:
        """`base_url` ends before /chat/completions. `verify`: False, or a file of certificates to trust."""
        if not base_url.startswith(("http://", "https://")):
            raise PortMisconfigured(f"{base_url!r} is no address of a model server. Write http://… or https://….")
        self._base_url = base_url.rstrip("/")
        self._secret = api_key
        self._client = httpx.Client(
            transport=_transport(verify=verify, proxy=proxy, max_connections=max_connections),
            headers={"Accept-Encoding": "identity", "User-Agent": "anamnesis", **(headers or {})},
            follow_redirects=False,  # a redirect would carry the key to another host
        )
        weakref.finalize(self, self._client.close)  # idle connections end with their owner

    def __repr__(self) -> str:
        return f"ModelServer({self._base_url!r})"

    @contextmanager
    def post(self, path: str, body: Mapping[str, object], *, deadline: Deadline) -> Iterator[httpx.Response]:
        """The open answer of status 200; read it by `pieces`. Raises ChatError for everything else."""
        try:
            request = self._request(path, body, deadline)
            response = self._client.send(request, stream=True)
            try:
                if response.status_code != httpx.codes.OK:
                    raise fault_of_answer(response.status_code, response.headers, _beginning(response))
                yield response
            finally:
                response.close()
        except ChatError as error:
            raise self._without_key(error) from None
        except httpx.HTTPError as error:
            raise self._without_key(_fault_of_network(error)) from None

    def close(self) -> None:
        self._client.close()

    def _request(self, path: str, body: Mapping[str, object], deadline: Deadline) -> httpx.Request:
        waits = {"connect": deadline, "read": deadline, "write": deadline, "pool": deadline.remaining()}
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
        if self._secret:
            headers["Authorization"] = f"Bearer {self._secret}"
        return self._client.build_request(
            "POST", self._base_url + path, content=orjson.dumps(body), headers=headers, extensions={"timeout": waits}
        )

    def _without_key(self, error: ChatError) -> ChatError:
        if not self._secret or self._secret not in error.detail:
            return error
        return ChatError(
            error.fault, error.detail.replace(self._secret, "***"), retry_after=error.retry_after, limit=error.limit,
            prompt_tokens=error.prompt_tokens,
        )  # fmt: skip


def pieces(response: httpx.Response) -> Iterator[bytes]:
    """The body as it comes. Raises ChatError where it is compressed: nobody asked, and it may unpack without end."""
    encoding = response.headers.get("content-encoding", "identity").lower()
    if encoding not in {"identity", ""}:
        raise ChatError("bad_answer", f"the answer is packed ({encoding}) though nobody asked")
    yield from response.iter_raw()


def _transport(*, verify: bool | str, proxy: str, max_connections: int) -> httpx.HTTPTransport:
    context = httpx.create_ssl_context(verify=verify)
    transport = httpx.HTTPTransport(verify=context)
    # httpx has no argument for a network backend; its transport is a thin cover over this pool.
    transport._pool = httpcore.ConnectionPool(
        ssl_context=context,
        proxy=httpcore.Proxy(proxy) if proxy else None,
        max_connections=max_connections,
        max_keepalive_connections=20,
        keepalive_expiry=15.0,
        network_backend=DeadlineBackend(),
    )
    return transport


def _beginning(response: httpx.Response) -> bytes:
    body = bytearray()
    for piece in pieces(response):
        body += piece
        if len(body) >= _ERROR_BYTES:
            break
    return bytes(body[:_ERROR_BYTES])


def _fault_of_network(error: httpx.HTTPError) -> ChatError:
    match error:
        case httpx.ConnectTimeout() | httpx.PoolTimeout():
            return ChatError("timeout", f"no connection: {type(error).__name__}")
        case httpx.ConnectError() | httpx.ProxyError():
            return ChatError("unreachable", str(error))
        case httpx.RemoteProtocolError() | httpx.ReadError() | httpx.WriteError():
            return ChatError("cut", str(error) or type(error).__name__)
        case _:
            return ChatError("bad_answer", f"{type(error).__name__}: {error}")
