"""What a customer likes and does not like now, whatever the question's words are."""

from __future__ import annotations

from uuid import UUID

from memory.models import Episode, Fact
from memory.types import FactKind, FactStatus, RecalledFact, SourceSpan


def current_wishes(customer_id: UUID, *, limit: int = 5) -> tuple[RecalledFact, ...]:
    """Active preferences, newest first, inside an open scope: advice must heed them even where no word is shared."""
    wishes = Fact.objects.filter(customer_id=customer_id, kind=FactKind.PREFERENCE, status=FactStatus.ACTIVE)
    rows = list(wishes.filter(only_here=False).order_by("-observed_at", "-id")[:limit])
    lines = dict(Episode.objects.filter(id__in=[row.episode_id for row in rows]).values_list("id", "text"))
    return tuple(
        RecalledFact(
            fact_id=row.id,
            text=row.text,
            subject=row.subject,
            entity=row.entity,
            attribute=row.attribute,
            value=row.value,
            normal=row.normal,
            kind=FactKind.PREFERENCE,
            status=FactStatus.ACTIVE,
            score=1.0,
            confidence=row.confidence,
            observed_at=row.observed_at,
            source=SourceSpan(
                message_id=row.episode_id or row.id,
                text=lines.get(row.episode_id, row.text) if row.episode_id else row.text,
                start=row.span_start,
                end=row.span_end,
            ),
        )
        for row in rows
    )
