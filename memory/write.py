"""The write pipeline of one line, after its reply: parse, extract, classify, resolve, store. Safe to repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from accounts.models import Customer
from jobs.api import enqueue, finishing
from jobs.types import Lease
from language.moments import local_time
from memory.extracting.extract import extract
from memory.extracting.reading import Reading, read_line
from memory.facts import Candidate
from memory.keep import keep_facts, standing_facts
from memory.models import Episode, EpisodeVector, WriteRun
from memory.points import keep_points
from memory.resolve import resolve
from memory.summary import keep_summary
from memory.types import CustomerMessage
from memory.words import plain
from ports import get_port
from ports.ids import new_id
from tenants.scope import tenant_scope

WRITE = "memory.write"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    message: CustomerMessage
    unembedded: tuple[tuple[UUID, str], ...]
    known: tuple[Candidate, ...]  # what holds of this customer, newest first


def queue_write(*, message: CustomerMessage) -> None:
    if message.mode == "stateless":
        return
    epoch = Customer.objects.values_list("erase_epoch", flat=True).get(id=message.customer_id)
    enqueue(
        kind=WRITE,
        dedup_key=str(message.message_id),
        partition=f"memory:{message.customer_id}",
        payload={"message": str(message.message_id), "epoch": str(epoch)},
    )


def write(lease: Lease) -> None:
    work = _take(lease)
    if work is None:
        return
    reading = read_line(work.message.text, local_time(work.message.at, work.message.time_zone))
    candidates = resolve(reading, extract(reading), work.known)
    vectors = get_port("embedder").embed_documents([plain(text) for _, text in work.unembedded])
    with finishing(lease):
        if _erased_meanwhile(lease, work.message.customer_id):
            return
        space = get_port("embedder").name
        EpisodeVector.objects.bulk_create(
            [
                EpisodeVector(
                    id=new_id(), customer_id=work.message.customer_id, episode_id=key, space=space, vector=vector
                )
                for (key, _), vector in zip(work.unembedded, vectors, strict=True)
            ],
            ignore_conflicts=True,
        )
        ids = keep_facts(message=work.message, candidates=candidates, origin="pipeline")
        keep_points(message=work.message, reading=reading, candidates=candidates)
        keep_summary(message=work.message)
        _trace(work.message, reading, candidates, ids)


def _take(lease: Lease) -> _Work | None:
    with tenant_scope(lease.tenant_id):
        episode = Episode.objects.filter(id=UUID(lease.payload["message"])).first()
        if episode is None or _erased_meanwhile(lease, episode.customer_id):
            return None
        seen = EpisodeVector.objects.filter(customer_id=episode.customer_id).values("episode_id")
        waiting = Episode.objects.filter(
            customer_id=episode.customer_id, conversation_id=episode.conversation_id
        ).exclude(id__in=seen)
        return _Work(
            message=CustomerMessage(
                customer_id=episode.customer_id,
                conversation_id=episode.conversation_id,
                message_id=episode.id,
                seq=episode.seq,
                text=episode.text,
                at=episode.at,
                time_zone=episode.time_zone,
                mode="conversation" if episode.only_here else "long_term",
            ),
            unembedded=tuple((row.id, row.text) for row in waiting[:64]),
            known=standing_facts(episode.customer_id, before=episode.id),
        )


def _erased_meanwhile(lease: Lease, customer_id: UUID) -> bool:
    epoch = Customer.objects.filter(id=customer_id).values_list("erase_epoch", flat=True).first()
    return epoch is None or str(epoch) != lease.payload.get("epoch", "0")


def _trace(message: CustomerMessage, reading: Reading, candidates: Sequence[Candidate], ids: Sequence[UUID]) -> None:
    flags = [
        name
        for name in ("chitchat", "hypothetical", "quoted", "question", "poison", "vague", "changed", "corrected")
        if getattr(reading, name)
    ]
    steps = [
        {"step": "parse", "flags": flags, "clauses": len(reading.clauses)},
        {"step": "extract", "by": "rules", "found": [f"{c.kind}:{c.attribute}" for c in candidates]},
        {"step": "resolve", "took_back": [c.key for c in candidates if c.operation == "retract"]},
        {"step": "store", "facts": [str(i) for i in ids]},
    ]
    WriteRun.objects.bulk_create(
        [
            WriteRun(
                id=new_id(), customer_id=message.customer_id, episode_id=message.message_id, steps=steps, at=message.at
            )
        ],
        ignore_conflicts=True,
    )
