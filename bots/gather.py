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
from bots.evidence import (
    all_recalled,
    memory_evidence,
    passage_evidence,
    prepared,
    record_answer,
    record_evidence,
)
from bots.open_turn import Turn
from bots.own_matter import asks_for_all_that_is_known, asks_the_company, asks_what_was_told
from bots.push import push_status
from bots.route import Route
from bots.settle import settled_before
from bots.trace import Trace
from knowledge import api as knowledge
from knowledge.types import RecordQuery, RecordResult, SearchQuery, SearchResult
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
    if asks_for_all_that_is_known(turn.text):
        found = _all_told(turn, found)
    memories = memory_evidence(found.recall, _wishes(turn) if route.seeks_advice else ())
    evidence = (*passage_evidence(found.search), *memories, *record_evidence(found.records))
    brief = Brief(
        message=turn.text,
        question=found.recall.question if found.recall else turn.text,
        language=turn.language,
        settings=turn.settings,
        now=turn.at,
        route="question" if route.wants_done else route.kind,  # what a document says of it is worth quoting
        evidence=evidence,
        memory_answer=prepared(found.memory_answer, memories),
        record_answer=record_answer(found.records),
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
        recalls: list[Recall] = [found.recall] if found.recall else []
        with trace.step("parts"):
            brief = with_parts(brief, texts, lambda text: _look(turn, text, recalls))
        found = replace(found, recall=all_recalled(recalls))
    return brief, found


def _all_told(turn: Turn, found: Found) -> Found:
    """What memory holds of the customer, whatever was recalled."""
    if found.recall is None:
        return found
    with tenant_scope(turn.tenant_id):
        facts = memory.all_told(
            customer_id=turn.customer_id, conversation_id=turn.conversation_id, mode=turn.settings.memory.mode
        )
    told = memory.tell_all(facts, language=turn.language)
    return replace(found, recall=replace(found.recall, facts=facts, episodes=()), memory_answer=told)


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


def _look(turn: Turn, text: str, recalls: list[Recall]) -> Looked:
    """One part of the message, asked by itself; what is recalled for it joins `recalls`."""
    passages = knowledge.search(_search_query(turn, text))
    records = knowledge.lookup_records(_record_query(turn, text))
    told, memories = _told(turn, text, recalls) if recalls else (None, ())
    answer = record_answer(records) or told
    rows = record_evidence(records)
    if answer is not None and rows:
        answer = replace(answer, labels=())  # the rows get their labels beside those of the whole message
    return Looked(evidence=(*passage_evidence(passages), *rows, *memories), answer=answer)


def _told(turn: Turn, text: str, recalls: list[Recall]) -> tuple[PreparedAnswer | None, tuple[Evidence, ...]]:
    """What the customer said on one part, and the memories behind it."""
    recall = memory.recall(replace(_recall_query(turn), question=text))
    recalls.append(recall)
    memories = memory_evidence(recall, ())
    told = prepared(_memory_answer(turn, text, recall), memories)
    if told is None or told.outcome != "answered":
        return None, ()
    return told, tuple(item for item in memories if item.label in told.labels)


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
    told = memory.answer(
        question=question, recall=recall, language=turn.language, now=turn.at, time_zone=turn.message.time_zone
    )
    if told is None or told.outcome != "answered":
        return told
    if asks_the_company(question) or not (told.named or asks_what_was_told(question)):
        return None  # a line of the customer's that only shares a word with it, or not even that
    return told


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


def _decisions(recall: Recall | None) -> tuple[StandingDecision, ...]:
    if recall is None:
        return ()
    return tuple(StandingDecision(kind=point.kind, text=point.text) for point in recall.decisions)
