"""The threshold lab: what each threshold does to the bot's own questions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from knowledge.errors import DocumentNotFound, EmptyDocument
from knowledge.models import AskedQuestion, Document, TestQuestion
from knowledge.search import search
from knowledge.thresholds import WANTED_PRECISION, Graded, curve, point_at, suggest
from knowledge.types import Lab, LabQuestion, SearchQuery, SearchResult, TestQuestionRow
from language.detect import detect_language
from ports import get_port
from tenants.scope import tenant_scope

_MOST_PAST = 500
_MOST_TESTS = 300
_NEVER = -1.0  # below every threshold


def threshold_lab(
    *,
    tenant_id: uuid.UUID,
    bot_id: uuid.UUID,
    current: float,
    proposed: float | None = None,
    precision: float = WANTED_PRECISION,
) -> Lab:
    """Curves over the threshold on past and test questions, and what would change.

    Opens its own scopes: the test questions are searched now, past ones count with the confidence they had.
    """
    with tenant_scope(tenant_id):
        past = _past(bot_id)
        tests = list_tests()[:_MOST_TESTS]
    questions = [*past, *(_tested(tenant_id, bot_id, test) for test in tests)]
    judged = [_graded(question) for question in questions if question.right is not None]
    suggestion = suggest(judged, precision=precision) if judged else None
    other = proposed if proposed is not None else suggestion
    return Lab(
        questions=tuple(questions),
        points=curve([_graded(question) for question in questions]),
        judged=len(judged),
        suggestion=suggestion,
        reached=point_at(judged, suggestion).precision if suggestion is not None else None,
        newly_answered=_between(questions, other, current),
        newly_declined=_between(questions, current, other),
    )


def add_test(*, question: str, document_id: uuid.UUID | None = None) -> uuid.UUID:
    """`document_id` None: nothing answers it, and the bot must say so. Raises EmptyDocument, DocumentNotFound."""
    if not question.strip():
        raise EmptyDocument
    if document_id is not None and not Document.objects.filter(id=document_id).exists():
        raise DocumentNotFound
    return TestQuestion.objects.create(question=question.strip()[:2000], document_id=document_id).id


def remove_test(test_id: uuid.UUID) -> None:
    TestQuestion.objects.filter(id=test_id).delete()


def list_tests() -> tuple[TestQuestionRow, ...]:
    rows = TestQuestion.objects.select_related("document").order_by("-created_at", "-id")
    return tuple(
        TestQuestionRow(
            test_id=row.id,
            question=row.question,
            document_id=row.document_id,
            document_title=row.document.title if row.document else "",
        )
        for row in rows
    )


def _past(bot_id: uuid.UUID) -> list[LabQuestion]:
    rows = AskedQuestion.objects.filter(bot_id=bot_id).order_by("-at")[:_MOST_PAST]
    return [
        LabQuestion(
            question=row.question,
            confidence=row.confidence,
            right=row.good,
            answerable=True,
            origin="past",
            conversation_id=row.conversation_id,
            withheld=row.outcome == "not_found" and row.confidence >= row.threshold,
            reply_id=row.reply_id,
        )
        for row in rows
    ]


def search_test(tenant_id: uuid.UUID, test: TestQuestionRow, bot_id: uuid.UUID | None = None) -> SearchResult:
    """Opens its own scope."""
    return search(
        SearchQuery(
            tenant_id=tenant_id,
            question=test.question,
            language=detect_language(test.question),
            now=get_port("clock").now(),
            bot_id=bot_id,
        )
    )


def _tested(tenant_id: uuid.UUID, bot_id: uuid.UUID, test: TestQuestionRow) -> LabQuestion:
    result = search_test(tenant_id, test, bot_id)
    found = result.passages[0].document_id if result.passages else None
    return LabQuestion(
        question=test.question,
        confidence=result.confidence,
        right=test.document_id is not None and found == test.document_id,
        answerable=test.document_id is not None,
        origin="test",
        conversation_id=None,
    )


def _graded(question: LabQuestion) -> Graded:
    """A past answer that nobody marked counts as right: only marks and tests can call it wrong."""
    confidence = _NEVER if question.withheld else question.confidence
    return Graded(confidence=confidence, right=question.right is not False, answerable=question.answerable)


def _between(questions: Sequence[LabQuestion], low: float | None, high: float | None) -> tuple[LabQuestion, ...]:
    """Those with a confidence in [low, high)."""
    if low is None or high is None:
        return ()
    return tuple(question for question in questions if low <= question.confidence < high and not question.withheld)


__all__ = ["WANTED_PRECISION", "add_test", "list_tests", "remove_test", "search_test", "threshold_lab"]
