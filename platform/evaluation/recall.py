"""The suite `recall`: are the turns that answer a question ranked high? Both speakers' turns are episodes.

The ranking is memory's own, before floor, top-K and gate. Dialogues of any length; vectors are exact.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from dateutil import parser as dates

from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from memory.recalling.dialogue import Dialogue, DialogueTurn, rank_dialogue

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
    total = sum(len(_questions(row)) for row in conversations)
    done = 0
    asked: list[_Asked] = []
    for row in conversations:
        dialogue = Dialogue([_turn(turn) for turn in _list(row, "turns")])
        for question in _questions(row):
            asked.append(_ask(dialogue, question))
            done += 1
            run.progress(done, total)
    return SuiteReport(figures=_figures(asked), rows=[_row(one) for one in asked])


def _questions(row: Row) -> list[Row]:
    return [q for q in _list(row, "questions") if not q.get("unanswerable") and q.get("evidence")]


def _ask(dialogue: Dialogue, question: Row) -> _Asked:
    begun = time.perf_counter()
    ranked, embed_ms = rank_dialogue(dialogue, str(question["question"]))
    ms = (time.perf_counter() - begun) * 1000 - embed_ms
    gold = frozenset(str(e) for e in _plain(question["evidence"]))
    return _Asked(
        qid=str(question["qid"]), category=str(question.get("category", "")), gold=gold, ranked=tuple(ranked[:KEPT]),
        ms=ms, embed_ms=embed_ms,
    )  # fmt: skip


def _turn(turn: Row) -> DialogueTurn:
    text = str(turn.get("text") or "")
    caption = str(turn.get("image_caption") or "")
    return DialogueTurn(
        key=str(turn["turn_id"]),
        session=str(turn.get("session", "")),
        speaker=str(turn.get("speaker", "")),
        text=f"{text} [{caption}]" if caption else text,
        at=_time(str(turn.get("time", ""))),
    )


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
