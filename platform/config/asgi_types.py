"""The ASGI 3 calling convention, as far as config speaks it (asgi.readthedocs.io)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

Scope = dict[str, Any]  # the specification's own openness, and Django's signature
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Application(Protocol):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...
