"""Replay, re-run, report, test cases and drift, as somebody at the screen sees them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.roles import Role
from adapters.scripted_chat import ScriptedChat
from audit import api as audit
from bots import api as bots
from bots.types import BotView, Guest, MessageView
from jobs.api import run_until_idle
from knowledge import api as knowledge
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import member
from tests.console.test_conversations import Talk, talk  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
QUESTION = "Can I return unopened bags?"


@pytest.fixture
def reply(talk: Talk, tenant: TenantView) -> MessageView:  # noqa: F811
    with tenant_scope(tenant.id):
        knowledge.add_pair(question=QUESTION, answer="Unopened bags may return in 30 days.")
    run_until_idle()
    return talk.say(QUESTION)


def _why(reply: MessageView) -> str:
    return f"/console/conversations/{reply.conversation_id}/why/{reply.id}/"


def _verbs(tenant: TenantView) -> set[str]:
    with tenant_scope(tenant.id):
        return {entry.verb for entry in audit.list_entries(limit=50)}


def test_a_replay_says_that_it_is_identical_and_is_audited(
    screen: Client, reply: MessageView, tenant: TenantView
) -> None:
    page = screen.post(f"{_why(reply)}replay/").content.decode()
    assert "Identical." in page
    assert "answer.replayed" in _verbs(tenant)


def test_then_and_now_stand_side_by_side_word_by_word(screen: Client, reply: MessageView, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        for row in knowledge.list_documents(page=1).rows:
            knowledge.remove_document(row.document_id)
        knowledge.add_pair(question=QUESTION, answer="Unopened bags may return in 60 days.")
    run_until_idle()
    waiting = screen.post(f"{_why(reply)}rerun/", follow=True)
    assert "The bot answers again" in waiting.content.decode()
    run_until_idle(tenant_id=tenant.id)
    page = screen.get(waiting.redirect_chain[-1][0]).content.decode()
    assert "<del>30</del>" in page
    assert "<ins>60</ins>" in page
    assert "answer.rerun" in _verbs(tenant)


def test_an_agent_may_report_but_not_replay(reply: MessageView, tenant: TenantView) -> None:
    agent = member(tenant, Role.AGENT)
    assert agent.post(f"{_why(reply)}replay/").status_code == 403
    assert "Replay exactly" not in agent.get(_why(reply)).content.decode()
    sent = agent.post(f"{_why(reply)}report/", {"reason": "outdated", "contains": "60 days", "then": "case"})
    assert sent.status_code == 302
    assert "answer.reported" in _verbs(tenant)


def test_a_wrong_reply_becomes_a_case_and_the_case_runs(
    screen: Client, reply: MessageView, bot: BotView, tenant: TenantView
) -> None:
    assert "Unopened bags may return in 30 days." in screen.get(f"{_why(reply)}report/").content.decode()
    screen.post(f"{_why(reply)}report/", {"reason": "outdated", "note": "60 since May", "lacks": "30 days"})
    assert "Reported" in screen.get(f"/console/conversations/{reply.conversation_id}/").content.decode()
    started = screen.post(f"/console/bots/{bot.id}/cases/run/", {"which": "live"})
    assert "0 of 1 done" in screen.get(started["Location"]).content.decode()
    run_until_idle(tenant_id=tenant.id)
    page = screen.get(started["Location"]).content.decode()
    assert "0 of 1 passed." in page
    assert "contains what it must not: “30 days”" in page
    assert "0 / 1" in screen.get(f"/console/bots/{bot.id}/cases/").content.decode()


def test_a_case_that_asks_for_nothing_is_refused(screen: Client, reply: MessageView, bot: BotView) -> None:
    assert screen.post(f"/console/bots/{bot.id}/cases/new/", {"question": QUESTION}).status_code == 422
    assert screen.post(f"{_why(reply)}report/", {"reason": "other", "lacks": ""}).status_code == 422
    assert screen.post(f"{_why(reply)}report/", {"reason": "other", "then": "report"}).status_code == 302


def test_a_case_keeps_who_said_what_before(screen: Client, bot: BotView, tenant: TenantView) -> None:
    context = "customer: Hello\nbot：您好\nand good day"
    screen.post(
        f"/console/bots/{bot.id}/cases/new/", {"question": "Where?", "context": context, "outcome": "not_found"}
    )
    with tenant_scope(tenant.id):
        case = bots.list_cases(bot.id)[0]
    assert case.context == (("customer", "Hello"), ("bot", "您好\nand good day"))
    assert screen.get(f"/console/bots/{bot.id}/cases/{case.id}/").status_code == 200


def test_drift_is_shown_with_rule_and_sentence(screen: Client, talk: Talk, reply: MessageView, bot: BotView) -> None:  # noqa: F811
    with port_scope(chat=ScriptedChat(replies=["As an AI model I hate bags. "])):
        talk.say(QUESTION)
    for path in (f"/console/bots/{bot.id}/drift/", f"/console/conversations/{reply.conversation_id}/"):
        page = screen.get(path).content.decode()
        assert "As an AI model I hate bags." in page
        assert "1 of 2 replies" in page
        assert page.count('class="drift__withheld"') == 1


def test_the_customers_verdict_stands_beside_the_reply(screen: Client, talk: Talk, reply: MessageView) -> None:  # noqa: F811
    guest = Guest(
        tenant_id=talk.tenant.id, bot_id=talk.shown.bot_id, customer_id=talk.shown.customer_id,
        visitor_id=None, visitor_token="", named=False,
    )  # fmt: skip
    bots.rate(guest=guest, conversation_id=talk.shown.id, seq=reply.seq, rating=1, comment="that is old")
    page = screen.get(talk.path).content.decode()
    assert "The customer did not find it helpful" in page
    assert "<q>that is old</q>" in page


def test_the_why_page_shows_what_the_model_wrote(screen: Client, talk: Talk, reply: MessageView) -> None:  # noqa: F811
    with port_scope(chat=ScriptedChat(replies=["As an AI model I hate bags. "])):
        said = talk.say(QUESTION)
    page = screen.get(_why(said)).content.decode()
    assert "What the model wrote" in page
    assert "As an AI model I hate bags. </pre>" in page
