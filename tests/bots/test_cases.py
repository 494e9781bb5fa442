"""Test cases of a bot: made from a wrong reply, and run against draft or live settings."""

from __future__ import annotations

import uuid

import pytest

from adapters.recording_push import RecordingPush
from audit.api import Actor
from bots import api as bots
from bots.errors import NoCases, NoDraft, NotFound
from bots.models import Case, Message, ReportReason
from bots.privacy import erase
from bots.settings import BotSettings, Thresholds
from jobs.api import run_until_idle
from knowledge import api as knowledge
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"
OLIVIA = Actor(kind="person", id=str(uuid.uuid4()))


def _add(shop: Shop, question: str = QUESTION, **expected: object) -> bots.CaseView:
    with tenant_scope(shop.tenant_id):
        wanted = bots.Expected(**expected)  # type: ignore[arg-type]  # as the test says
        return bots.add_case(bot_id=shop.bot_id, question=question, expected=wanted, actor=OLIVIA)


def _run(shop: Shop, *, draft: bool = False) -> tuple[bots.RunView, tuple[bots.ResultView, ...]]:
    with tenant_scope(shop.tenant_id):
        started = bots.start_run(bot_id=shop.bot_id, draft=draft, actor=OLIVIA)
    assert (started.state, started.done) == ("queued", 0)
    run_until_idle(tenant_id=shop.tenant_id)
    with tenant_scope(shop.tenant_id):
        return bots.get_run(started.id), bots.results_of(started.id)


def _the_document(shop: Shop) -> uuid.UUID:
    with tenant_scope(shop.tenant_id):
        return knowledge.list_documents(page=1).rows[0].document_id


def test_each_expectation_passes_or_says_what_it_missed(shop: Shop) -> None:
    _add(shop, contains=("30 DAYS",), lacks=("90",), outcome="answered", document_id=_the_document(shop))
    _add(shop, contains=("60 days",), lacks=("unopened",), outcome="not_found", document_id=uuid.uuid4())
    _add(shop, "Who was the first person on the moon?", outcome="not_found")
    run, results = _run(shop)
    assert (run.state, run.total, run.done, run.passed) == ("done", 3, 3, 2)
    assert [failure.code for failure in results[0].failures] == ["contains", "lacks", "outcome", "cites"]


def test_a_run_tells_the_draft_from_what_is_live(shop: Shop) -> None:
    _add(shop, contains=("30 days",))
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=Thresholds(retrieval=1)), actor=OLIVIA)
    assert [_run(shop, draft=draft)[0].passed for draft in (False, True)] == [1, 0]
    with tenant_scope(shop.tenant_id):
        assert [row.draft for row in bots.list_runs(shop.bot_id)] == [True, False]


def test_a_run_leaves_no_message_and_tells_no_customer(shop: Shop, push: RecordingPush) -> None:
    _add(shop, contains=("30 days",))
    _run(shop)
    with tenant_scope(shop.tenant_id):
        assert Message.objects.count() == 0
    assert push.sent == []


def test_a_wrong_reply_becomes_a_test_case_with_its_context(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("My name is Alice")
    reply = alice.ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        report = bots.report_wrong(
            message_id=reply.id, reason=ReportReason.OUTDATED, note="60 days since May", actor=OLIVIA,
            expected=bots.Expected(contains=("60 days",)),
        )  # fmt: skip
        case = bots.list_cases(shop.bot_id)[0]
    assert (report.case_id, report.reason) == (case.id, "outdated")
    assert (case.question, case.context[0], case.note) == (
        QUESTION,
        ("customer", "My name is Alice"),
        "60 days since May",
    )
    run, results = _run(shop)
    assert (run.passed, results[0].failures[0].expected) == (0, "60 days")


def test_a_case_made_from_a_reply_finds_that_customers_memories(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("My cat is called Potato")
    alice.begin_anew()
    reply = alice.ask("What is my cat called?")
    with tenant_scope(shop.tenant_id):
        bots.case_from_reply(message_id=reply.id, expected=bots.Expected(contains=("Potato",)), actor=OLIVIA)
    assert _run(shop)[0].passed == 1


def test_a_case_made_from_a_reply_does_not_remember_its_own_question(shop: Shop) -> None:
    reply = shop.visitor().ask(QUESTION)
    with tenant_scope(shop.tenant_id):
        bots.case_from_reply(message_id=reply.id, expected=bots.Expected(contains=("30 days",)), actor=OLIVIA)
    assert _run(shop)[0].passed == 1


def test_a_customers_erasure_takes_their_test_cases(shop: Shop) -> None:
    alice = shop.visitor()
    reply = alice.ask(QUESTION)
    _add(shop, contains=("30 days",))
    with tenant_scope(shop.tenant_id):
        bots.case_from_reply(message_id=reply.id, expected=bots.Expected(lacks=("x",)), actor=OLIVIA)
        erase(customer_id=alice.guest.customer_id, actor=OLIVIA)
        assert Case.objects.count() == 1


def test_what_cannot_be_run_is_refused(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        with pytest.raises(NoCases):
            bots.start_run(bot_id=shop.bot_id, draft=False, actor=OLIVIA)
        with pytest.raises(NotFound):
            bots.start_run(bot_id=uuid.uuid4(), draft=True, actor=OLIVIA)
    _add(shop, contains=("x",))
    with tenant_scope(shop.tenant_id), pytest.raises(NoDraft):
        bots.start_run(bot_id=shop.bot_id, draft=True, actor=OLIVIA)


def test_a_case_made_from_the_answer_to_a_question_back_knows_that_question(shop: Shop) -> None:
    shop.put_orders("K4471902,alice,shipped,2026-03-05,86.50", "K4471955,alice,pending,2026-03-09,12.00")
    alice = shop.known("alice")
    alice.ask("How much is my order?")
    reply = alice.ask("the second one")
    with tenant_scope(shop.tenant_id):
        bots.case_from_reply(message_id=reply.id, expected=bots.Expected(contains=("86.50",)), actor=OLIVIA)
    assert _run(shop)[0].passed == 1
