"""Static files, answered before Django: no thread, no middleware, no collectstatic."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from whitenoise.middleware import WhiteNoiseMiddleware

from config.asgi_types import Application, Receive, Scope, Send

_CHUNK = 64 * 1024


class StaticFiles:
    """WhiteNoise's file table (types, ETag, ranges, cache headers) behind ASGI.

    Its own middleware is synchronous: it would push every request of Django through a thread twice.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._noise = WhiteNoiseMiddleware(get_response=lambda request: None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        file = None
        if scope.get("method") in ("GET", "HEAD") and path.startswith(self._noise.static_prefix):
            file = self._noise.find_file(path) if self._noise.autorefresh else self._noise.files.get(path)
        if file is None:
            await self._application(scope, receive, send)
            return
        response = file.get_response(scope["method"], _headers(scope))
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.headers]
        headers.append((b"x-content-type-options", b"nosniff"))
        await send({"type": "http.response.start", "status": HTTPStatus(response.status).value, "headers": headers})
        if response.file is not None:
            with response.file:
                while chunk := await asyncio.to_thread(response.file.read, _CHUNK):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def _headers(scope: Scope) -> dict[str, str]:
    """In the names of a WSGI environment, which WhiteNoise reads."""
    pairs: list[tuple[bytes, bytes]] = scope.get("headers", [])
    return {
        "HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1") for name, value in pairs
    }
