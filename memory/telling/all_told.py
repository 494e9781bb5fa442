"""The answer to "what do you know about me?": what holds now, in the customer's own words, newest first."""

from __future__ import annotations

from uuid import UUID

from memory.models import Episode, Fact
from memory.telling.quoting import Quote
from memory.telling.wording import render
from memory.types import FactKind, FactStatus, MemoryAnswer, MemoryMode, RecalledFact, SourceSpan

_MOST = 8
_NOT_TOLD = ("retraction",)  # what was asked of memory, not told of oneself


def all_told(*, customer_id: UUID, conversation_id: UUID, mode: MemoryMode) -> tuple[RecalledFact, ...]:
    """Inside an open scope. One fact for each thing said, newest first; of this conversation alone where memory ends
    with it."""
    facts = Fact.objects.filter(customer_id=customer_id, status=FactStatus.ACTIVE.value)
    facts = facts.exclude(attribute__in=_NOT_TOLD)
    here = facts.filter(conversation_id=conversation_id)
    standing = here if mode == "conversation" else facts.filter(only_here=False) | here
    rows = list(standing.order_by("-pinned", "-observed_at", "-confidence", "-id")[: _MOST * 4])
    lines = dict(Episode.objects.filter(id__in=[row.episode_id for row in rows]).values_list("id", "text"))
    chosen: list[Fact] = []
    for row in rows:
        if not any(row.text in kept.text or kept.text in row.text for kept in chosen):
            chosen.append(row)
    return tuple(_recalled(row, lines.get(row.episode_id or row.id, row.text)) for row in chosen[:_MOST])


_NOTHING = {
    "zh": "我这里还没有记录您的信息。",
    "zh-Hant": "我這裡還沒有記錄您的資訊。",
    "en": "I have nothing on record about you yet.",
}


def tell_all(facts: tuple[RecalledFact, ...], *, language: str) -> MemoryAnswer:
    if not facts:
        return MemoryAnswer(text=_NOTHING.get(language, _NOTHING["en"]), used=(), outcome="unknown", confidence=1.0)
    text = render([Quote(text=fact.text) for fact in facts], language=language)
    used = tuple(fact.fact_id for fact in facts)
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=1.0)


def _recalled(row: Fact, line: str) -> RecalledFact:
    return RecalledFact(
        fact_id=row.id,
        text=row.text,
        subject=row.subject,
        entity=row.entity,
        attribute=row.attribute,
        value=row.value,
        normal=row.normal,
        kind=FactKind(row.kind),
        status=FactStatus.ACTIVE,
        score=1.0,
        confidence=row.confidence,
        observed_at=row.observed_at,
        source=SourceSpan(
            message_id=row.episode_id or row.id,
            text=line,
            start=row.span_start,
            end=row.span_end,
        ),
    )
