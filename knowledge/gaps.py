"""What customers asked and nobody could answer, gathered into few questions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q

from audit.api import SYSTEM, Actor, record
from knowledge.models import AskedQuestion
from knowledge.terms import terms_of
from knowledge.types import Gap
from ports import get_port

_LOOKED_BACK = timedelta(days=90)
_MOST_QUESTIONS = 2000
_NEAR = 0.5  # of the shorter question's words
_EXAMPLES = 5


def list_gaps(*, bot_id: uuid.UUID | None = None, limit: int = 50) -> tuple[Gap, ...]:
    """Questions without an answer or with a thumb down, gathered; the most asked first."""
    since = get_port("clock").now() - _LOOKED_BACK
    rows = AskedQuestion.objects.filter(at__gte=since, solved_at=None)
    rows = rows.filter(Q(outcome__in=("not_found", "handover")) | Q(good=False))
    if bot_id is not None:
        rows = rows.filter(bot_id=bot_id)
    clusters = cluster(list(rows.order_by("-at")[:_MOST_QUESTIONS]))
    return tuple(map(_gap, sorted(clusters, key=len, reverse=True)[:limit]))


def close_gap(question_ids: Sequence[uuid.UUID], *, actor_id: uuid.UUID | None = None) -> int:
    """These questions are answered now, say by a new pair."""
    closed = AskedQuestion.objects.filter(id__in=list(question_ids)).update(solved_at=get_port("clock").now())
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(verb="knowledge.gap.closed", subject=("gap", ""), actor=actor, detail={"questions": closed})
    return closed


def cluster(rows: Sequence[AskedQuestion]) -> list[list[AskedQuestion]]:
    """Leader clustering by shared words: each question joins the nearest cluster's first question, or opens one."""
    leaders: list[frozenset[str]] = []
    clusters: list[list[AskedQuestion]] = []
    for row in rows:
        words = frozenset(terms_of(row.question))
        near = [_overlap(words, leader) for leader in leaders]
        best = max(range(len(near)), key=near.__getitem__, default=None)
        if best is not None and near[best] >= _NEAR:
            clusters[best].append(row)
        else:
            leaders.append(words)
            clusters.append([row])
    return clusters


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(min(len(one), len(other)), 1) if len(one & other) > 1 or one == other else 0.0


def _gap(rows: Sequence[AskedQuestion]) -> Gap:
    return Gap(
        question=min((row.question for row in rows), key=len),
        count=len(rows),
        thumbs_down=sum(row.good is False for row in rows),
        examples=tuple(dict.fromkeys(row.question for row in rows))[:_EXAMPLES],
        conversation_ids=tuple(dict.fromkeys(row.conversation_id for row in rows))[:_EXAMPLES],
        question_ids=tuple(row.id for row in rows),
        language="en" if rows[0].language == "en" else "zh",
        last_asked_at=max(row.at for row in rows),
    )
