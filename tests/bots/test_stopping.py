"""A draft that nobody waits for is stopped, and nothing of it is stored."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from bots import api as bots
from bots.errors import NotFound
from jobs.api import run_job
from ports import port_scope
from ports.chat import ChatEvent, ChatRequest, Finished, TextDelta
from ports.errors import ChatError
from tenants.scope import tenant_scope
from tests.bots.conftest import Customer, Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


class Slow:
    """A model that talks on and on, until it is told to stop. `meanwhile` happens when it has begun."""

    name = "slow"

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self._meanwhile = meanwhile
        self.stopped_after = -1.0

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        yield TextDelta(text="Unopened bags may return in 30 days.[1] ")
        worker = threading.Thread(target=self._meanwhile)
        worker.start()
        worker.join()
        began = time.monotonic()
        assert request.cancel is not None
        while time.monotonic() - began < 8:
            if request.cancel.wait(0.1):
                self.stopped_after = time.monotonic() - began
                raise ChatError("cancelled", "told to")
        yield Finished(model=self.name)


def run(customer: Customer, model: Slow) -> None:
    accepted = customer.send("Can I return unopened bags?")
    assert accepted.job_id is not None
    with port_scope(chat=model):
        run_job(customer.guest.tenant_id, accepted.job_id, early=True)


def test_a_human_who_takes_over_in_mid_answer_silences_the_bot(shop: Shop) -> None:
    alice = shop.visitor()

    def take_over() -> None:
        with tenant_scope(shop.tenant_id):
            bots.take_over(conversation_id=alice.conversation_id, person_id=shop.bot_id)

    model = Slow(take_over)
    run(alice, model)
    assert 0 <= model.stopped_after < 2
    assert [view.author for view in alice.messages()] == ["customer"]


@pytest.mark.parametrize(("said", "text"), [("en", "All right, I have stopped.")])
def test_a_customer_who_cancels_reads_that_the_answer_was_stopped(shop: Shop, said: str, text: str) -> None:
    alice = shop.visitor()
    model = Slow(lambda: bots.cancel_answer(guest=alice.guest, conversation_id=alice.conversation_id))
    run(alice, model)
    assert 0 <= model.stopped_after < 2
    [reply] = [view for view in alice.messages() if view.author == "bot"]
    assert (reply.outcome, reply.text, reply.reply_to) == ("cancelled", text, 1)
    assert "30 days" in alice.ask("Can I return unopened bags?").text


def test_a_cancel_that_comes_too_late_changes_nothing(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("Can I return unopened bags?")
    assert not bots.cancel_answer(guest=alice.guest, conversation_id=alice.conversation_id)


def test_nobody_cancels_for_another(shop: Shop) -> None:
    alice, bob = shop.visitor(), shop.visitor()
    alice.send("Can I return unopened bags?")
    with pytest.raises(NotFound):
        bots.cancel_answer(guest=bob.guest, conversation_id=alice.conversation_id)
