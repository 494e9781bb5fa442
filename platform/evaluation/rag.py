"""The suite `rag`: retrieval, and the courage to decline, on documents and questions of any set.

Documents go through the production index into a throw-away tenant, questions through the production search. Where no
unanswerable questions are given, each question is asked again with the documents that answer it withheld.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jobs.api import run_until_idle
from knowledge import api
from knowledge.thresholds import Graded, calibration_error, point_at, risk_coverage_area, suggest
from knowledge.types import SearchQuery, SearchResult
from language.detect import detect_language
from ports import get_port
from tenants.scope import tenant_scope

Row = Mapping[str, object]
Progress = Callable[[int, int], None]  # done, of
_SHOWN = 20  # passages asked for, so that at least ten documents are ranked
_PUNCTUATION = re.compile(r"[\s,，。.、《》“”\"'·•:：\-]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    qid: str
    question: str
    recent: tuple[str, ...]
    gold: frozenset[str]  # empty: unanswerable
    answers: tuple[tuple[str, ...], ...]  # each a tuple of ways to say it
    every_answer: bool
    among: frozenset[str] | None  # documents searched; None: all
    without: frozenset[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    asked: Asked
    ranked: tuple[str, ...]
    result: SearchResult
    right: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RagReport:
    figures: Mapping[str, float]
    rows: tuple[Mapping[str, object], ...]
    timings_ms: Mapping[str, Sequence[float]] = field(default_factory=dict)


def run_rag(
    files: Sequence[Path], *, tenant_id: uuid.UUID, threshold: float | None = None, progress: Progress | None = None
) -> RagReport:
    """`threshold`: None takes the one suggested for nine right answers in ten."""
    rows = [row for file in files for row in read_rows(file)]
    documents = [row for row in rows if "doc_id" in row]
    asked = _questions(rows)
    tell = progress or (lambda done, of: None)
    names = _index(documents, tenant_id, tell)
    outcomes = []
    for place, question in enumerate(asked, start=1):
        outcomes.append(_ask(question, names, tenant_id))
        tell(place, len(asked))
    return _report(outcomes, threshold)


def read_rows(file: Path) -> Iterator[Row]:
    with file.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _questions(rows: Iterable[Row]) -> list[Asked]:
    posed = [row for row in rows if "question" in row and "qid" in row]
    answerable = _pooled([_asked(row) for row in posed if row.get("gold_doc_ids") and not row.get("unanswerable")])
    hopeless = [_asked(row) for row in posed if row.get("unanswerable") or "exclude_doc_ids" in row]
    if not hopeless:
        hopeless = [_withheld(question) for question in answerable]
    return answerable + hopeless


def _pooled(asked: Sequence[Asked]) -> list[Asked]:
    """A set that poses one question twice, each time with another document, holds two documents that answer it."""
    golds: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
    for one in asked:
        golds[one.question, one.recent] = golds.get((one.question, one.recent), frozenset()) | one.gold
    return [replace(one, gold=golds[one.question, one.recent]) for one in asked]


def _asked(row: Row) -> Asked:
    turns = row.get("history") or ()
    answers = row.get("answers") or ()
    among = row.get("context_doc_ids")
    return Asked(
        qid=str(row["qid"]),
        question=str(row["question"]),
        recent=tuple(str(turn["text"]) for turn in turns)[-6:],  # type: ignore[attr-defined]  # checked by use
        gold=frozenset() if row.get("unanswerable") else frozenset(map(str, row.get("gold_doc_ids") or ())),  # type: ignore[call-overload]
        answers=tuple((one,) if isinstance(one, str) else tuple(one) for one in answers),  # type: ignore[attr-defined]
        every_answer=row.get("answer_mode") not in {"any_of", None},
        among=None if among is None else frozenset(map(str, among)),  # type: ignore[call-overload]
        without=frozenset(map(str, row.get("exclude_doc_ids") or ())),  # type: ignore[call-overload]
    )


def _withheld(asked: Asked) -> Asked:
    return Asked(
        qid=f"{asked.qid}:withheld",
        question=asked.question,
        recent=asked.recent,
        gold=frozenset(),
        answers=(),
        every_answer=False,
        among=None,
        without=asked.gold,
    )


def _index(documents: Sequence[Row], tenant_id: uuid.UUID, tell: Progress) -> dict[uuid.UUID, str]:
    """Document ids of the product to those of the set."""
    names: dict[uuid.UUID, str] = {}
    for place, row in enumerate(documents, start=1):
        title = str(row.get("title") or row.get("entity") or "")
        with tenant_scope(tenant_id):
            names[api.add_text(title=title, text=str(row["text"]))] = str(row["doc_id"])
        if place % 50 == 0 or place == len(documents):
            run_until_idle(tenant_id=tenant_id)
            tell(place, len(documents))
    return names


def _ask(asked: Asked, names: Mapping[uuid.UUID, str], tenant_id: uuid.UUID) -> Outcome:
    chosen = None
    if asked.among is not None or asked.without:
        chosen = tuple(key for key, name in names.items() if _searched(asked, name))
    result = api.search(
        SearchQuery(
            tenant_id=tenant_id,
            question=asked.question,
            language=detect_language(asked.question),
            now=get_port("clock").now(),
            limit=_SHOWN,
            document_ids=chosen,
            recent=asked.recent,
        )
    )
    ranked = tuple(dict.fromkeys(names[passage.document_id] for passage in result.passages))
    return Outcome(asked=asked, ranked=ranked, result=result, right=_right(asked, ranked, result))


def _searched(asked: Asked, name: str) -> bool:
    return name not in asked.without and (asked.among is None or name in asked.among)


def _right(asked: Asked, ranked: Sequence[str], result: SearchResult) -> bool:
    """The best passage is one that answers, by its document or by holding the answer itself."""
    if not asked.gold or not ranked:
        return False
    if ranked[0] in asked.gold:
        return True
    text = _PUNCTUATION.sub("", result.passages[0].text).lower()
    held = [any(_PUNCTUATION.sub("", way).lower() in text for way in ways) for ways in asked.answers]
    return bool(held) and (all(held) if asked.every_answer else any(held))


def _report(outcomes: Sequence[Outcome], threshold: float | None) -> RagReport:
    graded = [
        Graded(confidence=one.result.confidence, right=one.right, answerable=bool(one.asked.gold)) for one in outcomes
    ]
    used = suggest(graded) if threshold is None else threshold
    return RagReport(figures=_figures(outcomes, graded, used), rows=tuple(_row(one, used) for one in outcomes))


def _figures(outcomes: Sequence[Outcome], graded: Sequence[Graded], threshold: float) -> dict[str, float]:
    answerable = [one for one in outcomes if one.asked.gold]
    right = [one.right for one in outcomes]
    point = point_at(graded, threshold)
    hopeless = len(outcomes) - len(answerable)
    found = [_first_gold(one) for one in answerable]
    figures = {
        "questions": len(answerable),
        "unanswerable": hopeless,
        "hit@1": _share(rank == 1 for rank in found),
        "hit@5": _share(0 < rank <= 5 for rank in found),
        "mrr@10": _mean([1 / rank if 0 < rank <= 10 else 0.0 for rank in found]),
        "coverage": (len(answerable) - point.declined_wrong) / max(len(answerable), 1),
        "answered_wrong": 1 - point.precision,
        "declined_right": point.declined_right / max(hopeless, 1),
        "threshold": threshold,
        "ece": calibration_error([item.confidence for item in graded], right),
        "aurc": risk_coverage_area([item.confidence for item in graded], right),
        "aurc_cosine": risk_coverage_area([_of_best(one, "vector_score") for one in outcomes], right),
        "aurc_bm25": risk_coverage_area([_of_best(one, "word_score") for one in outcomes], right),
        "aurc_best_possible": risk_coverage_area([float(value) for value in right], right),
        "search_p95_ms": _p95([one.result.timings_ms["search"] + one.result.timings_ms["score"] for one in outcomes]),
        "embed_ms": _mean([one.result.timings_ms["embed"] for one in outcomes]),
    }
    return {name: round(value, 4) for name, value in figures.items()}


def _row(one: Outcome, threshold: float) -> Mapping[str, object]:
    answered = one.result.confidence >= threshold and bool(one.result.passages)
    return {
        "qid": one.asked.qid,
        "ranked": list(one.ranked),
        "confidence": round(one.result.confidence, 4),
        "outcome": "answered" if answered else "not_found",
        "reply": one.result.passages[0].best_sentence if answered else "",
        "answerable": bool(one.asked.gold),
        "right": one.right,
    }


def _first_gold(one: Outcome) -> int:
    """Rank from 1 of the first document that answers; 0 when none is ranked."""
    return next((rank for rank, name in enumerate(one.ranked, start=1) if name in one.asked.gold), 0)


def _of_best(one: Outcome, name: str) -> float:
    return float(getattr(one.result.passages[0], name)) if one.result.passages else -1.0


def _share(values: Iterable[bool]) -> float:
    return _mean([float(value) for value in values])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)] if values else 0.0
