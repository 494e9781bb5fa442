"""The state of a tenant's knowledge in a few numbers, and where a passage was cited."""

from __future__ import annotations

import uuid

from django.db.models import Count

from knowledge.contradictions import list_contradictions
from knowledge.gaps import list_gaps
from knowledge.library import is_stale
from knowledge.models import Chunk, Document, PassageCitation, Source
from knowledge.models.documents import DocumentState
from knowledge.types import CitationRow, KnowledgeOverview
from ports import get_port

_MOST = 100


def overview() -> KnowledgeOverview:
    counted = Document.objects.values_list("state").annotate(number=Count("id"))
    by_state = {str(state): int(number) for state, number in counted}
    now = get_port("clock").now()
    stale = Document.objects.exclude(state=DocumentState.REMOVED).filter(is_stale(now))
    return KnowledgeOverview(
        documents=sum(number for state, number in by_state.items() if state != DocumentState.REMOVED),
        by_state=by_state,
        passages=Chunk.objects.filter(live=True).count(),
        sources=Source.objects.count(),
        failing_sources=Source.objects.filter(failures__gt=0).count(),
        stale=stale.count(),
        contradictions=len(list_contradictions()),
        open_gaps=len(list_gaps(bot_id=None, limit=_MOST)),
    )


def citations_of(chunk_id: uuid.UUID) -> tuple[CitationRow, ...]:
    """Newest first."""
    rows = PassageCitation.objects.filter(chunk_id=chunk_id).order_by("-at")[:_MOST]
    return tuple(CitationRow(conversation_id=row.conversation_id, reply_id=row.reply_id, at=row.at) for row in rows)
