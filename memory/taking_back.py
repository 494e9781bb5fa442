"""What a customer takes back ("forget that", 当我没说, "not me, my wife") is gone at once, in the accept transaction:
the very next turn no longer knows it. The pipeline reads the line again later, and finds it done.

Inside an open tenant scope.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from language.moments import local_time
from memory.extracting.extract import extract
from memory.extracting.glancing import READ_IN_FULL
from memory.extracting.mending import mends
from memory.extracting.operations import hands_over, order_without_its_verb, orders_forgetting, points_back, swaps
from memory.extracting.reading import Reading, read_line
from memory.facts import Candidate
from memory.keep import WHOLE_TURN, as_candidates, keep_facts, standing_facts
from memory.models import Episode, Fact, Point, Summary, Tombstone, WriteRun
from memory.policy import sort_out
from memory.recalling.asking.question import asks
from memory.resolve import named_by, resolve
from memory.types import CustomerMessage, FactStatus, TakenBack
from memory.words import naming_words
from ports.ids import new_id

_TURNS_BACK = 3  # of the customer's lines "that" may lie so far back
_UNREAD = 50  # lines that the pipeline has not seen yet, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class JustTold:
    """The customer's last statement before a line: its turn, if there is one near enough, and what holds of it."""

    episode_id: UUID | None = None
    facts: tuple[Candidate, ...] = ()


def take_back(*, message: CustomerMessage, reading: Reading) -> list[UUID]:
    """The ids of the facts that say what is over. Most lines take nothing back, which their words tell."""
    back, forgets = points_back(reading), orders_forgetting(reading.text)
    exchanges = reading.corrected and bool(swaps(reading.text[:READ_IN_FULL]))
    fixes = mends(reading) is not None
    if reading.poison or reading.question or not (back or forgets or exchanges or fixes or hands_over(reading)):
        return []
    told = just_told(message) if back or fixes else JustTold()
    read = extract(reading)
    known = standing_facts(message.customer_id, before=message.message_id)
    known_too = {id(candidate) for candidate in read if candidate.attribute != "retraction"}
    done = resolve(reading, read, known, told.facts)
    changes = [candidate for candidate in done if id(candidate) not in known_too]
    kept = keep_facts(message=message, candidates=sort_out(changes, message.policy)[0], origin="prewrite")
    gone = any(change.attribute != "retraction" for change in changes)
    turns = {told.episode_id} if back in ("forget", "withdraw") and told.episode_id else set()
    if forgets and not back:
        turns |= _unread_turns(message, reading) or (set() if gone else _line_in_its_words(message, reading))
    if forgets and not known_too:
        turns.add(message.message_id)  # "forget that I live in Leeds" would tell it once more
    _lay_aside(message, turns)
    return kept


def just_told(message: CustomerMessage) -> JustTold:
    before = Episode.objects.filter(
        conversation_id=message.conversation_id, author="customer", seq__lt=message.seq
    ).order_by("-seq")[:_TURNS_BACK]
    for turn in before:
        if turn.quarantined:  # "ignore that" means it, and nothing of it was kept
            return JustTold()
        facts = Fact.objects.filter(episode_id=turn.id, status=FactStatus.ACTIVE.value)
        held = as_candidates(fact for fact in facts if fact.attribute != "retraction")
        reading = read_line(turn.text, local_time(turn.at, turn.time_zone))
        if held or not (reading.chitchat or points_back(reading) or asks(turn.text)):
            return JustTold(episode_id=turn.id, facts=held)
    return JustTold()


def laid_aside(turn: Episode) -> bool:
    """The customer took the whole of it back."""
    return Tombstone.objects.filter(customer_id=turn.customer_id, episode_id=turn.id, normal_hash=WHOLE_TURN).exists()


def orders_taking_back(text: str) -> bool:
    """The line tells the bot to let go of something. Pure."""
    reading = read_line(text, _NO_TIME)
    wanted = orders_forgetting(text) or points_back(reading) == "withdraw"
    return wanted and not (reading.question or reading.poison)


_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)  # no day is read off such a line


def taken_back(message: CustomerMessage) -> TakenBack:
    """What became of an order in this message, for the reply; "" where it gives none."""
    if not orders_taking_back(message.text):
        return ""
    forgets = orders_forgetting(message.text)
    facts = Fact.objects.filter(episode_id=message.message_id, operation__in=("forget", "retract"))
    marks = Tombstone.objects.filter(customer_id=message.customer_id, at=message.at)
    marks = marks.exclude(episode_id=message.message_id)
    done = facts.exclude(attribute="retraction").exists() or marks.exists()
    if not forgets:
        return "withdrawn" if done else ""
    return "forgotten" if done else "nothing"


def _unread_turns(message: CustomerMessage, reading: Reading) -> set[UUID]:
    """Turns whose facts the pipeline has still to read, and that tell what the order names."""
    seen = WriteRun.objects.filter(customer_id=message.customer_id).values("episode_id")
    rows = Episode.objects.filter(customer_id=message.customer_id, author="customer").exclude(id__in=seen)
    rows = rows.exclude(id=message.message_id).order_by("-at", "-seq")
    return {row.id for row in rows[:_UNREAD] if named_by(reading.text, _read(row))}


def _line_in_its_words(message: CustomerMessage, reading: Reading) -> set[UUID]:
    """The last line that holds every word of the order, where no fact was read off any: "forget my shoe size"."""
    wanted = naming_words(order_without_its_verb(reading.text))
    if not wanted:
        return set()
    rows = Episode.objects.filter(customer_id=message.customer_id, author="customer").exclude(id=message.message_id)
    told = (row for row in rows.order_by("-at", "-seq")[:_UNREAD] if not asks(row.text))
    return {row.id for row in itertools.islice((row for row in told if wanted <= naming_words(row.text)), 1)}


def _read(turn: Episode) -> tuple[Candidate, ...]:
    return extract(read_line(turn.text, local_time(turn.at, turn.time_zone)))


def _lay_aside(message: CustomerMessage, turns: Iterable[UUID]) -> None:
    """Nothing of these turns is recalled or read again. Their words stay in the history."""
    marked = [
        Tombstone(
            id=new_id(), customer_id=message.customer_id, episode_id=turn, at=message.at, normal_hash=WHOLE_TURN
        )
        for turn in sorted(turns)
    ]  # fmt: skip
    Tombstone.objects.bulk_create(marked)
    gone = Tombstone.objects.filter(customer_id=message.customer_id, at=message.at).values_list("episode_id", flat=True)
    if told := [turn for turn in gone if turn]:
        Point.objects.filter(episode_id__in=told, state="open").update(state="replaced")
        talks = Episode.objects.filter(id__in=told).values_list("conversation_id", flat=True)
        Summary.objects.filter(conversation_id__in=list(talks)).delete()
