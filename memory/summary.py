"""The rolling summary of a conversation: its topics in order, by the lines that say least about exact values."""

from __future__ import annotations

from memory.extracting.reading import read_line
from memory.models import Episode, Fact, Summary
from memory.types import CustomerMessage

EVERY = 8  # customer turns between two writings
_LONGEST_LINE, _LONGEST = 60, 600  # characters


def keep_summary(*, message: CustomerMessage) -> bool:
    """Whether it was written anew."""
    held = Summary.objects.filter(conversation_id=message.conversation_id).first()
    if message.seq - (held.upto_seq if held else 0) < message.summary_every:
        return False
    lines = Episode.objects.filter(
        conversation_id=message.conversation_id, author="customer", quarantined=False
    ).order_by("seq")
    told = set(
        Fact.objects.filter(conversation_id=message.conversation_id, status="active").values_list(
            "episode_id", flat=True
        )
    )
    text = summarise([row.text for row in lines if row.id not in told], at=message)
    Summary.objects.update_or_create(
        conversation_id=message.conversation_id,
        defaults={
            "customer_id": message.customer_id,
            "text": text,
            "upto_seq": message.seq,
            "at": message.at,
            "only_here": message.mode == "conversation",
        },
    )
    return True


def summarise(lines: list[str], *, at: CustomerMessage) -> str:
    """The first clause of each line that opens a topic, in order, within the limit; the latest topics win."""
    kept: list[str] = []
    seen: set[str] = set()
    for line in lines:
        reading = read_line(line, at.at)
        if reading.chitchat or reading.vague or reading.poison or not reading.clauses:
            continue
        if reading.concepts and reading.concepts <= seen:
            continue
        seen |= reading.concepts
        kept.append(reading.clauses[0].text[:_LONGEST_LINE])
    while len("; ".join(kept)) > _LONGEST:
        kept.pop(0)
    return "; ".join(kept)
