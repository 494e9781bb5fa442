"""Which sites may open a socket to a bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def allowed(scope: Mapping[str, object], origins: Iterable[str]) -> bool:
    """The chat runs in a frame of our own, so our own origin is right; with an allow-list, one of it is right too.

    Programs and mobile apps send no origin: they are let in where the list is empty.
    """
    listed = set(origins)
    if not listed:
        return True
    headers = dict(scope.get("headers") or [])  # type: ignore[call-overload]  # ASGI's list of pairs
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    own = headers.get(b"host", b"").decode("latin-1").lower()
    return origin in listed or (bool(own) and origin in (f"http://{own}", f"https://{own}"))
