"""What the bot should know for this question: gate, rewrite, read, rank, choose."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

import numpy as np

from language.moments import local_time
from memory.embedding import embed_question, embed_turns
from memory.extracting.reading import split_clauses
from memory.readings import unpack
from memory.recalling.asking.question import QuestionReading, asks, personal, read_question
from memory.recalling.asking.standing import stand_alone
from memory.recalling.candidates import Candidates, FactRow, TurnRow, fetch_candidates, moment
from memory.recalling.gate import gate
from memory.recalling.looking_back import look_back
from memory.recalling.meant import covering_turns, meant_lines
from memory.recalling.outdated import without_outdated
from memory.recalling.ranking.linear import Floats, Line, Ranked, rank
from memory.recalling.ranking.trust import SURE, lacks_what_is_asked, trust
from memory.types import (
    FactKind,
    FactStatus,
    LookedBack,
    OpenPoint,
    Recall,
    RecalledEpisode,
    RecalledFact,
    RecallQuery,
    Rejected,
    SourceSpan,
)
from ports.embedding import Vectors
from tenants.scope import tenant_scope

FLOOR = 0.03  # share of the probability among all lines, below which a line is noise
_SHOWN_REJECTED = 15


def recall(query: RecallQuery) -> Recall:
    started = time.perf_counter()
    is_open, reason = gate(query)
    if not is_open:
        return Recall(gate_open=False, gate_reason=reason, question=query.question)
    question = stand_alone(query)
    sought = embed_question(question)
    embedded = time.perf_counter()
    with tenant_scope(query.tenant_id):
        found = fetch_candidates(query, question=question, sought=sought, own_only=True)
        back = look_back(query, question=question)
    fetched = time.perf_counter()
    found = _with_fresh_lines(found, sought.vectors[0])
    ready = time.perf_counter()
    weighed = weigh(query, question=question, found=found, space=sought.space)
    done = time.perf_counter()
    timings = {
        "embed": (embedded - started + ready - fetched) * 1000,
        "fetch": (fetched - embedded) * 1000,
        "rank": (done - ready) * 1000,
    }
    return replace(with_past(weighed, back, limit=query.limit), gate_reason=reason, timings_ms=timings)


def _with_fresh_lines(found: Candidates, vector: Vectors) -> Candidates:
    """The newest lines that the pipeline has not embedded yet are embedded here: the next turn knows them as well as
    any other. Seldom more than one; the pipeline finds their vectors in the embedder's cache."""
    fresh = [turn for turn in found.turns if turn["cosine"] is None and turn["author"] == "customer"][-_FRESH:]
    if not fresh:
        return found
    near = embed_turns([turn["text"] for turn in fresh]).vectors @ vector
    cosine = {turn["id"]: float(value) for turn, value in zip(fresh, near, strict=True)}
    turns = [{**turn, "cosine": cosine.get(turn["id"], turn["cosine"])} for turn in found.turns]
    return replace(found, turns=tuple(cast("list[TurnRow]", turns)))


_FRESH = 4


def with_past(weighed: Recall, back: LookedBack | None, *, limit: int) -> Recall:
    """What was found for another time than now comes first; pure."""
    if back is None:
        return weighed
    found = {fact.fact_id for fact in back.facts}
    facts = (*back.facts, *(fact for fact in weighed.facts if fact.fact_id not in found))[:limit]
    return replace(weighed, facts=facts, looked_back=back, confidence=max(weighed.confidence, COVERED))


def weigh(query: RecallQuery, *, question: str, found: Candidates, space: str) -> Recall:
    """Pure: rank what was read, and keep what may answer. `space` names the embedder of the cosines."""
    ranked = rank_turns(question, found.turns, own_only=True, space=space, here=str(query.conversation_id))
    reading = read_question(question)
    ranked = without_outdated(reading, facts_first(reading, ranked, found.facts), found.facts)
    sure = sureness(reading, ranked, found.facts)
    chosen = choose(ranked, found, limit=query.limit if sure >= max(enough(reading), query.least) else 0)
    return Recall(
        gate_open=True,
        gate_reason="asked",
        question=question,
        facts=chosen.facts,
        episodes=chosen.episodes,
        rejected=chosen.rejected,
        decisions=_points(found),
        summary=found.summary,
        confidence=sure,
    )


def rank_turns(question: str, turns: Sequence[TurnRow], *, own_only: bool, space: str, here: str = "") -> list[Ranked]:
    """Best first. Poisoned turns and, unless asked for, the bot's own are left out."""
    return rank(read_question(question), *lines_to_rank(turns, own_only=own_only, here=here), space=space)


def lines_to_rank(turns: Sequence[TurnRow], *, own_only: bool, here: str) -> tuple[list[Line], Floats]:
    """The lines, and the question's cosine with each."""
    kept = [t for t in turns if not t["quarantined"] and (t["author"] == "customer" or not own_only)]
    kept = [t for t in kept if t["conversation_id"] != here or not _asked(t)]
    lines = [line for turn in kept if not (line := as_line(turn)).reading.poison]
    there = {line.key for line in lines}
    kept = [turn for turn in kept if turn["id"] in there]
    known = [t["cosine"] for t in kept if t["cosine"] is not None]
    middle = sum(known) / len(known) if known else 0.0
    return lines, np.array([middle if t["cosine"] is None else t["cosine"] for t in kept], float)


def _asked(turn: TurnRow) -> bool:
    """What the customer has just asked us tells nothing, unless more than the question stands in it."""
    text = turn["text"]
    return asks(text) and not _VALUE.search(text) and len(list(split_clauses(text))) <= 2


_VALUE = re.compile(r"\d")


