"""Hints: nobody waits for a broker, and nobody is hurt by one that is down."""

import logging
import socket
import threading
import time
import uuid
from collections.abc import Iterator

import pytest
from celery import Celery

from adapters.background_sender import BackgroundSender
from adapters.celery_hints import CeleryHints
from adapters.notify_hints import NotifyHints
from adapters.recording_hints import RecordingHints
from ports.hints import Hints

TENANT, JOB = uuid.uuid4(), uuid.uuid4()


def publish(hints: Hints) -> float:
    """Seconds that the caller had to wait."""
    began = time.monotonic()
    hints.publish(tenant_id=TENANT, job_id=JOB, kind="answer")
    return time.monotonic() - began


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Accepts connections and never says a word: the worst kind of broker."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def broker_at(url: str) -> CeleryHints:
    return CeleryHints(app=Celery("test", broker=url, set_as_current=False), timeout=0.3, capacity=10)


def test_a_celery_hint_carries_the_ids_to_the_named_task() -> None:
    app = Celery("test", broker="memory://", set_as_current=False)
    hints = CeleryHints(app=app)
    with app.connection_for_write() as connection:
        publish(hints)
        assert hints.flush(5)
        message = connection.default_channel.basic_get("celery")
        assert message.headers["task"] == "jobs.run"
        assert message.payload[1] == {"tenant_id": str(TENANT), "job_id": str(JOB)}


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_refuses_costs_the_caller_nothing(scheme: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hints = broker_at(f"{scheme}://127.0.0.1:{port}/")
    assert max(publish(hints) for _ in range(5)) < 0.5
    assert hints.flush(20)
    assert hints.dropped == 5


def test_a_broker_that_never_answers_costs_the_caller_nothing_and_memory_stays_bounded(silent_port: int) -> None:
    hints = broker_at(f"redis://127.0.0.1:{silent_port}/")
    assert max(publish(hints) for _ in range(200)) < 0.5
    assert hints.dropped >= 189  # ten wait, one is being tried


def test_a_failing_send_is_logged_once_in_a_while_not_each_time(caplog: pytest.LogCaptureFixture) -> None:
    def fail(item: int) -> None:
        raise OSError("no broker")

    sender = BackgroundSender(name="test-sender", send=fail)
    with caplog.at_level(logging.WARNING):
        for number in range(50):
            sender.put(number)
        assert sender.flush(5)
    assert sender.dropped == 50
    assert len(caplog.records) == 1


@pytest.mark.parametrize("hints", [NotifyHints(notify=False, listen=False), RecordingHints()], ids=["notify", "twin"])
def test_publishing_wakes_the_runner_of_the_same_process(hints: Hints) -> None:
    woken = threading.Event()
    hints.subscribe(woken.set)
    publish(hints)
    assert woken.is_set()


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_runner_elsewhere_hears_of_it_through_postgresql() -> None:
    here, elsewhere, woken = NotifyHints(listen=False), NotifyHints(notify=False), threading.Event()
    elsewhere.subscribe(woken.set)
    assert woken.wait(10)  # it says so when it begins to listen
    woken.clear()
    publish(here)
    assert woken.wait(5)
    elsewhere.unsubscribe(woken.set)


@pytest.mark.parametrize("hints", [NotifyHints(notify=False, listen=False), RecordingHints()], ids=["notify", "twin"])
def test_who_has_unsubscribed_is_not_woken(hints: Hints) -> None:
    woken = threading.Event()
    hints.subscribe(woken.set)
    hints.unsubscribe(woken.set)
    publish(hints)
    assert not woken.is_set()


def test_the_twin_remembers_what_was_published() -> None:
    hints = RecordingHints()
    publish(hints)
    assert [(hint.tenant_id, hint.job_id, hint.kind) for hint in hints.published] == [(TENANT, JOB, "answer")]
