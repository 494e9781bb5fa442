"""The write pipeline of one line, after its reply: parse, extract, classify, resolve, store. Safe to repeat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from accounts.models import Customer
from jobs.api import enqueue, finishing
from jobs.types import Lease
from language.moments import local_time
from memory import tracing
from memory.aliases import by_meaning, floor_of_meaning, keep_aliases, known_aliases, meet
from memory.embedding import embed_turns
from memory.extracting.by_model import CONFIRMED, read_along
from memory.extracting.extract import extract
from memory.extracting.mending import mends
from memory.extracting.operations import points_back
from memory.extracting.reading import read_line
from memory.facts import Candidate
from memory.indexing import index_turns
from memory.keep import keep_facts, standing_facts
from memory.masking import denied_spans, masked
from memory.models import Episode, EpisodeTerm, EpisodeVector, Fact
from memory.points import is_point, keep_points
from memory.policy import FactClass, MemoryPolicy, sort_out
from memory.resolve import resolve
from memory.summary import EVERY, keep_summary
from memory.taking_back import just_told, laid_aside
from memory.types import CustomerMessage
from tenants.scope import tenant_scope

WRITE = "memory.write"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    message: CustomerMessage
    unembedded: tuple[tuple[UUID, str], ...]
    known: tuple[Candidate, ...]  # what holds of this customer, newest first
    just_told: tuple[Candidate, ...]  # of it, what the statement before this line told
    mended: bool  # the pre-write has put its right value in the place of what was told before
    aliases: Mapping[str, str]  # the customer's words for what is known under other names


def queue_write(*, message: CustomerMessage) -> None:
    if message.mode == "stateless":
        return
    epoch = Customer.objects.values_list("erase_epoch", flat=True).get(id=message.customer_id)
    enqueue(
        kind=WRITE,
        dedup_key=str(message.message_id),
        partition=f"memory:{message.customer_id}",
        payload={"message": str(message.message_id), "epoch": str(epoch)} | _orders(message),
    )


def _orders(message: CustomerMessage) -> dict[str, str]:
    """What the operator had set when it was said: codes and a number, nothing of the customer."""
    return {"denied": ",".join(sorted(message.policy.denied)), "every": str(message.summary_every)}


def write(lease: Lease) -> None:
    work = _take(lease)
    if work is None:
        return
    trace = tracing.Recorder()
    reading = read_line(work.message.text, local_time(work.message.at, work.message.time_zone))
    trace.note(tracing.parsed(reading))
    read = read_along(reading, extract(reading))
    spans = denied_spans(reading, read.candidates, work.message.policy)
    found, refused = _sorted_out(read.candidates, spans, work.message.policy)
    trace.note(tracing.extracted(found, by=read.by, notes=read.notes))
    points = [candidate for candidate in found if is_point(candidate)]
    trace.note(tracing.classified(found, points, [(candidate, "not_allowed") for candidate in refused]))
    met = meet(found, work.known, aliases=work.aliases, closeness=by_meaning, floor=floor_of_meaning())
    candidates = resolve(reading, met.candidates, work.known, work.just_told)
    if work.mended and (right := mends(reading)):  # stands already, under the name of what it corrects
        candidates = tuple(c for c in candidates if not (c.start < right.end and right.start < c.end))
    same = [(one.word, one.canonical) for one in met.learnt]
    trace.note(tracing.resolved(met.candidates, candidates, known=len(work.known), same=same))
    turns = _without(work, spans)
    embedded = embed_turns([text for _, text in turns])
    with finishing(lease):
        if _erased_meanwhile(lease, work.message.customer_id):
            return
        trace.go_on()
        _black_out(work, spans)
        index_turns(work.message.customer_id, turns, embedded)
        before = set(Fact.objects.filter(episode_id=work.message.message_id).values_list("id", flat=True))
        ids = keep_facts(message=work.message, candidates=candidates, origin="pipeline")
        keep_aliases(message=work.message, met=met)
        _confirm(work.message, met.candidates)
        keep_points(message=work.message, candidates=candidates)
        written = keep_summary(message=work.message)
        trace.note(tracing.stored(ids, new=len(set(ids) - before), summary=written))
        tracing.keep_trace(message=work.message, steps=trace.steps)


def _sorted_out(
    candidates: Sequence[Candidate], spans: Sequence[tuple[int, int]], policy: MemoryPolicy
) -> tuple[list[Candidate], list[Candidate]]:
    """What may be remembered and what may not: nor what was noted from the words that are to be blacked out."""
    found, refused = sort_out(candidates, policy)
    touched = [any(start < c.end and c.start < end for start, end in spans) for c in found]
    kept = [candidate for candidate, black in zip(found, touched, strict=True) if not black]
    return kept, refused + [candidate for candidate, black in zip(found, touched, strict=True) if black]


def _without(work: _Work, spans: Sequence[tuple[int, int]]) -> tuple[tuple[UUID, str], ...]:
    """The turns to index; of this line without what only the model saw in it, and the bot may not remember."""
    if not spans:
        return work.unembedded
    text = masked(work.message.text, spans)
    return tuple((key, text if key == work.message.message_id else said) for key, said in work.unembedded)


def _black_out(work: _Work, spans: Sequence[tuple[int, int]]) -> None:
    """Also where an earlier write of this conversation has indexed the line already: its index is then made anew."""
    if not spans:
        return
    line = work.message.message_id
    Episode.objects.filter(id=line).update(text=masked(work.message.text, spans))
    if line not in {key for key, _ in work.unembedded}:
        EpisodeTerm.objects.filter(episode_id=line).delete()
        EpisodeVector.objects.filter(episode_id=line).delete()


def _confirm(message: CustomerMessage, candidates: Sequence[Candidate]) -> None:
    """What the model found too is surer, under the same id."""
    for candidate in candidates:
        if candidate.confidence >= CONFIRMED:
            Fact.objects.filter(
                episode_id=message.message_id,
                key=candidate.key[:400],
                span_start=candidate.start,
                span_end=candidate.end,
                confidence__lt=candidate.confidence,
            ).update(confidence=candidate.confidence)


def _take(lease: Lease) -> _Work | None:
    with tenant_scope(lease.tenant_id):
        episode = Episode.objects.filter(id=UUID(lease.payload["message"])).first()
        if episode is None or _erased_meanwhile(lease, episode.customer_id) or laid_aside(episode):
            return None
        seen = EpisodeVector.objects.filter(customer_id=episode.customer_id).values("episode_id")
        waiting = Episode.objects.filter(
            customer_id=episode.customer_id, conversation_id=episode.conversation_id
        ).exclude(id__in=seen)
        message = _message(lease, episode)
        reading = read_line(episode.text, local_time(episode.at, episode.time_zone))
        return _Work(
            message=message,
            unembedded=tuple((row.id, row.text) for row in waiting[:64]),
            known=standing_facts(episode.customer_id, before=episode.id),
            just_told=just_told(message).facts if points_back(reading) or mends(reading) else (),
            mended=Fact.objects.filter(episode_id=episode.id, operation="correct", origin="prewrite").exists(),
            aliases=known_aliases(episode.customer_id),
        )


def _message(lease: Lease, episode: Episode) -> CustomerMessage:
    return CustomerMessage(
        customer_id=episode.customer_id,
        conversation_id=episode.conversation_id,
        message_id=episode.id,
        seq=episode.seq,
        text=episode.text,
        at=episode.at,
        time_zone=episode.time_zone,
        mode="conversation" if episode.only_here else "long_term",
        policy=MemoryPolicy(denied=frozenset(FactClass(name) for name in _listed(lease, "denied"))),
        summary_every=int(lease.payload.get("every", EVERY)),
    )


def _listed(lease: Lease, name: str) -> list[str]:
    return [part for part in lease.payload.get(name, "").split(",") if part]


def _erased_meanwhile(lease: Lease, customer_id: UUID) -> bool:
    epoch = Customer.objects.filter(id=customer_id).values_list("erase_epoch", flat=True).first()
    return epoch is None or str(epoch) != lease.payload.get("epoch", "0")
