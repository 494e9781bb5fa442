"""The same thing said differently meets itself: by exact key, then by a learnt alias, then by meaning.

A customer's own words only, so that no word of one is seen by another. Every merge is logged and can be undone; what
was undone is not learnt again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from audit.api import record
from audit.types import SYSTEM, Actor
from memory.errors import UnknownFact
from memory.facts import Candidate
from memory.keep import settle
from memory.models import Alias, Fact
from memory.types import AliasView, CustomerMessage
from memory.words import canonical
from ports import get_port
from ports.ids import new_id

# Cosine above which two names of a thing mean the same, by embedder; tests/memory/test_aliases.py holds the pairs it
# was measured on: synonyms and translations lie above, things that are merely alike below ("left knee", "right knee").
FLOORS = {"use-multilingual-v3": 0.87}
_OWN_NAMES = frozenset({"", "name", "surname", "code", "date", "note", "retraction", "request", "amount"})
_CONTRASTS = re.compile(r"\d|\b(?:left|right|old|new|black|white|red|no|not|without)\b|[左右新旧黑白红无不]", re.I)

Closeness = Callable[[Sequence[str]], Sequence[Sequence[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    word: str
    canonical: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """`candidates` under the keys that they share with what is known; `learnt`: new aliases, by meaning."""

    candidates: tuple[Candidate, ...]
    learnt: tuple[Learnt, ...] = ()


def meet(
    candidates: Sequence[Candidate], known: Sequence[Candidate], *, aliases: Mapping[str, str], closeness: Closeness,
    floor: float,
) -> Met:  # fmt: skip
    """Pure. `aliases`: word to canonical name; a word whose alias was undone stands for itself."""
    keys = {fact.key for fact in known}
    out: list[Candidate] = []
    learnt: dict[str, Learnt] = {}
    for candidate in candidates:
        word = candidate.entity
        if candidate.attribute in _OWN_NAMES or not word or candidate.key in keys:
            out.append(candidate)
            continue
        if word not in aliases and word not in learnt and floor <= 1:
            near = _nearest(candidate, known, closeness)
            if near is not None and near.score >= floor:
                learnt[word] = near
        name = learnt[word].canonical if word in learnt else aliases.get(word, word)
        out.append(replace(candidate, entity=name, said=word) if name != word else candidate)
    return Met(candidates=tuple(out), learnt=tuple(learnt.values()))


def _nearest(candidate: Candidate, known: Sequence[Candidate], closeness: Closeness) -> Learnt | None:
    """The closest entity of the same person and attribute, unless a word sets the two apart."""
    who = canonical(candidate.subject) if candidate.subject else ""
    rivals = sorted(
        {
            fact.entity
            for fact in known
            if fact.attribute == candidate.attribute
            and (canonical(fact.subject) if fact.subject else "") == who
            and fact.entity
            and sorted(_CONTRASTS.findall(fact.entity)) == sorted(_CONTRASTS.findall(candidate.entity))
        }
    )
    if not rivals:
        return None
    scores = closeness([candidate.entity, *rivals])[0][1:]
    best = max(range(len(rivals)), key=lambda i: scores[i])
    return Learnt(word=candidate.entity, canonical=rivals[best], score=round(float(scores[best]), 3))


def by_meaning(words: Sequence[str]) -> Sequence[Sequence[float]]:
    """Cosines between words, in their order."""
    vectors = get_port("turn_embedder").embed_documents(list(words))
    return [[float(x @ y) for y in vectors] for x in vectors]


def floor_of_meaning() -> float:
    """More than 1, so that nothing merges, for an embedder that was not measured."""
    return FLOORS.get(get_port("turn_embedder").name, 2.0)


def aliases_of(customer_id: UUID) -> tuple[AliasView, ...]:
    """Newest first; also those that were undone."""
    rows = Alias.objects.filter(customer_id=customer_id).order_by("-at", "-id")
    return tuple(
        AliasView(
            alias_id=row.id, word=row.word, canonical=row.canonical, how=row.how, score=row.score, at=row.at,
            undone_at=row.undone_at,
        )
        for row in rows
    )  # fmt: skip


def known_aliases(customer_id: UUID) -> dict[str, str]:
    rows = Alias.objects.filter(customer_id=customer_id)
    return {row.word: row.word if row.undone_at else row.canonical for row in rows}


def keep_aliases(*, message: CustomerMessage, met: Met) -> None:
    """Log what was learnt, and mark the facts that stand under another word's key. Inside an open scope."""
    for one in met.learnt:
        row = Alias(
            id=new_id(), customer_id=message.customer_id, word=one.word[:200], canonical=one.canonical[:200],
            how="meaning", score=one.score, at=message.at,
        )  # fmt: skip
        if Alias.objects.bulk_create([row], ignore_conflicts=True):
            detail = {"how": row.how, "score": one.score}
            record(verb="memory.alias.learnt", subject=("alias", str(row.id)), actor=SYSTEM, detail=detail)
    words = {candidate.said for candidate in met.candidates if candidate.said}
    for row in Alias.objects.filter(customer_id=message.customer_id, word__in=words):
        keys = [c.key[:400] for c in met.candidates if c.said == row.word]
        Fact.objects.filter(episode_id=message.message_id, key__in=keys).update(alias=row)


def undo_alias(*, alias_id: UUID, person_id: UUID) -> int:
    """The facts that stand under their own word again. Raises UnknownFact for an alias that is not there or undone."""
    row = Alias.objects.filter(id=alias_id, undone_at=None).first()
    if row is None:
        raise UnknownFact
    row.undone_at = get_port("clock").now()
    row.save(update_fields=["undone_at"])
    facts = list(Fact.objects.filter(alias=row).exclude(status="erased"))
    keys = {fact.key for fact in facts}
    for fact in facts:
        subject, _, rest = fact.key.partition("|")
        fact.entity, fact.alias = row.word, None
        fact.key = f"{subject}|{row.word}|{rest.rpartition('|')[2]}".lower()[:400]
    Fact.objects.bulk_update(facts, ["entity", "key", "alias"])
    settle(row.customer_id, keys | {fact.key for fact in facts})
    actor = Actor(kind="person", id=str(person_id))
    record(verb="memory.alias.undone", subject=("alias", str(row.id)), actor=actor, detail={"facts": len(facts)})
    return len(facts)