def as_line(turn: TurnRow) -> Line:
    at = moment(turn["at"])
    return Line(
        key=turn["id"],
        session=turn["conversation_id"],
        at=at,
        reading=unpack(turn["text"], local_time(at, turn["time_zone"]), turn.get("reading") or ""),
    )


def facts_first(question: QuestionReading, ranked: list[Ranked], facts: Sequence[FactRow]) -> list[Ranked]:
    """A likely line with a standing fact that is the very thing asked for goes to the front, the newest first."""
    said = covering_turns(question, facts)
    out = bool(ranked) and ranked[0].line.key in covering_turns(question, facts, status="superseded") - said
    best = [i for i in ranked[:LIKELY] if i.line.key in said and (out or i.share >= ALIKE * ranked[0].share)]
    meant = meant_lines(question, ranked, facts)
    best = [i for i in ranked if i.line.key in meant] or ([] if question.first else best)
    if not best:
        return ranked
    top = max(best, key=lambda item: (item.line.at, item.score))
    front = replace(top, share=max(top.share, ranked[0].share))
    return [front, *(item for item in ranked if item is not top)]


def sureness(question: QuestionReading, ranked: Sequence[Ranked], facts: Sequence[FactRow]) -> float:
    fitted = trust(question, ranked)
    best = ranked[0].line.key if ranked else ""
    covered = best in covering_turns(question, facts) and (
        not lacks_what_is_asked(question, ranked)  # a trade is told without the word for it
        or any(fact["attribute"] == "job" and fact["episode_id"] == best for fact in facts)
    )
    covered = covered or best in meant_lines(question, ranked, facts)
    return max(fitted, COVERED) if covered else fitted


def enough(question: QuestionReading) -> float:
    """Below this nothing is injected: better nothing than noise. What is not about the customer must fit well."""
    return 0.4 if personal(question.text) else SURE


LIKELY, ALIKE, COVERED = 5, 0.6, 0.92


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    facts: tuple[RecalledFact, ...]
    episodes: tuple[RecalledEpisode, ...]
    rejected: tuple[Rejected, ...]


def choose(ranked: Sequence[Ranked], found: Candidates, *, limit: int) -> Chosen:
    """The lines above the floor, at most `limit` entries; a line whose facts still stand is injected as these facts."""
    turns = {turn["id"]: turn for turn in found.turns}
    facts = _facts_by_turn(found.facts)
    gone = _forgotten_turns(found.facts)
    episodes: list[RecalledEpisode] = []
    recalled: list[RecalledFact] = []
    rejected: list[Rejected] = []
    for item in ranked:
        turn = turns[item.line.key]
        if item.line.key in gone:
            continue
        reason = "floor" if item.share < FLOOR else "limit" if len(episodes) >= limit else ""
        if reason:
            reason = reason if limit else "unsure"
            if len(rejected) < _SHOWN_REJECTED:
                rejected.append(
                    Rejected(
                        item_id=UUID(turn["id"]),
                        layer="episode",
                        text=turn["text"],
                        score=item.share,
                        reason=reason,
                        at=item.line.at,
                    )
                )
            continue
        episodes.append(_episode(turn, item.share))
        for row in facts.get(item.line.key, []):
            if row["status"] == "active" and len(recalled) < limit:
                recalled.append(_fact(row, turn, item.share))
            elif row["status"] == "superseded":
                rejected.append(
                    Rejected(
                        item_id=UUID(row["id"]), layer="fact", text=row["text"], score=item.share, reason="superseded"
                    )
                )
    return Chosen(facts=tuple(recalled), episodes=tuple(episodes), rejected=tuple(rejected))


def _facts_by_turn(rows: Sequence[FactRow]) -> Mapping[str, list[FactRow]]:
    out: dict[str, list[FactRow]] = {}
    for row in rows:
        out.setdefault(row["episode_id"] or "", []).append(row)
    return out


def _forgotten_turns(rows: Sequence[FactRow]) -> frozenset[str]:
    """Turns with a fact that was forgotten or marked wrong: quoting them would bring it back."""
    return frozenset(row["episode_id"] or "" for row in rows if row["status"] in ("erased", "wrong"))


def _episode(turn: TurnRow, score: float) -> RecalledEpisode:
    return RecalledEpisode(
        episode_id=UUID(turn["id"]),
        text=turn["text"],
        author=turn["author"],  # type: ignore[arg-type]  # the column holds one of the three
        at=moment(turn["at"]),
        score=score,
        conversation_id=UUID(turn["conversation_id"]),
        time_zone=turn["time_zone"],
    )


def _fact(row: FactRow, turn: TurnRow, score: float) -> RecalledFact:
    return RecalledFact(
        fact_id=UUID(row["id"]),
        text=row["text"],
        subject=row["subject"],
        entity=row["entity"],
        attribute=row["attribute"],
        value=row["value"],
        normal=row["normal"],
        kind=FactKind(row["kind"]),
        status=FactStatus(row["status"]),
        score=score,
        confidence=row["confidence"],
        observed_at=moment(row["observed_at"]),
        source=SourceSpan(message_id=UUID(turn["id"]), text=turn["text"], start=row["span_start"], end=row["span_end"]),
        negative=row["negative"],
    )


def _points(found: Candidates) -> tuple[OpenPoint, ...]:
    return tuple(
        OpenPoint(
            point_id=UUID(row["id"]),
            kind=row["kind"],  # type: ignore[arg-type]  # the column holds one of the four
            text=row["text"],
            at=moment(row["at"]),
            source=SourceSpan(
                message_id=UUID(row["episode_id"]), text=row["text"], start=row["span_start"], end=row["span_end"]
            ),
        )
        for row in found.points
    )
