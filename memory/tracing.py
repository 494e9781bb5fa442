"""The trace of one write, step by step, as it is stored and as an admin reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from memory.admin_types import WriteRunRow, WriteRunView
from memory.browse import fact_views
from memory.errors import UnknownRun
from memory.extracting.reading import Reading
from memory.facts import Candidate
from memory.masking import BLOCK
from memory.models import Episode, Fact, WriteRun
from memory.types import CustomerMessage
from ports import get_port
from ports.ids import new_id

FLAGS = ("chitchat", "hypothetical", "quoted", "question", "poison", "vague", "changed", "corrected")
Step = Mapping[str, object]


class Recorder:
    """The steps of one write as they are done, each with the milliseconds since the one before."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._last = get_port("clock").monotonic()

    def note(self, step: Step) -> None:
        since = self._last
        self.go_on()
        self.steps.append({**step, "ms": round((self._last - since) * 1000, 2)})

    def go_on(self) -> None:
        """What was done since the last step belongs to none."""
        self._last = get_port("clock").monotonic()


def parsed(reading: Reading) -> Step:
    flags = [name for name in FLAGS if getattr(reading, name)] + (["masked"] if BLOCK in reading.text else [])
    return {"step": "parse", "flags": flags, "clauses": len(reading.clauses), "kinds": sorted(reading.kinds)}


def extracted(candidates: Sequence[Candidate], *, by: str = "rules", notes: Sequence[str] = ()) -> Step:
    return {"step": "extract", "by": by, "found": [_row(c) for c in candidates], "notes": list(notes)}


def classified(
    kept: Sequence[Candidate], points: Sequence[Candidate], refused: Iterable[tuple[Candidate, str]]
) -> Step:
    """What becomes of each: a fact, a decision or request besides, or nothing, and why. No value of what is refused."""
    also = {id(candidate) for candidate in points}
    rows = [{**_row(c), "to": "point" if id(c) in also else "fact", "reason": ""} for c in kept]
    rows += [{**_row(c), "value": "", "to": "discard", "reason": reason} for c, reason in refused]
    return {"step": "classify", "items": rows}


def resolved(
    before: Sequence[Candidate], after: Sequence[Candidate], *, known: int, same: Sequence[tuple[str, str]] = ()
) -> Step:
    """`same`: words that were found to mean what a known one means."""
    known_already = {id(candidate) for candidate in before}
    added = [_row(c) for c in after if id(c) not in known_already]
    return {"step": "resolve", "known": known, "took_back": added, "same": [f"{word} = {name}" for word, name in same]}


def stored(ids: Sequence[UUID], *, new: int, summary: bool) -> Step:
    return {"step": "store", "facts": [str(fact_id) for fact_id in ids], "new": new, "summary": summary}


def keep_trace(*, message: CustomerMessage, steps: Sequence[Step]) -> None:
    """Once: a repeated write leaves the first trace."""
    row = WriteRun(
        id=new_id(), customer_id=message.customer_id, episode_id=message.message_id, steps=list(steps), at=message.at
    )
    WriteRun.objects.bulk_create([row], ignore_conflicts=True)


def write_run(message_id: UUID) -> WriteRunView:
    """Raises UnknownRun for a line that was not read yet, or is forgotten."""
    run = WriteRun.objects.filter(episode_id=message_id).first()
    line = Episode.objects.filter(id=message_id).first()
    if run is None or line is None:
        raise UnknownRun
    facts = Fact.objects.filter(episode_id=message_id).exclude(status="erased").order_by("span_start", "id")
    return WriteRunView(
        message_id=message_id,
        customer_id=run.customer_id,
        text=line.text,
        at=line.at,
        steps=tuple(run.steps),
        facts=fact_views(list(facts)),
    )


def write_runs_of(customer_id: UUID, *, limit: int = 50, offset: int = 0) -> tuple[WriteRunRow, ...]:
    """Newest first."""
    runs = list(WriteRun.objects.filter(customer_id=customer_id).order_by("-at", "-id")[offset : offset + limit])
    texts = dict(Episode.objects.filter(id__in=[run.episode_id for run in runs]).values_list("id", "text"))
    return tuple(_run_row(run, texts.get(run.episode_id, "")) for run in runs)


def _run_row(run: WriteRun, text: str) -> WriteRunRow:
    steps = {str(step.get("step")): step for step in run.steps}
    flags, kept = steps.get("parse", {}).get("flags"), steps.get("store", {}).get("facts")
    return WriteRunRow(
        message_id=run.episode_id,
        text=text,
        at=run.at,
        flags=tuple(map(str, flags)) if isinstance(flags, list) else (),
        kept=len(kept) if isinstance(kept, list) else 0,
        by=str(steps.get("extract", {}).get("by", "rules")),
    )


def _row(candidate: Candidate) -> dict[str, object]:
    return {
        "kind": candidate.kind.value,
        "subject": candidate.subject,
        "entity": candidate.entity,
        "attribute": candidate.attribute,
        "value": candidate.value[:200],
        "operation": candidate.operation,
        "start": candidate.start,
        "end": candidate.end,
    }
