"""The suite `topic`: where does a new topic begin? Turn by turn, as in a conversation, never looking ahead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bots.topic import shifts_topic
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from evaluation.topic_fit import closeness_at, turn_texts
from ports import get_port

_DROPS = [threshold / 100 for threshold in range(0, 90, 2)]  # cosines below which the baseline sees a shift


def run(suite: SuiteRun) -> SuiteReport:
    """Exact match of boundaries; WindowDiff (Pevzner and Hearst 2002); beside it the best cosine-drop threshold."""
    rows = [row for file in suite.files for row in read_rows(file)]
    found: list[list[int]] = []
    cosines: list[list[float]] = []
    for number, row in enumerate(rows, start=1):
        boundaries, near = _walk(turn_texts(row))
        found.append(boundaries)
        cosines.append(near)
        suite.progress(number, len(rows))
    gold = [_gold(row) for row in rows]
    precision, recall, f1 = _score(found, gold)
    drops = [[[i for i, near in enumerate(line, start=1) if near < least] for line in cosines] for least in _DROPS]
    return SuiteReport(
        figures={
            "dialogues": len(rows), "boundaries": sum(map(len, gold)),
            "precision": precision, "recall": recall, "f1": f1, "window_diff": _window_diff(rows, found, gold),
            "baseline_cosine_f1": max(_score(line, gold)[2] for line in drops),
        },
        rows=[{"dialogue_id": row["dialogue_id"], "boundaries": made} for row, made in zip(rows, found, strict=True)],
    )  # fmt: skip


def _walk(texts: Sequence[str]) -> tuple[list[int], list[float]]:
    vectors = get_port("turn_embedder").embed_documents(list(texts))
    boundaries: list[int] = []
    near: list[float] = []
    for i in range(1, len(texts)):
        closeness = closeness_at(vectors, i)
        near.append(closeness.near)
        if shifts_topic(texts[i], texts[:i], closeness, since=i - (boundaries[-1] if boundaries else 0)):
            boundaries.append(i)
    return boundaries, near


def _gold(row: Row) -> list[int]:
    marks = row["boundaries"]
    return sorted(int(mark) for mark in marks) if isinstance(marks, list) else []


def _score(found: Sequence[Sequence[int]], gold: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    hits = sum(len(set(mine) & set(right)) for mine, right in zip(found, gold, strict=True))
    made, wanted = sum(map(len, found)), sum(map(len, gold))
    precision, recall = hits / max(1, made), hits / max(1, wanted)
    return round(precision, 4), round(recall, 4), round(2 * hits / max(1, made + wanted), 4)


def _window_diff(rows: Sequence[Row], found: Sequence[Sequence[int]], gold: Sequence[Sequence[int]]) -> float:
    """Share of windows, half a mean segment long, in which the numbers of boundaries differ."""
    turns = [len(turn_texts(row)) for row in rows]
    width = max(1, round(sum(turns) / max(1, sum(len(right) + 1 for right in gold)) / 2))
    wrong = [
        sum(i < mark <= i + width for mark in mine) != sum(i < mark <= i + width for mark in right)
        for count, mine, right in zip(turns, found, gold, strict=True)
        for i in range(count - width)
    ]
    return round(float(np.mean(wrong)), 4) if wrong else 0.0
