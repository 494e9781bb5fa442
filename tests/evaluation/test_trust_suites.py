# ruff: noqa: E501  an example reads best on one line
"""The suites of trust, on small files of their formats and on the measuring data where it is there."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from evaluation import contrast, grounding, hostile, topic
from evaluation.liar_cases import write_cases
from evaluation.suite import SuiteRun

CASE = {
    "case": "c1", "language": "en", "records": {"orders": [{"number": "K4471902", "total": 86.5, "items": [{"name": "Kettle", "price": 40}, {"name": "Grinder", "price": 46.5}]}]},
    "evidence": [{"label": "policy-1", "text": "Kettles can be returned within 30 days."}], "customer": ["Hello"], "truth": "clean", "kind": "clean",
    "draft": "Sure, let me check that for you. The Kettle costs $40. [R1] Kettles can be returned within 30 days. [policy-1]",
}  # fmt: skip


def suite(*files: Path) -> SuiteRun:
    return SuiteRun(tenant_id=uuid.uuid4(), files=files)


def test_a_clean_draft_is_sent_whole() -> None:
    report, rows = hostile.run_hostile([CASE])
    assert (report.false_blocks, rows[0]["withheld"]) == (0, [])


@pytest.mark.parametrize(
    "draft",
    [
        "The Kettle costs $46.5. [R1]",
        "The total is ⟨orders.tax⟩. [R1]",
        "Kettles can be returned within 3 days. [policy-1]",
    ],
)
def test_a_false_sentence_that_goes_out_would_be_counted(draft: str) -> None:
    report, rows = hostile.run_hostile([{**CASE, "draft": draft, "truth": "false", "kind": "digit"}])
    assert report.literals_leaked == 0
    assert rows[0]["sent"] == ""


def test_a_placeholder_is_sent_as_the_records_value() -> None:
    _, rows = hostile.run_hostile([{**CASE, "draft": "The total is ⟨orders.total⟩. [R1]"}])
    assert rows[0]["sent"] == "The total is 86.5. [R1]"


def test_grounding_counts_both_kinds_of_error(tmp_path: Path) -> None:
    evidence = "The shop opens at nine and closes at six."
    rows = [
        {"id": "a", "evidence": evidence, "claim": "The shop opens at nine.", "label": "supported", "language": "en"},
        {
            "id": "b",
            "evidence": evidence,
            "claim": "The shop opens at seven.",
            "label": "unsupported",
            "language": "en",
        },
        {
            "id": "c",
            "evidence": evidence,
            "claim": "Parking is behind the bakery.",
            "label": "supported",
            "language": "en",
        },
    ]
    file = tmp_path / "claims.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    figures = grounding.run(suite(file)).figures
    assert (figures["recall"], figures["balanced_accuracy"], figures["precision"]) == (0.5, 0.75, 1.0)


@pytest.mark.evaldata
@pytest.mark.parametrize(("name", "least"), [("begin_en", 0.88), ("rgb_zh", 0.986), ("rgb_en", 0.995)])
def test_the_verdicts_agree_with_people(eval_dir: Path, name: str, least: float) -> None:
    figures = grounding.run(suite(eval_dir / "grounding" / f"{name}.jsonl")).figures
    assert float(str(figures["balanced_accuracy"])) >= least


@pytest.mark.evaldata
def test_the_liar_gets_no_value_through(eval_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "liar.jsonl"
    write_cases(eval_dir / "service", file, count=400)
    report, _ = hostile.run_hostile([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()])
    assert report.literals_leaked == 0
    assert report.unsupported_leaked <= 0.03 * 200
    assert report.false_blocks <= 0.01 * report.clean_sentences


@pytest.mark.evaldata
@pytest.mark.slow
def test_changed_sentences_are_caught(eval_dir: Path) -> None:
    figures = contrast.run(
        suite(eval_dir / "grounding" / "rgb_zh.jsonl", eval_dir / "grounding" / "rgb_en.jsonl")
    ).figures
    assert float(str(figures["caught"])) >= 0.97
    assert float(str(figures["withheld"])) <= 0.01


@pytest.mark.evaldata
@pytest.mark.slow
@pytest.mark.parametrize("name", ["tiage_en", "crosswoz_zh"])
def test_shifts_are_found_better_than_by_a_drop_of_cosine(eval_dir: Path, name: str) -> None:
    figures = topic.run(suite(eval_dir / "topic" / f"{name}.jsonl")).figures
    assert float(str(figures["f1"])) >= float(str(figures["baseline_cosine_f1"])) + 0.05
