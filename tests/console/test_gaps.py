"""What is missing: gaps with a draft one click away, contradictions side by side, and what is stale."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from bots.types import BotView, MessageView
from console.gap_answers import given_to
from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.types import AnswerNote, Gap, Terms
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
NOW = datetime.now(tz=UTC)
MEND = "/console/documents/mend/"


def _gap(tenant: TenantView, bot: BotView, *questions: str) -> Gap:
    with tenant_scope(tenant.id):
        for question in questions:
            knowledge.note_answer(
                AnswerNote(
                    reply_id=uuid.uuid4(), conversation_id=uuid.uuid4(), bot_id=bot.id, customer_id=uuid.uuid4(),
                    question=question, language="en", confidence=0.1, threshold=0.3, outcome="not_found",
                    cited_chunks=(), best_chunk=None, at=NOW,
                )
            )  # fmt: skip
        return knowledge.gaps()[0]


def _said(author: str, text: str, seq: int) -> MessageView:
    return MessageView(
        id=uuid.uuid4(), conversation_id=uuid.uuid4(), seq=seq, author=author, text=text, html="", outcome="",  # type: ignore[arg-type]
        confidence=None, citations=(), reply_to=None, version=None, created_at=NOW, client_id=None, rating=None,
    )  # fmt: skip


def test_questions_alike_are_one_gap_with_a_draft_one_click_away(
    screen: Client, tenant: TenantView, bot: BotView
) -> None:
    gap = _gap(tenant, bot, "Do you ship coffee to Norway?", "Can you ship coffee to Norway?")
    page = screen.get(MEND).content.decode()
    assert "asked 2 times" in page
    draft = f"/console/documents/pair/?gap={gap.question_ids[0]}"
    assert draft in page
    form = screen.get(draft).context["form"]
    assert form.initial["question"] == gap.question


def test_a_saved_draft_settles_its_gap(screen: Client, tenant: TenantView, bot: BotView) -> None:
    gap = _gap(tenant, bot, "Do you ship coffee to Norway?", "Can you ship coffee to Norway?")
    sent = {"question": gap.question, "answer": "Yes, for 9 euros.", "language": "en"}
    screen.post(f"/console/documents/pair/?gap={gap.question_ids[0]}", sent)
    with tenant_scope(tenant.id):
        assert (knowledge.gaps(), knowledge.list_documents(kind="pair").total) == ((), 1)


def test_an_unfinished_draft_leaves_the_gap_open(screen: Client, tenant: TenantView, bot: BotView) -> None:
    gap = _gap(tenant, bot, "Do you ship coffee to Norway?")
    screen.post(f"/console/documents/pair/?gap={gap.question_ids[0]}", {"question": gap.question, "answer": ""})
    with tenant_scope(tenant.id):
        assert len(knowledge.gaps()) == 1


def test_what_a_colleague_answered_is_offered(tenant: TenantView, bot: BotView) -> None:
    gap = _gap(tenant, bot, "Do you ship coffee to Norway?")
    answered = [
        _said("agent", "Hello!", 1), _said("customer", "Do you ship coffee to Norway?", 2), _said("bot", "Sorry.", 3),
        _said("agent", "Yes, for 9 euros.", 4), _said("agent", "Anything else?", 5),
    ]  # fmt: skip
    other = [_said("customer", "Where is my order?", 1), _said("agent", "On its way.", 2)]
    given = given_to(gap, [(uuid.uuid4(), answered), (uuid.uuid4(), other)])
    assert [answer.text for answer in given] == ["Yes, for 9 euros."]


def test_contradicting_passages_stand_side_by_side_with_their_values(screen: Client, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        for title, days in (("Returns", 30), ("Old returns", 14)):
            knowledge.add_text(title=title, text=f"Unopened bags of coffee may be returned within {days} days.")
    run_until_idle()
    (row,) = screen.get(MEND).context["contradictions"]
    assert {(side["title"], side["value"]) for side in row["sides"]} == {
        ("Returns", "30 days"), ("Old returns", "14 days"),
    }  # fmt: skip


def test_what_has_expired_is_listed_as_stale(screen: Client, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        for title, days in (("Old prices", -1), ("Prices", 1)):
            knowledge.add_text(title=title, text="Moka costs 29.", terms=Terms(expires_at=NOW + timedelta(days=days)))
    page = screen.get(MEND)
    assert [row.title for row in page.context["stale"].rows] == ["Old prices"]
    assert "bots no longer use it" in page.content.decode()
