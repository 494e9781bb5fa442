"""The threshold lab and the test search: what another threshold would do, and what a bot would really do."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts.roles import Role
from adapters.scripted_chat import ScriptedChat
from audit.api import SYSTEM, list_entries
from bots import api as bots
from bots.settings import BotSettings, Thresholds
from bots.types import BotView
from console.curves import HEIGHT, chart_of
from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.confidence.model import shipped_version
from knowledge.models import AskedQuestion, Calibration
from knowledge.thresholds import Point
from knowledge.types import AnswerNote
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import member

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
ASKED = "Within how many days may unused goods be returned?"


@pytest.fixture
def returns(tenant: TenantView) -> uuid.UUID:
    with tenant_scope(tenant.id):
        made = knowledge.add_text(title="Returns", text="Unused goods may be returned within 30 days.", language="en")
    run_until_idle()
    return made


def _note(tenant: TenantView, bot: BotView, question: str, confidence: float, outcome: str = "answered") -> None:
    with tenant_scope(tenant.id):
        knowledge.note_answer(
            AnswerNote(
                reply_id=uuid.uuid4(), conversation_id=uuid.uuid4(), bot_id=bot.id, customer_id=uuid.uuid4(),
                question=question, language="en", confidence=confidence, threshold=0.3, outcome=outcome,
                cited_chunks=(), best_chunk=None, at=datetime(2026, 3, 1, tzinfo=UTC),
            )
        )  # fmt: skip


def _figures(screen: Client, bot: BotView, **query: str) -> dict[str, Any]:
    page = screen.get(f"/console/bots/{bot.id}/lab/", query, headers={"HX-Target": "lab"})
    return {name: page.context[name] for name in ("now", "then", "newly_answered", "newly_declined", "chosen")}


def test_the_questions_that_another_threshold_changes_are_named(
    screen: Client, tenant: TenantView, bot: BotView
) -> None:
    _note(tenant, bot, "Where do I park?", 0.25, "not_found")
    _note(tenant, bot, "Can I pay by card?", 0.6)
    lower, higher = _figures(screen, bot, threshold="0.2"), _figures(screen, bot, threshold="0.7")
    assert [question.question for question in lower["newly_answered"]] == ["Where do I park?"]
    assert [question.question for question in higher["newly_declined"]] == ["Can I pay by card?"]
    assert (lower["now"].answered, lower["then"].answered, higher["then"].answered) == (1, 2, 0)


def test_a_precision_that_no_threshold_reaches_is_not_promised(
    screen: Client, tenant: TenantView, bot: BotView
) -> None:
    for number, good in enumerate([False, True, False, True]):
        _note(tenant, bot, f"Question {number}?", 0.9 - number / 10)
        with tenant_scope(tenant.id):
            [row] = AskedQuestion.objects.filter(question=f"Question {number}?")
            knowledge.note_rating(reply_id=row.reply_id, good=good)
    page = screen.get(f"/console/bots/{bot.id}/lab/", headers={"HX-Target": "lab"})
    assert page.context["lab"].reached == 0.5
    assert "No threshold that answers enough is right in 0.90 of it" in page.content.decode()


def test_what_the_check_withheld_is_answered_at_no_threshold(screen: Client, tenant: TenantView, bot: BotView) -> None:
    _note(tenant, bot, "How heavy is the moon?", 0.8, "not_found")
    figures = _figures(screen, bot, threshold="0.1")
    assert (figures["newly_answered"], figures["then"].answered) == ((), 0)


def test_a_test_question_is_added_from_the_search_and_counts(screen: Client, bot: BotView, returns: uuid.UUID) -> None:
    screen.post("/console/documents/tests/", {"question": ASKED, "document": str(returns)})
    screen.post("/console/documents/tests/", {"question": "Do you sell helicopters?", "document": "nothing"})
    page = screen.get(f"/console/bots/{bot.id}/lab/", {"wanted": "0.9"}, headers={"HX-Target": "lab"})
    assert (page.context["lab"].judged, page.context["lab"].suggestion is not None) == (2, True)
    kept = screen.get(f"/console/bots/{bot.id}/lab/").context["tests"]
    screen.post("/console/documents/tests/remove/", {"test": str(kept[0].test_id), "bot": str(bot.id)})
    assert len(screen.get(f"/console/bots/{bot.id}/lab/").context["tests"]) == 1


def test_one_click_puts_the_threshold_into_the_draft_and_nothing_else(
    screen: Client, tenant: TenantView, bot: BotView
) -> None:
    screen.post(f"/console/bots/{bot.id}/lab/apply/", {"threshold": "0.42"})
    with tenant_scope(tenant.id):
        shown, verbs = bots.get_bot(bot.id), [entry.verb for entry in list_entries(limit=1)]
    assert shown.draft is not None
    assert shown.live is not None
    changes = bots.diff(shown.live.settings.model_dump(mode="json"), shown.draft.settings.model_dump(mode="json"))
    assert [(change.field, change.after) for change in changes] == [("thresholds.retrieval", "0.42")]
    assert verbs == ["bot.draft.saved"]


@pytest.mark.parametrize("wrong", ["", "1.5", "much"])
def test_a_threshold_that_is_none_is_refused(screen: Client, bot: BotView, wrong: str) -> None:
    assert screen.post(f"/console/bots/{bot.id}/lab/apply/", {"threshold": wrong}).status_code == 404


def test_a_correction_that_too_few_marks_allow_is_refused_in_words(screen: Client, bot: BotView) -> None:
    page = screen.post(f"/console/bots/{bot.id}/lab/fit/", follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "Too few marks and test questions yet, or all of one kind."
    ]
    assert screen.post(f"/console/bots/{bot.id}/lab/unfit/").status_code == 404


def test_a_correction_is_shown_and_taken_back(screen: Client, tenant: TenantView, bot: BotView) -> None:
    with tenant_scope(tenant.id):
        Calibration.objects.create(
            model=shipped_version(), number=3, intercept=0.1, slope=1.0, feedback=40, tests=2, right=30,
            error_before=0.2, error_after=0.1, made_at=datetime(2026, 3, 1, tzinfo=UTC),
        )  # fmt: skip
    shown = screen.get(f"/console/bots/{bot.id}/lab/")
    assert (shown.context["corrected"], shown.context["corrections"][0].number) == (True, 3)
    screen.post(f"/console/bots/{bot.id}/lab/unfit/")
    assert screen.get(f"/console/bots/{bot.id}/lab/").context["corrected"] is False


def test_an_auditor_looks_at_the_lab_and_changes_nothing(tenant: TenantView, bot: BotView) -> None:
    _note(tenant, bot, "Where do I park?", 0.25, "not_found")
    auditor = member(tenant, Role.AUDITOR)
    page = auditor.get(f"/console/bots/{bot.id}/lab/", {"threshold": "0.2"}, headers={"HX-Target": "lab"})
    assert (page.status_code, "into the draft" in page.content.decode()) == (200, False)
    assert auditor.post(f"/console/bots/{bot.id}/lab/apply/", {"threshold": "0.2"}).status_code == 403


def test_a_curve_falls_from_all_to_none() -> None:
    points = [
        Point(threshold=at, answered=answered, right=answered, wrong=0, declined_right=0, declined_wrong=4 - answered)
        for at, answered in ((0.0, 4), (0.5, 2), (1.0, 0))
    ]
    chart = chart_of(points, total=4, current=0.5, chosen=None)
    answered = next(curve for curve in chart.curves if curve.name == "answered").points.split()
    heights = [float(point.split(",")[1]) for point in answered]
    assert heights == sorted(heights)
    assert (heights[0], heights[-1] < HEIGHT) == (8.0, True)


def test_the_search_says_what_the_bot_would_really_do(screen: Client, bot: BotView, returns: uuid.UUID) -> None:
    """Sure enough to answer, and half of the draft is a lie."""
    draft = "Unused goods may be returned within 30 days.[1] Unused goods may be returned within 90 days.[1]"
    with port_scope(chat=ScriptedChat(replies=[draft])):
        page = screen.get(f"/console/documents/search/would/{bot.id}/", {"question": ASKED})
    rehearsal = page.context["rehearsal"]
    assert (rehearsal.outcome, rehearsal.confidence >= rehearsal.threshold) == ("hedged", True)
    assert "90 days" in rehearsal.withheld[0].text
    assert "90 days" not in rehearsal.text


def test_below_the_threshold_the_search_says_not_found_and_no_model_is_asked(
    screen: Client, tenant: TenantView, returns: uuid.UUID
) -> None:
    with tenant_scope(tenant.id):
        settings = BotSettings(thresholds=Thresholds(retrieval=1.0))
        shy = bots.create_bot(name="Shy", settings=settings, actor=SYSTEM)
    with port_scope(chat=(chat := ScriptedChat(replies=["Within 30 days.[1]"]))):
        page = screen.get(f"/console/documents/search/would/{shy.id}/", {"question": ASKED})
    assert (page.context["rehearsal"].outcome, chat.requests) == ("not_found", [])
    assert "would say not found" in page.content.decode()


def test_a_rehearsal_leaves_nothing_behind(
    screen: Client, tenant: TenantView, bot: BotView, returns: uuid.UUID
) -> None:
    screen.get(f"/console/documents/search/would/{bot.id}/", {"question": ASKED})
    with tenant_scope(tenant.id):
        assert (bots.list_conversations(limit=5), knowledge.gaps()) == ((), ())
