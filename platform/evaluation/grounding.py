"""The suite `grounding`: is the claim supported by its evidence? Through the function that verifies each sentence."""

from __future__ import annotations

from collections.abc import Sequence

from bots.verifying.grounding import ground
from bots.verifying.judge import Judging, with_opinion
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from ports import get_port


def run(suite: SuiteRun) -> SuiteReport:
    """Balanced accuracy of the verdict; precision and recall of `supported`; how often each kind was judged right."""
    rows = [row for file in suite.files for row in read_rows(file)]
    judged: list[Row] = []
    for number, row in enumerate(rows, start=1):
        judged.append(_judge(row, threshold=0.5 if suite.threshold is None else suite.threshold, judge=suite.judge))
        suite.progress(number, len(rows))
    return SuiteReport(figures=_figures(rows, judged), rows=judged)


def _judge(row: Row, *, threshold: float, judge: bool) -> Row:
    asked = str(row.get("question") or row.get("context") or "")
    claim, evidence = str(row["claim"]), [str(row["evidence"])]
    found = ground(claim, evidence, known=[asked] if asked else [], least=threshold)
    if judge:
        found = with_opinion(found, claim, evidence, asked, Judging(judge=get_port("judge")))
    verdict = "unsupported" if found.reason else "supported"
    return {
        "id": row["id"],
        "support": round(found.score, 4),
        "verdict": verdict,
        "reason": found.reason,
        "judged": found.judged,
    }


def _figures(rows: Sequence[Row], judged: Sequence[Row]) -> dict[str, object]:
    pairs = [(row["label"], verdict["verdict"]) for row, verdict in zip(rows, judged, strict=True)]
    named = [str(row.get("kind") or row["label"]) for row in rows]
    right: dict[str, list[bool]] = {kind: [] for kind in sorted(set(named))}
    for kind, (label, said) in zip(named, pairs, strict=True):
        right[kind].append(said == label)
    kept = _share(pairs, given="supported", said="supported")
    refused = _share(pairs, given="unsupported", said="unsupported")
    sent = [label for label, said in pairs if said == "supported"]
    return {
        "claims": len(rows),
        "balanced_accuracy": round((kept + refused) / 2, 4),
        "precision": round(sum(label == "supported" for label in sent) / max(1, len(sent)), 4),
        "recall": round(kept, 4),
        "judge_disagrees": round(sum(verdict["judged"] == "disagrees" for verdict in judged) / max(1, len(judged)), 4),
        "by_kind": {kind: _marks(marks) for kind, marks in right.items()},
    }


def _marks(marks: Sequence[bool]) -> dict[str, float]:
    return {"claims": len(marks), "right": round(sum(marks) / len(marks), 4)}


def _share(pairs: Sequence[tuple[object, object]], *, given: str, said: str) -> float:
    among = [verdict for label, verdict in pairs if label == given]
    return sum(verdict == said for verdict in among) / len(among) if among else 1.0
