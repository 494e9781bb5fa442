"""The whole product in one process: embedded database, pages, sockets, jobs and their schedule."""

from __future__ import annotations

import logging
import socket
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import nullcontext

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config.running import UNUSABLE, ready_database
from config.serving import leave_on_sigterm, listen, serve
from postgres.service import supervised


class Command(BaseCommand):
    help = "Start everything that this product needs, and serve until Ctrl-C. The data stay in ANAMNESIS_HOME (var/)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=_port, default=8000, help="the port to serve on; 0 takes a free one")
        parser.add_argument("--host", default="127.0.0.1", help="the address to serve on")
        parser.add_argument("--no-demo", action="store_true", help="do not make the demo tenant")

    def handle(self, *, port: int, host: str, no_demo: bool, **_: object) -> None:
        leave_on_sigterm()
        listening = listen(host, port)
        with listening, ready_database(alone=True) as database, supervised(database) if database else nullcontext():
            lines = [] if no_demo else self._seed_demo()
            try:
                started = serve(listening, started=lambda: self._welcome(listening, lines))
            finally:
                logging.disable(logging.WARNING)  # from here on, connections end because we end them
            if not started:
                raise SystemExit(UNUSABLE)

    def _seed_demo(self) -> list[str]:
        """Lines for the terminal: who can log in."""
        from config.demo import log_ins, seed_demo  # noqa: PLC0415  a start without the demo need not load it

        self.stdout.write("Preparing the demo …")
        self.stdout.flush()
        seed_demo()
        known = log_ins(settings.ANAMNESIS_HOME)
        return [f"Log-in   {email}  {password}" for email, password in known.items()]

    def _welcome(self, listening: socket.socket, lines: Sequence[str]) -> None:
        host, port = listening.getsockname()[:2]
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host  # noqa: S104  compared, not bound
        base = f"http://{shown}:{port}"
        self.stdout.write(f"Anamnesis is ready.\n  Console  {base}/console/\n  Demo     {base}/demo/")
        for line in lines:
            self.stdout.write(f"  {line}")
        self.stdout.write("Ctrl-C stops it; the data are kept.")
        self.stdout.flush()


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError(f"{text!r} is not a port; write a whole number from 0 to 65535")
    return int(text)
