"""The suite plays a talk through the production turn; its rows can be read by a judge that knows only question ids."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.scripts import run
from evaluation.suite import SuiteRun
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
ASKED = {"question": "What is my frame number?", "answer": "FR-7781", "accept": ["FR-7781"], "forbid": []}
TALK = {
    "script_id": "t-1", "language": "en", "domain": "bicycles",
    "sessions": [{"session": 1, "started_at": "2026-03-02T10:15:00+00:00", "turns": [
        {"turn_id": "s1t1", "text": "hello there"},
        {"turn_id": "s1t2", "text": "My frame number is FR-7781."},
    ]}],
    "questions": [{"qid": "t-1-q1", "category": "number_or_code", "evidence": ["s1t2"], **ASKED}],
}  # fmt: skip


def test_lines_and_questions_each_leave_a_row_and_the_answer_is_found(tenant: TenantView, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps(TALK) + "\n", encoding="utf-8")
    report = run(SuiteRun(files=(file,), tenant_id=tenant.id, facts=True))
    assert [(row["qid"], row.get("turn_id")) for row in report.rows] == [
        (None, "s1t1"),
        (None, "s1t2"),
        ("t-1-q1", None),
    ]
    by_qid = {row["qid"]: row for row in report.rows}
    assert "FR-7781" in str(by_qid["t-1-q1"]["reply"])
    assert report.figures["strict"] == report.figures["numbers_at_once"] == 1.0
    assert ["s1t2"] in [fact["sources"] for fact in report.facts]
