"""One process that serves pages and sockets, by uvicorn."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from django.conf import settings

PORT_NOT_FREE = 4  # exit code


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything is started: a taken port is known at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        reason = f"cannot be used on {host} ({(error.strerror or str(error)).lower()})"
        sys.stderr.write(
            f"Port {port} {reason}. Choose another one: make run PORT=8001, or manage.py up --port 8001.\n"
        )
        raise SystemExit(PORT_NOT_FREE) from error
    return listening


def serve(listening: socket.socket, *, started: Callable[[], None]) -> bool:
    """Until SIGINT or SIGTERM; False when the application refused to start. `started` runs once requests are taken."""
    config = uvicorn.Config(
        "config.asgi:application",
        ws="websockets-sansio",
        ws_max_size=4 * settings.MAX_FRAME_BYTES,  # up to here a frame too large is answered by an error, not a close
        ws_ping_interval=25.0,
        ws_ping_timeout=25.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = _Server(config, started=started)
    server.run(sockets=[listening])
    return server.started


def leave_on_sigterm() -> None:
    """SIGTERM unwinds like Ctrl-C, so that what was started is stopped: uvicorn raises its signals again at its end."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # one is enough: the rest is tidying up
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(0)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._tell()
