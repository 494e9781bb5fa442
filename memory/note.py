"""What the accept and finish transactions store at once: the turn itself, and the facts that need no thought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from language.moments import local_time
from memory.extracting.extract import extract
from memory.extracting.glancing import glance
from memory.extracting.mending import mends
from memory.extracting.reading import Reading, read_line
from memory.facts import Candidate
from memory.keep import keep_facts
from memory.masking import denied_spans, masked, without_denied
from memory.points import keep_points, keep_promise, promises
from memory.policy import sort_out
from memory.storing import insert_turn
from memory.taking_back import take_back
from memory.types import BotTurn, CustomerMessage, FactKind, PreWrite

LONGEST_READ = 4000  # characters that the pre-write looks at; the pipeline reads the rest


def note_message(*, message: CustomerMessage) -> PreWrite:
    if message.mode == "stateless":
        return PreWrite(episode_id=None)
    message, reading, found = _allowed(message)
    _store_turn(message, author="customer", time_zone=message.time_zone, quarantined=reading.poison)
    taken = take_back(message=message, reading=reading)
    facts = [candidate for candidate in found if candidate.at_once and not _says_right(reading, candidate, taken)]
    kept = keep_facts(message=message, candidates=facts, origin="prewrite")
    keep_points(message=message, candidates=facts)
    if reading.poison:
        kept += keep_facts(message=message, candidates=[suspicion(reading)], origin="prewrite", quarantined=True)
    return PreWrite(episode_id=message.message_id, fact_ids=(*kept, *taken), quarantined=reading.poison)


def _says_right(reading: Reading, candidate: Candidate, taken: list[UUID]) -> bool:
    """It is the right value of something told before, and stands under that name."""
    mend = mends(reading) if taken else None
    return mend is not None and candidate.start < mend.end and mend.start < candidate.end


def _allowed(message: CustomerMessage) -> tuple[CustomerMessage, Reading, Sequence[Candidate]]:
    """The line without what this bot may not remember, and what is left to be read in it."""
    at = local_time(message.at, message.time_zone)
    if not message.policy.denied:
        return message, *glance(message.text[:LONGEST_READ], at)
    reading = read_line(message.text[:LONGEST_READ], at)
    found = extract(reading)  # what is denied is masked wherever it may stand
    if spans := denied_spans(reading, found, message.policy):
        message = replace(message, text=masked(message.text, spans))
        reading = read_line(message.text[:LONGEST_READ], at)
        found = extract(reading)
    return message, reading, sort_out(found, message.policy)[0]


def note_reply(*, reply: BotTurn) -> None:
    if reply.mode == "stateless":
        return
    reply = replace(reply, text=without_denied(reply.text, at=reply.at, policy=reply.policy))
    if reply.author == "agent":  # a human answers with whatever is neither a question nor a promise
        reply = replace(reply, answers=not reply.text.rstrip().endswith(("?", "？")) and not promises(reply.text))
    _store_turn(reply, author=reply.author, time_zone="UTC", quarantined=False)
    keep_promise(reply=reply)


def suspicion(reading: Reading) -> Candidate:
    """The whole line, for the quarantine list: shown to admins, never recalled."""
    return Candidate(
        kind=FactKind.FACT,
        subject="",
        entity="",
        attribute="instruction",
        value=reading.text[:500],
        normal="",
        text=reading.text[:500],
        start=0,
        end=min(500, len(reading.text)),
    )


def _store_turn(turn: CustomerMessage | BotTurn, *, author: str, time_zone: str, quarantined: bool) -> None:
    insert_turn(
        {
            "id": turn.message_id,
            "customer_id": turn.customer_id,
            "conversation_id": turn.conversation_id,
            "seq": turn.seq,
            "author": author,
            "text": turn.text,
            "at": turn.at,
            "time_zone": time_zone,
            "only_here": turn.mode == "conversation",
            "quarantined": quarantined,
            "answers": isinstance(turn, BotTurn) and turn.answers,
        }
    )
