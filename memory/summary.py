"""The rolling summary of a conversation, rewritten every few turns of the customer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from uuid import UUID

from language.moments import local_time
from memory.course import Held, course, overlap
from memory.extracting.reading import read_line
from memory.models import Episode, Fact, Summary, Tombstone
from memory.types import CustomerMemory, CustomerMessage, FactStatus

EVERY = 8  # customer turns between two writings, where the bot does not say
_LINES, _FACTS = 400, 300  # the latest that are read


def keep_summary(*, message: CustomerMessage) -> bool:
    """Whether it was written anew."""
    held = Summary.objects.filter(conversation_id=message.conversation_id).first()
    lines = Episode.objects.filter(
        conversation_id=message.conversation_id, author="customer", quarantined=False, seq__lte=message.seq
    ).exclude(
        id__in=Tombstone.objects.filter(customer_id=message.customer_id, episode_id__isnull=False).values("episode_id")
    )
    if lines.filter(seq__gt=held.upto_seq if held else 0).count() < message.summary_every:
        return False
    rows = list(reversed(lines.order_by("-seq")[:_LINES]))
    read = [read_line(row.text, local_time(row.at, row.time_zone)) for row in rows]
    Summary.objects.update_or_create(
        conversation_id=message.conversation_id,
        defaults={
            "customer_id": message.customer_id,
            "text": course(read, current(message.customer_id), answered=_answered([row.seq for row in rows], message)),
            "upto_seq": message.seq,
            "at": message.at,
            "only_here": message.mode == "conversation",
        },
    )
    return True


def _answered(places: Sequence[int], message: CustomerMessage) -> set[int]:
    """Which of the customer's turns, given by their numbers in order, were answered before the customer spoke again."""
    replies = Episode.objects.filter(conversation_id=message.conversation_id, answers=True).values_list(
        "seq", flat=True
    )
    return {bisect_left(places, seq) - 1 for seq in replies} - {-1}


def fact_overlap(memory: CustomerMemory) -> float:
    """The share of a customer's summaries, in [0, 1], that current facts hold already."""
    held = [Held(text=fact.text, value=fact.value) for fact in memory.facts if fact.status is FactStatus.ACTIVE]
    return overlap(memory.summary, held)


def current(customer_id: UUID) -> list[Held]:
    """What facts hold now, and the summary need not."""
    rows = Fact.objects.filter(customer_id=customer_id, status=FactStatus.ACTIVE.value).order_by("-observed_at")
    return [Held(text=row.text, value=row.value) for row in rows[:_FACTS]]
