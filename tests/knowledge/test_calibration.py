"""A tenant's own marks correct the number that is shown and compared; versions can be undone."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest

from knowledge import api
from knowledge.confidence.calibration import UNSHIFTED, Shift, fit_shift
from knowledge.confidence.model import shipped_version
from knowledge.errors import NothingToUndo
from knowledge.types import AnswerNote, SearchQuery
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
# Said to be right seven times in ten, and right three times in ten.
TOO_SURE = [(0.7, number % 10 < 3) for number in range(60)] + [(0.2, False) for _ in range(20)]


def mark(marks: list[tuple[float, bool]], *, version: str = "", outcome: str = "answered") -> None:
    for number, (fitted, good) in enumerate(marks):
        note = AnswerNote(
            reply_id=uuid.uuid4(),
            conversation_id=uuid.uuid4(),
            bot_id=uuid.UUID(int=7),
            customer_id=uuid.UUID(int=1),
            question="Is it?",
            language="en",
            confidence=fitted,
            threshold=0.4,
            outcome=outcome,
            cited_chunks=(),
            best_chunk=None,
            at=NOON + timedelta(minutes=number),
            fitted=fitted,
            fitted_by=version or shipped_version(),
        )
        api.note_answer(note)
        api.note_rating(reply_id=note.reply_id, good=good)


def test_a_shift_moves_towards_the_marks_and_keeps_the_order() -> None:
    shift = fit_shift([said for said, _ in TOO_SURE], [right for _, right in TOO_SURE])
    assert 0.25 < shift.applied(0.7) < 0.45
    assert shift.applied(0.2) < shift.applied(0.5) < shift.applied(0.9)


def test_few_marks_move_little_and_none_move_nothing() -> None:
    assert fit_shift([], []) == UNSHIFTED
    assert abs(fit_shift([0.7], [False]).applied(0.7) - 0.7) < 0.1


def test_no_shift_gives_the_very_same_number() -> None:
    assert Shift().applied(0.123456789) == 0.123456789


def test_the_corrected_number_is_the_one_shown_and_undone_it_is_the_old_one(
    tenant: TenantView, other_tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Fees", text="The shipping fee is 4 euros.")
        mark(TOO_SURE)
    index()
    question = ask("what is the shipping fee")
    before = api.search(question)
    assert api.recalibrate(tenant.id) == "made"
    after = api.search(question)
    assert after.fitted == before.fitted == before.confidence
    assert after.confidence == after.passages[0].confidence < before.confidence
    with tenant_scope(other_tenant.id):
        assert api.list_calibrations() == ()
    with tenant_scope(tenant.id):
        (row,) = api.list_calibrations()
        assert (row.number, row.feedback, row.right, row.in_use) == (1, 80, 18, True)
        assert row.error_after < row.error_before
        api.undo_calibration()
    assert api.search(question).confidence == before.confidence
    with tenant_scope(tenant.id), pytest.raises(NothingToUndo):
        api.undo_calibration()


def test_what_was_undone_is_not_made_again_from_the_same_marks(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        mark(TOO_SURE)
    assert api.recalibrate(tenant.id) == "made"
    with tenant_scope(tenant.id):
        api.undo_calibration()
    assert api.recalibrate(tenant.id) == "few_new"
    assert api.recalibrate(tenant.id, again=True) == "made"


def test_too_few_marks_other_models_and_declined_questions_do_not_count(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        mark(TOO_SURE[:30])
        mark(TOO_SURE, version="another")
        mark(TOO_SURE, outcome="not_found")
    assert api.recalibrate(tenant.id) == "too_few"


def test_a_number_that_is_right_already_stays(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        mark([(0.8, number % 10 < 8) for number in range(60)] + [(0.1, number % 10 < 1) for number in range(60)])
    assert api.recalibrate(tenant.id) == "no_better"


def test_test_questions_count_as_marks(
    tenant: TenantView, index: Callable[[], int], ask: Callable[..., SearchQuery]
) -> None:
    with tenant_scope(tenant.id):
        document = api.add_text(title="Fees", text="The shipping fee is 4 euros.")
        for number in range(30):
            api.add_test_question(question=f"What is shipping fee number {number}?", document_id=document)
        mark(TOO_SURE[:50])
    index()
    api.recalibrate(tenant.id, again=True)
    with tenant_scope(tenant.id):
        assert [(row.feedback, row.tests) for row in api.list_calibrations()] == [(50, 30)]
