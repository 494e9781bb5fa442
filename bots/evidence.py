"""What was found, as evidence for the brief: passages, memories and rows, each under its label. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bots.brief import Evidence, PreparedAnswer
from knowledge.types import Passage, RecordResult, SearchResult
from memory.types import MemoryAnswer, Recall, RecalledFact


def passage_evidence(result: SearchResult) -> tuple[Evidence, ...]:
    return tuple(_passage(str(number), item) for number, item in enumerate(result.passages, start=1))


def _passage(label: str, item: Passage) -> Evidence:
    return Evidence(
        label=label,
        kind="document",
        text=item.text,
        title=item.title,
        heading=item.heading,
        url=item.url,
        item_id=item.chunk_id,
        revision_id=item.revision_id,
        confidence=item.confidence,
        best_sentence=item.best_sentence,
        overrides=item.overrides,
        at=item.effective_from or item.revised_at,
    )


def memory_evidence(recall: Recall | None, wishes: tuple[RecalledFact, ...]) -> tuple[Evidence, ...]:
    if recall is None:
        return ()
    known = {wish.fact_id for wish in wishes}
    told = [*wishes, *(fact for fact in recall.facts if fact.fact_id not in known)]
    facts = [
        Evidence(
            label="",
            kind="memory",
            text=fact.text,
            title=fact.source.text,
            item_id=fact.fact_id,
            confidence=fact.confidence,
            at=fact.observed_at,
            wish=fact.fact_id in known,
        )
        for fact in told
    ]
    spoken_for = {fact.source.message_id for fact in told}  # a line is injected once: as its facts, or whole
    episodes = [
        Evidence(label="", kind="memory", text=item.text, item_id=item.episode_id, confidence=item.score, at=item.at)
        for item in recall.episodes
        if item.author == "customer" and item.episode_id not in spoken_for
    ]
    return tuple(replace(item, label=f"M{number}") for number, item in enumerate([*facts, *episodes], start=1))


def record_evidence(result: RecordResult) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            label=f"R{number}",
            kind="record",
            text=hit.sentence or " · ".join(f"{cell.label}: {cell.text}" for cell in hit.cells),
            title=hit.title,
            heading=hit.key,
            confidence=1.0,
            at=hit.read_at,
            fields={cell.placeholder: cell.text for cell in hit.cells},
            columns={cell.placeholder: cell.label for cell in hit.cells},
        )
        for number, hit in enumerate(result.hits, start=1)
    )


def record_answer(result: RecordResult) -> PreparedAnswer | None:
    if result.outcome == "found" and any(hit.sentence for hit in result.hits):
        labels = tuple(f"R{number}" for number, hit in enumerate(result.hits, start=1) if hit.sentence)
        text = " ".join(hit.sentence for hit in result.hits if hit.sentence)
        return PreparedAnswer(text=text, labels=labels, outcome="answered", confidence=1.0)
    if result.outcome in ("not_found", "ask_identifier") and result.reply:
        return PreparedAnswer(text=result.reply, labels=(), outcome="clarify", confidence=1.0)
    return None


def prepared(answer: MemoryAnswer | None, memories: tuple[Evidence, ...]) -> PreparedAnswer | None:
    if answer is None:
        return None
    cited: dict[str, str] = {}  # a line is cited once, however many facts were read off it
    for item in memories:
        if item.item_id in answer.used:
            cited.setdefault(item.title or item.text, item.label)
    labels = tuple(cited.values())
    return PreparedAnswer(text=answer.text, labels=labels, outcome=answer.outcome, confidence=answer.confidence)


def all_recalled(recalls: Sequence[Recall]) -> Recall | None:
    """One recall of what was recalled for the message and for its parts: what any of them was given is given."""
    if not recalls:
        return None
    facts = {item.fact_id: item for recall in reversed(recalls) for item in recall.facts}
    episodes = {item.episode_id: item for recall in reversed(recalls) for item in recall.episodes}
    given = facts.keys() | episodes.keys()
    rejected = {
        item.item_id: item for recall in reversed(recalls) for item in recall.rejected if item.item_id not in given
    }
    return replace(
        recalls[0], facts=tuple(facts.values()), episodes=tuple(episodes.values()), rejected=tuple(rejected.values())
    )
