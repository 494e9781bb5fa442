"""Processes killed at random moments. A client's program keeps the acks; PostgreSQL has the last word.

The promise: every acknowledged message is stored once and gets exactly one stored answer or one visible failure.
Seeds are fixed, moments are not: what a kill meets depends on the machine, and that is the point.
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

import psycopg
import pytest

from tests.chatting import BROKEN, Chat
from tests.processes import eventually
from tests.production import SUPERUSER, Production, production
from tests.stage import QUESTION

pytestmark = [pytest.mark.slow, pytest.mark.redis]

KILLS = 20
CUSTOMERS = 3
_ANSWERED = """
SELECT m.client_id::text, count(DISTINCT m.id), count(r.id)
  FROM bots_message m LEFT JOIN bots_message r
    ON r.tenant_id = m.tenant_id AND r.reply_to_id = m.id AND r.author = 'bot'
 WHERE m.author = 'customer' GROUP BY m.client_id
"""


@dataclass
class Customer:
    """Asks again and again, over whatever breaks; sends an unacknowledged message once more under its own id."""

    chat: Chat
    acked: dict[str, int] = field(default_factory=dict)  # client_id -> seq
    disagreed: list[str] = field(default_factory=list)  # a second ack that named another seq
    sent: int = 0

    def run(self, stopping: threading.Event) -> None:
        pending = ""
        while not stopping.is_set():
            try:
                pending = self._one(pending)
            except BROKEN:
                stopping.wait(0.1)
                self._reopen(stopping)

    def _one(self, pending: str) -> str:
        client_id = pending or str(uuid.uuid4())
        self._pending = client_id
        self.chat.say(f"{QUESTION} ({client_id[:4]})", client_id)
        self.sent += 1
        ack = self.chat.until("ack", seconds=10, matching=lambda frame: frame["client_id"] == client_id)
        if self.acked.setdefault(client_id, ack["seq"]) != ack["seq"]:
            self.disagreed.append(client_id)
        self._pending = ""
        time.sleep(random.uniform(0.0, 0.15))
        return ""

    def _reopen(self, stopping: threading.Event) -> None:
        while not stopping.is_set():
            try:
                self.chat.open()
                if self._pending:
                    self._one(self._pending)
                return
            except BROKEN:
                stopping.wait(0.1)

    _pending: str = ""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    with production(tmp_path_factory.mktemp("production")) as made:
        yield made


@pytest.fixture(scope="module")
def key(stack: Production) -> str:
    staged = stack.stage()["key"]
    stack.start("web").wait_for("Anamnesis is ready")
    stack.start("worker")
    return staged


@pytest.fixture
def customers(stack: Production, key: str) -> Iterator[list[Customer]]:
    made = [Customer(Chat(stack.port, key)) for _ in range(CUSTOMERS)]
    for customer in made:
        customer.chat.open()
    yield made
    for customer in made:
        customer.chat.close()


class Asking:
    """The customers ask while the block runs."""

    def __init__(self, customers: list[Customer]) -> None:
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=each.run, args=(self._stopping,)) for each in customers]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join(30)


def answered(stack: Production) -> dict[str, tuple[int, int]]:
    """client_id -> (rows of the message, stored answers), over all tenants."""
    with psycopg.connect(
        host=str(stack.database.sockets), user="postgres", password=SUPERUSER, dbname="anamnesis"
    ) as connection:
        return {row[0]: (row[1], row[2]) for row in connection.execute(_ANSWERED)}


def unfinished(stack: Production) -> list[str]:
    return [client_id for client_id, (_, replies) in answered(stack).items() if replies == 0]


def verdict(stack: Production, customers: list[Customer], *, seconds: float = 180) -> None:
    acked = {client_id for customer in customers for client_id in customer.acked}
    assert acked
    assert eventually(lambda: unfinished(stack) == [], seconds=seconds), len(unfinished(stack))
    stored = answered(stack)
    print(f"acked {len(acked)}, stored {len(stored)}")  # noqa: T201  the figure of the run, shown by -s
    assert {client_id: stored.get(client_id, (0, 0)) for client_id in acked} == dict.fromkeys(acked, (1, 1))
    assert [client_id for customer in customers for client_id in customer.disagreed] == []


def a_moment_after_an_ack(customers: list[Customer]) -> None:
    """So that a kill meets messages between accept and reply, and not a process that is still starting."""
    known = sum(len(customer.acked) for customer in customers)
    assert eventually(lambda: sum(len(customer.acked) for customer in customers) > known, seconds=60)
    time.sleep(random.uniform(0.0, 0.3))


def test_kill_9_of_the_web_process_between_accept_and_reply(stack: Production, customers: list[Customer]) -> None:
    left_unanswered = 0
    with Asking(customers):
        for _ in range(KILLS):
            a_moment_after_an_ack(customers)
            stack.kill("web")
            left_unanswered += len(unfinished(stack))
            stack.start("web").wait_for("Anamnesis is ready")
    verdict(stack, customers)
    assert left_unanswered > 0  # else no kill met what this test is about


def test_kill_9_of_a_worker_in_mid_job(stack: Production, customers: list[Customer]) -> None:
    with Asking(customers):
        for _ in range(KILLS):
            a_moment_after_an_ack(customers)
            stack.kill("worker")
            stack.start("worker")
    verdict(stack, customers)


def test_kill_9_of_both(stack: Production, customers: list[Customer]) -> None:
    with Asking(customers):
        for _ in range(5):
            a_moment_after_an_ack(customers)
            stack.kill("web")
            stack.kill("worker")
            stack.start("worker")
            stack.start("web").wait_for("Anamnesis is ready")
    verdict(stack, customers)


def test_redis_flushed_in_between(stack: Production, customers: list[Customer]) -> None:
    with Asking(customers):
        for _ in range(10):
            time.sleep(0.3)
            with stack.redis.client() as client:
                client.flushall()
    verdict(stack, customers)


def test_accepting_and_answering_go_on_while_redis_is_down(stack: Production, customers: list[Customer]) -> None:
    before = time.monotonic()
    stack.redis.stop()
    with Asking(customers):
        assert eventually(lambda: all(len(customer.acked) >= 5 for customer in customers), seconds=60)
    took = time.monotonic() - before
    stack.redis.start()
    verdict(stack, customers)
    print(f"15 acks without Redis in {took:.1f} s")  # noqa: T201  the figure of the run, shown by -s
