"""What the reply may rest on: memory and knowledge are asked at the same time, records beside them."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeVar

from django.db import close_old_connections

from bots.asking.covering import Looked, with_parts
from bots.asking.parts import parts_of
from bots.brief import Brief, Evidence, PreparedAnswer, StandingDecision
from bots.open_turn import Turn
from bots.push import push_status
from bots.route import Route
from bots.settle import settled_before
from bots.trace import Trace
from knowledge import api as knowledge
from knowledge.types import Passage, RecordQuery, RecordResult, SearchQuery, SearchResult
from memory import api as memory
from memory.types import MemoryAnswer, Recall, RecalledFact, RecallQuery, TakenBack, TurnText
from ports import get_port
from tenants.scope import tenant_scope

T = TypeVar("T")
_pool = ThreadPoolExecutor(8, thread_name_prefix="gather")


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """The raw results, for receipts and the trace."""

    recall: Recall | None = None
    search: SearchResult = field(default_factory=SearchResult)
    records: RecordResult = field(default_factory=RecordResult)
    memory_answer: MemoryAnswer | None = None


def gather(turn: Turn, route: Route, trace: Trace) -> tuple[Brief, Found]:
    """Rewrite, recall, search, look up; then the brief."""
    found = _ask(turn, route, trace)
    memories = _memory_evidence(found.recall, _wishes(turn) if route.seeks_advice else ())
    evidence = (*_passage_evidence(found.search), *memories, *_record_evidence(found.records))
    brief = Brief(
        message=turn.text,
        question=found.recall.question if found.recall else turn.text,
        language=turn.language,
        settings=turn.settings,
        now=turn.at,
        route=route.kind,
        evidence=evidence,
        memory_answer=_prepared(found.memory_answer, memories),
        record_answer=_record_answer(found.records),
        record_choices=found.records.choices,
        taken_back=_taken_back(turn),
        decisions=_decisions(found.recall),
        settled=settled_before(turn.state),
        summary=found.recall.summary if found.recall else "",
        recent=turn.recent,
        customer_words=turn.customer_words,
        company=turn.company,
        names=_names(turn),
        time_zone=turn.message.time_zone,
        turn_number=turn.turn_number,
        nonce=secrets.token_hex(8),
    )
    if route.kind == "question" and not found.records.choices and (texts := parts_of(turn.text)):
        with trace.step("parts"):
            brief = with_parts(brief, texts, lambda text: _look(turn, text, found.recall, memories))
    return brief, found


_NAMES_FOR = 60.0  # seconds for which a tenant's names are kept
_named: dict[uuid.UUID, tuple[float, tuple[str, ...]]] = {}


def _names(turn: Turn) -> tuple[str, ...]:
    """Of the tenant's records and titles; read now and then, since thousands of them change seldom."""
    if not turn.settings.names.derived:
        return ()
    now = get_port("clock").monotonic()
    read_at, names = _named.get(turn.tenant_id, (-_NAMES_FOR, ()))
    if now - read_at >= _NAMES_FOR:
        with tenant_scope(turn.tenant_id):
            names = knowledge.known_names()
        if len(_named) > 1_000:
            _named.clear()
        _named[turn.tenant_id] = (now, names)
    return names


def _look(turn: Turn, text: str, recall: Recall | None, memories: tuple[Evidence, ...]) -> Looked:
    """One part of the message, asked by itself."""
    passages = knowledge.search(_search_query(turn, text))
    records = knowledge.lookup_records(_record_query(turn, text))
    told = _prepared(_memory_answer(turn, text, recall), memories)
    answer = _record_answer(records) or (told if told is not None and told.outcome == "answered" else None)
    rows = _record_evidence(records)
    if answer is not None and rows:
        answer = replace(answer, labels=())  # the rows get their labels beside those of the whole message
    return Looked(evidence=(*_passage_evidence(passages), *rows), answer=answer)


def _ask(turn: Turn, route: Route, trace: Trace) -> Found:
    recall: Recall | None = None
    if route.needs_memory and turn.settings.memory.mode != "stateless":
        with trace.step("recall"):
            recall = memory.recall(_recall_query(turn))
    question = recall.question if recall else turn.text
    if not route.needs_knowledge:
        return Found(recall=recall, memory_answer=_memory_answer(turn, question, recall))
    push_status(turn.tenant_id, turn.conversation_id, state="searching")
    searching = _beside(lambda: knowledge.search(_search_query(turn, question)))
    with trace.step("records"):
        records = knowledge.lookup_records(_record_query(turn, question))
    with trace.step("memory answer"):
        told = _memory_answer(turn, question, recall)
    with trace.step("search"):
        found = searching()
    if told is not None and not told.named and found.confidence >= turn.settings.thresholds.retrieval:
        told = None  # it is the company's to answer, and it does
    return Found(recall=recall, search=found, records=records, memory_answer=told)


def _beside(work: Callable[[], T]) -> Callable[[], T]:
    def run() -> T:
        try:
            return work()
        finally:
            close_old_connections()

    return _pool.submit(run).result


