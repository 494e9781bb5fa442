"""What a web process does before its first request and after its last."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading

from django.conf import settings
from django.db import connections

from bots.api import settle
from config.asgi_types import Receive, Scope, Send
from jobs.runner import Runner
from knowledge.api import warm_up
from ports import get_port
from postgres.checks import check_database

logger = logging.getLogger(__name__)

# Seconds after which a computing thread lets others go on. Taking a message makes some ten round trips to the database,
# and after each it waits this long for every answer being composed: with Python's 5 ms that was most of an ack's time.
_SWITCH = 0.001


class Lifespan:
    """Refuses to start on unsafe database roles. In the embedded shape it also runs the jobs."""

    def __init__(self) -> None:
        self._runner: Runner | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        fault = await asyncio.to_thread(unsafe_database)
        if fault:
            await send({"type": "lifespan.startup.failed", "message": fault})
            return
        sys.setswitchinterval(_SWITCH)
        get_port("push").register_loop(asyncio.get_running_loop())
        self._start_work()
        await send({"type": "lifespan.startup.complete"})
        await receive()  # lifespan.shutdown
        await asyncio.to_thread(self._stop_work)
        await send({"type": "lifespan.shutdown.complete"})

    def _start_work(self) -> None:
        threading.Thread(target=_warm_up, name="warm-up", daemon=True).start()
        if not settings.BROKER_URL:
            self._runner = Runner(workers=settings.JOB_WORKERS)
            self._runner.start()

    def _stop_work(self) -> None:
        settle(seconds=5.0)
        if self._runner is not None:
            self._runner.stop()
            self._runner = None


def unsafe_database() -> str:
    """Empty, or what is wrong with the database, one fault a line."""
    try:
        found = check_database(None, ["default", "sweeper"])
    finally:
        connections.close_all()
    return "\n".join(f"{fault.msg} {fault.hint or ''}".strip() for fault in found)


def _warm_up() -> None:
    """Load the embedders' weights now and not during the first customer's turn."""
    try:
        get_port("turn_embedder").embed_queries(["."])
        get_port("embedder").embed_queries(["."])
        warm_up()
    except Exception as error:  # a remote embedder may be away for a while; the turn says so when it matters
        logger.warning("the embedders are not ready yet: %s", type(error).__name__)
