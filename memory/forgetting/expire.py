"""What has reached the end of its term is erased: the fact, and its words in the line it was read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from audit.api import record
from audit.types import SYSTEM
from memory.forgetting.forget import erase_facts
from memory.masking import masked
from memory.models import Episode, EpisodeTerm, EpisodeVector, Fact, Point, Summary, WriteRun
from memory.policy import FactClass, MemoryPolicy, class_of


def due(*, conversation_ids: Sequence[UUID], policy: MemoryPolicy, now: datetime) -> list[Fact]:
    """Also what is pinned, superseded or marked wrong: a term is a term. Inside an open scope."""
    terms = [days for days in policy.keep_days.values() if days]
    if not terms:
        return []
    rows = Fact.objects.filter(
        conversation_id__in=conversation_ids, observed_at__lte=now - timedelta(days=min(terms))
    ).exclude(status="erased")
    return [row for row in rows if _over(row, policy, now)]


def expire(*, conversation_ids: Sequence[UUID], policy: MemoryPolicy, now: datetime) -> int:
    """The number of facts erased. Other facts of the same line stay, and so does the rest of the line."""
    facts = due(conversation_ids=conversation_ids, policy=policy, now=now)
    if not facts:
        return 0
    lines = {row.id: row for row in Episode.objects.filter(id__in={f.episode_id for f in facts})}
    for fact in facts:
        if fact.episode_id in lines:
            line = lines[fact.episode_id]
            line.text = masked(line.text, [_words(fact, line.text)])
    _store(lines.values())
    erase_facts(facts)
    for customer_id in {fact.customer_id for fact in facts}:
        count = sum(fact.customer_id == customer_id for fact in facts)
        record(verb="memory.expired", subject=("customer", str(customer_id)), actor=SYSTEM, detail={"facts": count})
    return len(facts)


def _over(fact: Fact, policy: MemoryPolicy, now: datetime) -> bool:
    ends = policy.ends(class_of(fact), said_at=fact.observed_at)
    return ends is not None and ends <= now


def _words(fact: Fact, text: str) -> tuple[int, int]:
    """The value where it stands in the line to the letter, else all that the fact was read from."""
    at = text.find(fact.value, fact.span_start, fact.span_end) if fact.value else -1
    if at < 0 or class_of(fact) is FactClass.HEALTH:
        return fact.span_start, fact.span_end
    return at, at + len(fact.value)


def _store(lines: Iterable[Episode]) -> None:
    """What was made from a line goes with the words; its index is made anew with the next write of its conversation."""
    rows = list(lines)
    Episode.objects.bulk_update(rows, ["text"])
    ids = [line.id for line in rows]
    for model in (EpisodeTerm, EpisodeVector, Point, WriteRun):
        model.objects.filter(episode_id__in=ids).delete()
    Summary.objects.filter(conversation_id__in={line.conversation_id for line in rows}).delete()