def _recall_query(turn: Turn) -> RecallQuery:
    return RecallQuery(
        tenant_id=turn.tenant_id,
        customer_id=turn.customer_id,
        conversation_id=turn.conversation_id,
        message_id=turn.message.message_id,
        question=turn.text,
        now=turn.at,
        recent=tuple(TurnText(author=item.author, text=item.text) for item in turn.recent),
        time_zone=turn.message.time_zone,
        mode=turn.settings.memory.mode,
        limit=turn.settings.memory.limit,
        least=turn.settings.memory.least,
    )


def _search_query(turn: Turn, question: str) -> SearchQuery:
    return SearchQuery(
        tenant_id=turn.tenant_id, question=question, language=turn.language, now=turn.at, bot_id=turn.bot_id
    )


def _record_query(turn: Turn, question: str) -> RecordQuery:
    return RecordQuery(
        tenant_id=turn.tenant_id,
        customer_id=turn.customer_id,
        external_id=turn.external_id,
        email=turn.email,
        question=question,
        recent=turn.customer_words[:-1],
        language=turn.language,
        now=turn.at,
        bot_id=turn.bot_id,
    )


def _memory_answer(turn: Turn, question: str, recall: Recall | None) -> MemoryAnswer | None:
    if recall is None:
        return None
    return memory.answer(
        question=question, recall=recall, language=turn.language, now=turn.at, time_zone=turn.message.time_zone
    )


def _passage_evidence(result: SearchResult) -> tuple[Evidence, ...]:
    return tuple(_passage(str(number), item) for number, item in enumerate(result.passages, start=1))


def _passage(label: str, item: Passage) -> Evidence:
    return Evidence(
        label=label,
        kind="document",
        text=item.text,
        title=item.title,
        heading=item.heading,
        url=item.url,
        item_id=item.chunk_id,
        revision_id=item.revision_id,
        confidence=item.confidence,
        best_sentence=item.best_sentence,
        overrides=item.overrides,
        at=item.effective_from or item.revised_at,
    )


def _taken_back(turn: Turn) -> TakenBack:
    if not memory.orders_taking_back(turn.text):
        return ""
    if turn.settings.memory.mode == "stateless":
        return "nothing"
    with tenant_scope(turn.tenant_id):
        return memory.taken_back(turn.message)


def _wishes(turn: Turn) -> tuple[RecalledFact, ...]:
    if turn.settings.memory.mode != "long_term":
        return ()
    with tenant_scope(turn.tenant_id):
        return memory.current_wishes(turn.customer_id)


def _memory_evidence(recall: Recall | None, wishes: tuple[RecalledFact, ...]) -> tuple[Evidence, ...]:
    if recall is None:
        return ()
    known = {wish.fact_id for wish in wishes}
    told = [*wishes, *(fact for fact in recall.facts if fact.fact_id not in known)]
    facts = [
        Evidence(
            label="",
            kind="memory",
            text=fact.text,
            title=fact.source.text,
            item_id=fact.fact_id,
            confidence=fact.confidence,
            at=fact.observed_at,
            wish=fact.fact_id in known,
        )
        for fact in told
    ]
    spoken_for = {fact.source.message_id for fact in told}  # a line is injected once: as its facts, or whole
    episodes = [
        Evidence(label="", kind="memory", text=item.text, item_id=item.episode_id, confidence=item.score, at=item.at)
        for item in recall.episodes
        if item.author == "customer" and item.episode_id not in spoken_for
    ]
    return tuple(replace(item, label=f"M{number}") for number, item in enumerate([*facts, *episodes], start=1))


def _record_evidence(result: RecordResult) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            label=f"R{number}",
            kind="record",
            text=hit.sentence or " · ".join(f"{cell.label}: {cell.text}" for cell in hit.cells),
            title=hit.title,
            heading=hit.key,
            confidence=1.0,
            at=hit.read_at,
            fields={cell.placeholder: cell.text for cell in hit.cells},
            columns={cell.placeholder: cell.label for cell in hit.cells},
        )
        for number, hit in enumerate(result.hits, start=1)
    )


def _record_answer(result: RecordResult) -> PreparedAnswer | None:
    if result.outcome == "found" and any(hit.sentence for hit in result.hits):
        labels = tuple(f"R{number}" for number, hit in enumerate(result.hits, start=1) if hit.sentence)
        text = " ".join(hit.sentence for hit in result.hits if hit.sentence)
        return PreparedAnswer(text=text, labels=labels, outcome="answered", confidence=1.0)
    if result.outcome in ("not_found", "ask_identifier") and result.reply:
        return PreparedAnswer(text=result.reply, labels=(), outcome="clarify", confidence=1.0)
    return None


def _prepared(answer: MemoryAnswer | None, memories: tuple[Evidence, ...]) -> PreparedAnswer | None:
    if answer is None:
        return None
    cited: dict[str, str] = {}  # a line is cited once, however many facts were read off it
    for item in memories:
        if item.item_id in answer.used:
            cited.setdefault(item.title or item.text, item.label)
    labels = tuple(cited.values())
    return PreparedAnswer(text=answer.text, labels=labels, outcome=answer.outcome, confidence=answer.confidence)


def _decisions(recall: Recall | None) -> tuple[StandingDecision, ...]:
    if recall is None:
        return ()
    return tuple(StandingDecision(kind=point.kind, text=point.text) for point in recall.decisions)
