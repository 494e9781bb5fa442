"""What memory costs for one customer with a long history: recall, the pre-write, and the write pipeline."""

from __future__ import annotations

import json
import random
import re
import time
from argparse import ArgumentParser
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
from django.core.management.base import BaseCommand

from accounts.models import Customer
from config.running import ready_database
from evaluation.throwaway import throwaway_tenant
from jobs.api import run_until_idle
from memory import api as memory
from memory.types import CustomerMessage, RecallQuery
from ports import get_port, port_scope
from ports.ids import new_id
from tenants.scope import tenant_scope

_START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_THINGS = (
    "kettle|lamp|bicycle|sofa|printer|camera|blanket|toaster|backpack|monitor|kayak|tent|stroller|piano|drill|mirror"
)
_DEEDS = "ordered|returned|repaired|sold|painted|lent|insured|cleaned|moved|packed|measured|compared|borrowed|tested"
_NUMBERED = re.compile(r", number \d+")
_WHEN = "on Monday|in spring|last week|after lunch|before the holiday|twice|for my sister|by mistake|in the rain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Milliseconds."""

    what: str
    p50_ms: float
    p95_ms: float
    times: int


class Command(BaseCommand):
    help = "Measure recall, pre-write and write pipeline for a customer with a long history, in a throw-away tenant."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--turns", type=int, default=20_000)
        parser.add_argument("--facts", type=int, default=5_000, help="turns that state a fact")
        parser.add_argument("--times", type=int, default=60, help="calls per figure")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: object, **options: object) -> None:
        turns, facts, times = (int(str(options[name])) for name in ("turns", "facts", "times"))
        fast = port_scope(embedder=get_port("turn_embedder"))
        with ready_database(), fast, throwaway_tenant() as tenant:
            figures = self._measure(tenant.id, turns, facts, times)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for figure in figures:
            self.stdout.write("   ".join(f"{name} {value}" for name, value in figure.items()))

    def _measure(self, tenant_id: UUID, turns: int, facts: int, times: int) -> list[dict[str, object]]:
        with tenant_scope(tenant_id):
            customer_id = Customer.objects.create(name="Long history").id
        for number in range(facts):
            _accept(tenant_id, customer_id, f"The code of my {_some(number, _THINGS)} is K-{number:05d}.", number)
        self.stderr.write(f"{facts} facts stated; {turns - facts} more turns")
        memory.remember_turns(tenant_id=tenant_id, customer_id=customer_id, turns=_history(turns - facts))
        recalled = [_recall(tenant_id, customer_id, question) for question in _questions(times)]
        letters = [_accept(tenant_id, customer_id, _letter(n, every=6), facts + n) for n in range(times)]
        lists = [_accept(tenant_id, customer_id, _letter(n, every=1), facts + times + n) for n in range(times)]
        return [
            asdict(_times(f"recall, {turns} turns and {facts} facts, without embedding", recalled)),
            asdict(_times("pre-write of 2000 characters, a number in every sixth sentence", letters)),
            asdict(_times("pre-write of 2000 characters, a number in every sentence", lists)),
            {"what": "write pipeline, one worker"} | _written(tenant_id, times * 3),
        ]


def _written(tenant_id: UUID, lines: int) -> dict[str, object]:
    """Lines and facts a second that one worker reads, embeds and stores, for a customer of few words so far."""
    with tenant_scope(tenant_id):
        customer_id = Customer.objects.create(name="New").id
    for number in range(lines):
        _accept(tenant_id, customer_id, f"{_line(number)}. The code of it is W-{number:04d}.", number, queue=True)
    begun = time.perf_counter()
    run_until_idle(tenant_id=tenant_id)
    spent = time.perf_counter() - begun
    with tenant_scope(tenant_id):
        facts = len(memory.memory_of(customer_id).facts)
    return {"lines_per_second": round(lines / spent, 1), "facts_per_second": round(facts / spent, 1)}


def _accept(tenant_id: UUID, customer_id: UUID, text: str, number: int, *, queue: bool = False) -> float:
    """Milliseconds of what memory does while a message is being accepted."""
    message = CustomerMessage(
        customer_id=customer_id,
        conversation_id=UUID(int=customer_id.int ^ (number // 50 + 1)),
        message_id=new_id(),
        seq=number % 50 + 1,
        text=text,
        at=_START + timedelta(minutes=number),
    )
    with tenant_scope(tenant_id):
        begun = time.perf_counter()
        memory.note_message(message=message)
        spent = (time.perf_counter() - begun) * 1000
        if queue:
            memory.queue_write(message=message)
    return spent


def _questions(times: int) -> list[str]:
    """About what was told, and for an exact value, by turns."""
    return [
        f"What is the code of my {_some(n, _THINGS)}?"
        if n % 2
        else f"What did I say about the {_some(n, _THINGS)} I {_some(n // 3, _DEEDS)}?"
        for n in range(times)
    ]


def _recall(tenant_id: UUID, customer_id: UUID, question: str) -> float:
    """Milliseconds of a turn's own recall, without those of the embedder."""
    timings = memory.recall(_query(tenant_id, customer_id, question)).timings_ms
    return timings["fetch"] + timings["rank"]


def _history(turns: int) -> list[memory.PastTurn]:
    return [
        memory.PastTurn(
            conversation_id=UUID(int=number // 50 + 1),
            seq=number % 50 + 1,
            author="customer" if number % 2 else "bot",
            speaker="Ada" if number % 2 else "Bot",
            text=_line(number),
            at=_START + timedelta(minutes=number),
        )
        for number in range(turns)
    ]


def _line(number: int) -> str:
    drawn = random.Random(number)  # noqa: S311  no secret
    pick = [drawn.choice(words.split("|")) for words in (_DEEDS, _THINGS, _WHEN, _THINGS)]
    return f"I {pick[0]} the {pick[1]} {pick[2]}, number {number}, and the {pick[3]} too"


def _letter(number: int, *, every: int) -> str:
    """2,000 characters that no cache has seen, with a code at the end."""
    lines = [_line(number * 60 + n) for n in range(60)]
    said = [line if n % every == 0 else _NUMBERED.sub("", line) for n, line in enumerate(lines)]
    return f"{'. '.join(said)[:1970]}. My order is QX-{number}-R."


def _some(number: int, words: str) -> str:
    listed = words.split("|")
    return listed[number % len(listed)]


def _query(tenant_id: UUID, customer_id: UUID, question: str) -> RecallQuery:
    return RecallQuery(
        tenant_id=tenant_id,
        customer_id=customer_id,
        conversation_id=new_id(),
        message_id=None,
        question=question,
        now=_START + timedelta(days=60),
    )


def _times(what: str, spent: list[float]) -> Times:
    p50, p95 = np.percentile(spent, [50, 95])
    return Times(what=what, p50_ms=round(float(p50), 2), p95_ms=round(float(p95), 2), times=len(spent))
