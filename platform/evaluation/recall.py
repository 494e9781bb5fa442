"""The suite `recall`: are the turns that answer a question ranked high? Both speakers' turns are episodes.

Turns go in and are found by memory's own functions; the order is taken before floor, top-K and gate. The embedder of
turns is the fast one: dialogues run to thousands of turns, of which each is embedded once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
from dateutil import parser as dates

from accounts.models import Customer
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from memory import api as memory
from memory.types import RecallQuery
from ports import get_port, port_scope
from ports.ids import new_id
from tenants.scope import tenant_scope

KEPT = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    qid: str
    category: str
    gold: frozenset[str]
    ranked: tuple[str, ...]
    ms: float
    embed_ms: float


def run(run: SuiteRun) -> SuiteReport:
    conversations = [row for file in run.files for row in read_rows(file)]
    total = sum(len(_list(row, "turns")) + len(_questions(row)) for row in conversations)
    done = 0
    asked: list[_Asked] = []
    with port_scope(embedder=get_port("turn_embedder")):
        for row in conversations:
            customer_id, names = _remember(run, row, done)
            done += len(names)
            for question in _questions(row):
                asked.append(_ask(run.tenant_id, customer_id, question, names))
                done += 1
                run.progress(done, total)
    return SuiteReport(figures=_figures(asked), rows=[_row(one) for one in asked])


def _questions(row: Row) -> list[Row]:
    return [q for q in _list(row, "questions") if not q.get("unanswerable") and q.get("evidence")]


def _remember(run: SuiteRun, row: Row, done: int) -> tuple[UUID, dict[UUID, str]]:
    """A customer whose episodes are this dialogue, and the turn id of each episode."""
    with tenant_scope(run.tenant_id):
        customer_id = Customer.objects.create(name="Dialogue").id
    turns = _list(row, "turns")
    ids = memory.remember_turns(tenant_id=run.tenant_id, customer_id=customer_id, turns=_past(turns))
    return customer_id, {key: str(turn["turn_id"]) for key, turn in zip(ids, turns, strict=True)}


def _past(turns: Sequence[Row]) -> list[memory.PastTurn]:
    sessions: dict[str, UUID] = {}
    said: Counter[UUID] = Counter()
    out: list[memory.PastTurn] = []
    for turn in turns:
        session = sessions.setdefault(str(turn.get("session", "")), new_id())
        said[session] += 1
        text, caption = str(turn.get("text") or ""), str(turn.get("image_caption") or "")
        out.append(
            memory.PastTurn(
                conversation_id=session,
                seq=said[session],
                author="customer",
                speaker=str(turn.get("speaker", "")),
                text=f"{text} [{caption}]" if caption else text,
                at=_time(str(turn.get("time", ""))) + timedelta(seconds=len(out)),
            )
        )
    return out


def _ask(tenant_id: UUID, customer_id: UUID, question: Row, names: dict[UUID, str]) -> _Asked:
    order = memory.order_turns(
        RecallQuery(
            tenant_id=tenant_id,
            customer_id=customer_id,
            conversation_id=new_id(),
            message_id=None,
            question=str(question["question"]),
            now=get_port("clock").now(),
        )
    )
    gold = frozenset(str(e) for e in _plain(question["evidence"]))
    return _Asked(
        qid=str(question["qid"]), category=str(question.get("category", "")), gold=gold,
        ranked=tuple(names[key] for key in order.turns[:KEPT]), ms=order.recall_ms, embed_ms=order.embed_ms,
    )  # fmt: skip


def _time(text: str) -> datetime:
    try:
        at = dates.parse(re.sub(r"\bon\b", "", text), fuzzy=True)
    except (ValueError, OverflowError):
        return datetime(2000, 1, 1, tzinfo=UTC)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _figures(asked: Sequence[_Asked]) -> dict[str, object]:
    categories = sorted({one.category for one in asked})
    ms = [one.ms for one in asked] or [0.0]
    return {
        "questions": len(asked),
        **_hits(asked),
        "by_category": {name: _hits([o for o in asked if o.category == name]) for name in categories},
        "embed_ms": round(sum(o.embed_ms for o in asked) / max(1, len(asked)), 2),
        "p50_ms": round(float(np.percentile(ms, 50)), 2),
        "p95_ms": round(float(np.percentile(ms, 95)), 2),
    }


def _hits(asked: Sequence[_Asked]) -> dict[str, float]:
    def mean(values: list[float]) -> float:
        return round(sum(values) / max(1, len(values)), 4)

    out = {"n": float(len(asked))}
    for k in (5, 10):
        out[f"hit@{k}"] = mean([float(bool(o.gold & set(o.ranked[:k]))) for o in asked])
        out[f"recall@{k}"] = mean([len(o.gold & set(o.ranked[:k])) / len(o.gold) for o in asked])
    out["all@10"] = mean([float(o.gold <= set(o.ranked[:10])) for o in asked])
    return out


def _row(one: _Asked) -> Row:
    return {"qid": one.qid, "ranked": list(one.ranked), "ms": round(one.ms, 2)}


def _list(row: Row, name: str) -> list[Row]:
    value = row.get(name)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _plain(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
