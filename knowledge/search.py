"""Passages for a question."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from knowledge.background import BackgroundSamples, measure
from knowledge.calibrations import current_shift
from knowledge.candidates import WIDTH, Candidate, Filters, Vocabulary, read_candidates, read_vocabulary
from knowledge.confidence.calibration import Shift
from knowledge.confidence.features import Background
from knowledge.confidence.judge import Judged, judge
from knowledge.confidence.model import shipped_model, shipped_version
from knowledge.neighbours import fold_and_join
from knowledge.question import Question, view_question
from knowledge.ranking import rank
from knowledge.reranking import rerank
from knowledge.spaces import serving_embedder
from knowledge.types import Degraded, Passage, SearchQuery, SearchResult
from ports import get_port
from ports.embedding import Vectors
from ports.errors import EmbeddingError, StoreError
from ports.vectors import VectorHit
from tenants.scope import tenant_scope

logger = logging.getLogger(__name__)
_samples = BackgroundSamples()


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    vocabulary: Vocabulary
    candidates: Sequence[Candidate]
    space: str  # "" when there was no vector search
    background: Background | None
    shift: Shift  # the tenant's own correction of the confidence


def search(query: SearchQuery) -> SearchResult:
    """Steps: read the question, embed it, find by words and vectors, rank, judge, let a reranker order, fold."""
    taken_ms: dict[str, float] = {}
    question = view_question(query.question, query.recent)
    with _timed(taken_ms, "embed"):
        space, vector = _embed(query.tenant_id, question) if query.embed else ("", None)
    with _timed(taken_ms, "search"):
        found = _find(query, question, space, vector)
    with _timed(taken_ms, "score"):
        ranked = rank(found.candidates, question, found.vocabulary, found.space)
        model = shipped_model("hybrid" if found.space else "words")
        judged = judge(question, ranked, found.vocabulary, found.background, model, found.shift)
    with _timed(taken_ms, "rerank"):
        ordered, reranked = rerank(question.embedded_text, judged)
    kept, left = fold_and_join(ordered, query.limit)
    return SearchResult(
        passages=tuple(map(_passage, kept)),
        confidence=kept[0].confidence if kept else 0.0,
        fitted=kept[0].fitted if kept else None,
        fitted_by=shipped_version(),
        answerable_hint=", ".join(kept[0].missing) if kept else "",
        rejected=tuple(left),
        timings_ms=taken_ms,
        degraded=_degraded(words_only=query.embed and bool(kept) and not found.space, reranked=reranked),
    )


def _degraded(*, words_only: bool, reranked: bool) -> Degraded:
    if words_only:
        return "words_only"
    return "" if reranked else "not_reranked"


def _embed(tenant_id: uuid.UUID, question: Question) -> tuple[str, Vectors | None]:
    embedder = serving_embedder(tenant_id)
    try:
        return embedder.name, embedder.embed_queries([question.embedded_text])[0]
    except EmbeddingError as error:
        logger.warning("searching by words alone: %s", error)
        return "", None


def _find(query: SearchQuery, question: Question, space: str, vector: Vectors | None) -> Found:
    store = get_port("vectors")
    near = None
    if vector is not None and not store.transactional:
        near = _near(query, space, vector)  # a store outside the database is not asked with a connection held
    with tenant_scope(query.tenant_id):
        if vector is not None and store.transactional:
            near = _near(query, space, vector)
        vocabulary = read_vocabulary(list(question.weights))
        filters = Filters(now=query.now, bot_id=query.bot_id, document_ids=query.document_ids)
        candidates = read_candidates(question.weights, vocabulary, near or (), filters)
        shift = current_shift()
        sample = _samples.sample(query.tenant_id, space, vocabulary.chunks) if near is not None else None
    background = measure(vector, sample, space) if vector is not None and sample is not None else None
    return Found(
        vocabulary=vocabulary,
        candidates=candidates,
        space=space if near is not None else "",
        background=background,
        shift=shift,
    )


def _near(query: SearchQuery, space: str, vector: Vectors) -> list[VectorHit] | None:
    """None when the store did not answer, or holds nothing in this embedder's space yet."""
    try:
        hits = get_port("vectors").search(
            tenant_id=query.tenant_id, space=space, query=vector, limit=WIDTH, document_ids=query.document_ids
        )
        return hits or None
    except StoreError as error:
        logger.warning("searching by words alone: %s", error)
        return None


def _passage(item: Judged) -> Passage:
    candidate = item.ranked.candidate
    return Passage(
        chunk_id=candidate.chunk_id,
        document_id=candidate.document_id,
        revision_id=candidate.revision_id,
        kind=candidate.kind,
        title=candidate.title,
        heading=candidate.heading,
        text=candidate.text,
        url=candidate.url,
        position=candidate.position,
        score=item.ranked.fused,
        word_score=item.ranked.words,
        vector_score=item.ranked.cosine,
        confidence=item.confidence,
        best_sentence=item.sentence,
        overrides=candidate.overrides,
        effective_from=candidate.effective_from,
        revised_at=candidate.revised_at,
    )


@contextmanager
def _timed(taken_ms: dict[str, float], step: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    taken_ms[step] = round((time.perf_counter() - started) * 1000, 2)
