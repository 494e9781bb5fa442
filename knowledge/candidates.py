"""Which passages may answer: read from the word index and the vector store, each within the tenant."""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from knowledge.live import ALL_CHUNKS, ALL_TERMS
from knowledge.terms import tsquery_any, tsquery_one
from knowledge.types import DocumentKind
from ports.vectors import VectorHit
from postgres.values import Bound
from tenants.scope import current_tenant_id

WIDTH = 60  # candidates of each of the two searches
_ELSEWHERE = 500
_UNTELLING = 5000  # passages that hold a word
_MOST_SCANNED = 1500  # rows whose words are weighed one by one; rare words come first

_COUNTS = "SELECT term, chunks FROM knowledge_termcount WHERE tenant_id = %s AND term = ANY(%s)"
# One statement: the word search, the vector search's ids, and what is shown of both. Only %s placeholders are joined
# into it; every value is bound. The tenant is named beside row-level security for the planner's sake.
_READ = """
WITH effective AS (
    SELECT id FROM knowledge_document WHERE tenant_id = %(tenant)s AND live_revision_id IS NOT NULL
      AND removed_at IS NULL
      AND (effective_from IS NULL OR effective_from <= %(now)s) AND (expires_at IS NULL OR expires_at > %(now)s)
      AND (%(every_bot)s OR bot_ids = '{{}}' OR bot_ids @> ARRAY[%(bot)s]::uuid[])
      AND (%(every_document)s OR id = ANY(%(documents)s::uuid[]))
), worded AS (
    SELECT c.id FROM knowledge_chunk c JOIN effective e ON e.id = c.document_id
    WHERE c.tenant_id = %(tenant)s AND c.live AND c.words @@ %(rare)s::tsquery
    ORDER BY ({weight}) / (60 + c.length) DESC, c.id LIMIT %(width)s
), chosen AS (
    SELECT id FROM worded UNION SELECT unnest(%(near)s::uuid[])
)
SELECT c.id, c.document_id, d.live_revision_id, d.kind, d.title, c.heading, c.text, c.language, d.url, c.position,
       c.length, d.overrides, d.effective_from, r.live_from,
       ARRAY(SELECT u.lexeme FROM unnest(c.words) u WHERE u.lexeme = ANY(%(terms)s)),
       ARRAY(SELECT cardinality(u.positions) FROM unnest(c.words) u WHERE u.lexeme = ANY(%(terms)s))
FROM chosen JOIN knowledge_chunk c ON c.tenant_id = %(tenant)s AND c.id = chosen.id
JOIN knowledge_document d ON d.tenant_id = %(tenant)s AND d.id = c.document_id
JOIN effective ON effective.id = d.id
JOIN knowledge_revision r ON r.tenant_id = %(tenant)s AND r.id = d.live_revision_id
WHERE c.live
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """How rare the question's words are among the tenant's live passages."""

    chunks: int
    mean_length: float  # search tokens
    holding: Mapping[str, int] = field(default_factory=dict)  # passages that hold a term

    def idf(self, term: str) -> float:
        """Robertson-Spärck Jones, never negative (Lucene's BM25), as if in a collection larger by _ELSEWHERE passages:
        among ten passages a word that none holds is not much rarer than a word that one holds."""
        found = self.holding.get(term, 0)
        return math.log(1 + (self.chunks + _ELSEWHERE - found + 0.5) / (found + 0.5))


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    chunk_id: uuid.UUID
    document_id: uuid.UUID
    revision_id: uuid.UUID
    kind: DocumentKind
    title: str
    heading: str
    text: str
    language: str
    url: str
    position: int
    length: int
    overrides: bool
    effective_from: datetime | None
    revised_at: datetime | None
    counts: Mapping[str, int]  # of the question's terms
    cosine: float | None  # None: the vector search did not bring it


@dataclass(frozen=True, kw_only=True, slots=True)
class Filters:
    now: datetime
    bot_id: uuid.UUID | None = None
    document_ids: tuple[uuid.UUID, ...] | None = None


def read_vocabulary(terms: Sequence[str]) -> Vocabulary:
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [current_tenant_id(), [*terms, ALL_CHUNKS, ALL_TERMS]])
        counts: dict[str, int] = dict(cursor.fetchall())
    chunks, total = counts.pop(ALL_CHUNKS, 0), counts.pop(ALL_TERMS, 0)
    return Vocabulary(chunks=chunks, mean_length=max(total / max(chunks, 1), 1.0), holding=counts)


def read_candidates(
    weights: Mapping[str, float], vocabulary: Vocabulary, near: Sequence[VectorHit], filters: Filters
) -> list[Candidate]:
    """`weights` are the question's terms; a term of the conversation before it weighs less."""
    cosines = {hit.chunk_id: hit.similarity for hit in near}
    known = {term: weight * vocabulary.idf(term) for term, weight in weights.items() if vocabulary.holding.get(term)}
    values: dict[str, Bound] = {
        "tenant": current_tenant_id(),
        "now": filters.now,
        "every_bot": filters.bot_id is None,
        "bot": filters.bot_id,
        "every_document": filters.document_ids is None,
        "documents": list(filters.document_ids or ()),
        "rare": tsquery_any(_rare(known, vocabulary, alone=not near)),
        "near": list(cosines),
        "terms": list(known),
        "width": WIDTH,
    }
    parts = []
    for number, (term, weight) in enumerate(known.items()):
        values |= {f"w{number}": weight, f"t{number}": tsquery_one(term)}
        parts.append(f"%(w{number})s * (c.words @@ %(t{number})s::tsquery)::int")
    statement = _READ.format(weight=" + ".join(parts) or "0")
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [_candidate(row, cosines) for row in cursor.fetchall()]


def _rare(known: Mapping[str, float], vocabulary: Vocabulary, *, alone: bool) -> list[str]:
    """The rarest terms, as many as keep the scan short. None where even the rarest stands in thousands of passages,
    unless words are `alone` in the search: reading all those took 200 ms, and told next to nothing."""
    chosen: list[str] = []
    scanned = 0
    for term in sorted(known, key=lambda term: -known[term]):
        scanned += vocabulary.holding[term]
        if not chosen and not alone and scanned > _UNTELLING:
            break
        if chosen and scanned > _MOST_SCANNED:
            break
        chosen.append(term)
    return chosen


def _candidate(row: tuple[Any, ...], cosines: Mapping[uuid.UUID, float]) -> Candidate:
    *_, terms, counts = row
    return Candidate(
        chunk_id=row[0],
        document_id=row[1],
        revision_id=row[2],
        kind=row[3],
        title=row[4],
        heading=row[5],
        text=row[6],
        language=row[7],
        url=row[8],
        position=row[9],
        length=row[10],
        overrides=row[11],
        effective_from=row[12],
        revised_at=row[13],
        counts=dict(zip(terms, counts, strict=True)),
        cosine=cosines.get(row[0]),
    )
