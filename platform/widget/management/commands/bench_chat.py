"""What a customer waits for: a child process serves the demo, and many conversations talk to it at once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from websockets.asyncio.client import ClientConnection, connect

_MANAGE = Path(sys.argv[0]).resolve()
_QUESTIONS = (
    "How long can I return unopened beans?",
    "未开封的咖啡豆多久之内可以退货？",
    "When are you open on Saturday?",
    "寄到上海要几天？",
    "Which beans are decaf?",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    conversations: int
    messages: int
    accepted_per_second: float
    ack_p50_ms: float
    ack_p95_ms: float
    first_text_p50_ms: float
    first_text_p95_ms: float
    reply_p95_ms: float
    unanswered: int
    server_cpu_ms_per_message: float  # of the web process alone, without PostgreSQL's
    server_mib: float


@dataclass
class _Spent:
    """Seconds from sending, by client_id or by seq."""

    acks: list[float] = field(default_factory=list)
    first_texts: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)


class Command(BaseCommand):
    help = "Measure acks and first verified texts over real sockets, with the built-in composer."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--conversations", type=int, default=50)
        parser.add_argument("--messages", type=int, default=6, help="messages of each conversation")
        parser.add_argument(
            "--rate", type=float, default=0, help="messages a second in all; 0: each sends when answered"
        )
        parser.add_argument(
            "--url", default="", help="ws://host:port/ws/chat/KEY/ of a running server instead of a child"
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: object, **options: object) -> None:
        talks, each, rate = (
            int(str(options["conversations"])),
            int(str(options["messages"])),
            float(str(options["rate"])),
        )
        if options["url"]:
            figures = asyncio.run(_measure(str(options["url"]), talks, each, rate, pid=None))
        else:
            with _served() as (url, pid):
                asyncio.run(_measure(url, 2, 3, 0, pid=None))  # weights are loaded, plans are made
                figures = asyncio.run(_measure(url, talks, each, rate, pid=pid))
        if options["json"]:
            self.stdout.write(json.dumps(asdict(figures)))
            return
        for name, value in asdict(figures).items():
            self.stdout.write(f"{name.replace('_', ' '):<22} {value}")


@contextmanager
def _served() -> Iterator[tuple[str, int]]:
    """(address of the demo bot's socket, process id) of a server over a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="anamnesis-bench-") as home:
        env = {name: text for name, text in os.environ.items() if not name.endswith(("DATABASE_URL", "REDIS_URL"))}
        child = subprocess.Popen(  # noqa: S603  this installation's own command
            [sys.executable, str(_MANAGE), "up", "--port", "0"],
            env={**env, "ANAMNESIS_HOME": home, "PYTHONUNBUFFERED": "1", "ANAMNESIS_CHAT_LIMITS": "off"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield _address(child), child.pid
        finally:
            child.terminate()
            child.wait(60)


def _address(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    for line in child.stdout:
        if found := re.search(r"Demo +http://[^:]+:(\d+)/demo/", line):
            port = found[1]
            break
    else:
        raise CommandError("The server did not start; try `manage.py up` by hand.")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/demo/") as page:
        key = re.search(r'data-bot="([^"]+)"', page.read().decode())
    assert key is not None
    return f"ws://127.0.0.1:{port}/ws/chat/{key[1]}/"


async def _measure(url: str, talks: int, each: int, rate: float, *, pid: int | None) -> Figures:
    spent = _Spent()
    sockets = [await _greeted(url) for _ in range(talks)]
    began, cpu = time.perf_counter(), _cpu(pid)
    left = await asyncio.gather(
        *(_talk(socket, number, each, rate / talks, spent) for number, socket in enumerate(sockets))
    )
    seconds = time.perf_counter() - began
    memory = _resident(pid)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return Figures(
        conversations=talks,
        messages=len(spent.acks),
        accepted_per_second=round(len(spent.acks) / seconds, 1),
        ack_p50_ms=_ms(spent.acks, 50),
        ack_p95_ms=_ms(spent.acks, 95),
        first_text_p50_ms=_ms(spent.first_texts, 50),
        first_text_p95_ms=_ms(spent.first_texts, 95),
        reply_p95_ms=_ms(spent.replies, 95),
        unanswered=sum(left),
        server_cpu_ms_per_message=round((_cpu(pid) - cpu) * 1000 / max(1, len(spent.acks)), 1),
        server_mib=memory,
    )


async def _greeted(url: str) -> ClientConnection:
    socket = await connect(url, open_timeout=30)
    await socket.send(json.dumps({"type": "hello", "locale": "en"}))
    welcome = json.loads(await socket.recv())
    if welcome["type"] != "welcome":
        raise CommandError(f"The server did not welcome us: {welcome}")
    return socket


async def _talk(socket: ClientConnection, number: int, each: int, rate: float, spent: _Spent) -> int:
    """The number of messages without a reply. With a rate, the next one waits for its time as well as for the reply."""
    if rate:
        await asyncio.sleep(number % 50 / 50 / rate)
    unanswered = 0
    for turn in range(each):
        sent = time.perf_counter()
        text = _QUESTIONS[(number + turn) % len(_QUESTIONS)]
        await socket.send(json.dumps({"type": "message", "client_id": str(uuid.uuid4()), "text": text}))
        unanswered += not await _answered(socket, sent, spent)
        if rate:
            await asyncio.sleep(max(0.0, sent + 1 / rate - time.perf_counter()))
    return unanswered


async def _answered(socket: ClientConnection, sent: float, spent: _Spent) -> bool:
    seq, shown = -1, False
    try:
        async with asyncio.timeout(60):
            while True:
                frame = json.loads(await socket.recv())
                now = time.perf_counter() - sent
                if frame["type"] == "error":
                    raise CommandError(f"The server refused: {frame}")
                if frame["type"] == "ack":
                    seq = frame["seq"]
                    spent.acks.append(now)
                about = frame.get("reply_to") == seq
                if about and frame["type"] in ("delta", "reply") and not shown:
                    shown = True
                    spent.first_texts.append(now)
                if about and frame["type"] == "reply":
                    spent.replies.append(now)
                    return True
    except TimeoutError:
        return False


def _ms(seconds: list[float], percent: int) -> float:
    if len(seconds) < 2:
        return 0.0
    return round(statistics.quantiles(seconds, n=100, method="inclusive")[percent - 1] * 1000, 1)


def _cpu(pid: int | None) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # user and system, proc(5)


def _resident(pid: int | None) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)
