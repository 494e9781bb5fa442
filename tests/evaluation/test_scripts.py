"""The suite plays a talk through the production turn; its rows can be read by a judge that knows only question ids."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evaluation import memory_fit
from evaluation.played import Played
from evaluation.player import Player
from evaluation.scripts import run
from evaluation.suite import SuiteRun
from memory.recalling.ranking import weights
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


def _talk(number: int, language: str) -> dict[str, object]:
    """A number told, one that changes, and something that is never told."""
    said = {
        "en": (["My frame number is FR-778{n}.", "the bell is broken", "the service is on 3 May", "thanks"],
               "What is my frame number?", "What is my blood type?"),
        "zh": (["我的车架号是 FR-778{n}。", "铃铛坏了", "5月3日保养", "谢谢"], "我的车架号是多少？", "我是什么血型？"),
        "zh-Hant": (["我的車架號是 FR-778{n}。", "鈴鐺壞了", "5月3日保養", "謝謝"],
                    "我的車架號是多少？", "我是什麼血型？"),
    }[language]  # fmt: skip
    lines, known, never = said
    name, value = f"t-{language}-{number}", f"FR-778{number}"
    turns = [{"turn_id": f"s1t{n}", "text": text.format(n=number)} for n, text in enumerate(lines)]
    common = {"category": "number_or_code", "evidence": ["s1t0"], "answer": value, "accept": [value], "forbid": []}
    nothing = {"category": "unknown", "evidence": [], "answer": None, "accept": [], "forbid": []}
    return {
        "script_id": name, "language": language[:2], "domain": "bicycles",
        "sessions": [{"session": 1, "started_at": "2026-03-02T10:15:00+00:00", "turns": turns}],
        "questions": [
            {"qid": f"{name}-1", "question": known, **common}, {"qid": f"{name}-2", "question": never, **nothing},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant"])
def test_each_script_is_asked_with_weights_that_have_not_seen_it(
    tenant: TenantView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    file = tmp_path / "talks.jsonl"
    file.write_text("\n".join(json.dumps(_talk(n, language)) for n in range(3)), encoding="utf-8")
    seen: list[set[str]] = []
    asked: list[str] = []
    lines_said: list[str] = []

    def fit(examples: list[memory_fit.Example]) -> memory_fit.Fitted:
        seen.append({example.script for example in examples})
        return real(examples)

    def tell(self: Player, played: Played) -> Iterator[None]:
        if seen:
            assert self.name not in seen[-1]
            lines_said.append(self.name)
        yield from told(self, played)

    def ask(self: Player, played: Played) -> Iterator[None]:
        if seen:
            assert self.name not in seen[-1]
            assert shipped != weights.TRUST
            asked.append(self.name)
        yield from said(self, played)

    real, told, said, shipped = memory_fit.fit, Player.tell, Player.ask, dict(weights.TRUST)
    monkeypatch.setattr(memory_fit, "fit", fit)
    monkeypatch.setattr(Player, "tell", tell)
    monkeypatch.setattr(Player, "ask", ask)
    done: list[int] = []
    report = run(SuiteRun(files=(file,), tenant_id=tenant.id, folds=3, progress=lambda n, of: done.append(of - n)))
    assert sorted(asked) == sorted(lines_said) == [f"t-{language}-{n}" for n in range(3)]
    assert done[-1] == 0
    unseen = report.figures["cross_validated"]
    assert isinstance(unseen, dict)
    assert (unseen["questions"], unseen["repeats_mean"], unseen["numbers_at_once"]) == (6, 0.0, 1.0)
    assert not {"wrong_facts", "in_facts"} & set(unseen)
    assert dict(weights.TRUST) == shipped


@pytest.fixture
def three_talks(tmp_path: Path) -> Path:
    """One in each language, in one file."""
    file = tmp_path / "talks.jsonl"
    talks = [json.dumps(_talk(n, language)) for n, language in enumerate(("en", "zh", "zh-Hant"))]
    file.write_text("\n".join(talks), encoding="utf-8")
    return file


def test_the_command_prints_both_columns_and_the_weights_and_leaves_the_shipped_ones(
    transactional_db: None, three_talks: Path
) -> None:
    shipped, out = dict(weights.WEIGHTS), io.StringIO()
    call_command("fit_memory", "--data", str(three_talks), "--folds", "3", stdout=out)
    figures, _, module = out.getvalue().partition('"""')
    rows = {tuple(words[:-2]): words[-2:] for line in figures.splitlines() if len(words := line.split()) > 2}
    assert {("strict",), ("by_language", "zh", "lenient"), ("by_category", "unknown", "strict"), ("stale",)} <= set(
        rows
    )
    assert rows["repeats_mean",] == ["0.0", "0.0"]
    assert figures.index("Fitted weights have no part in") < figures.index("wrong_facts")
    fitted = dict[str, object]()
    exec('"""' + module, fitted)
    assert fitted["WEIGHTS"] != shipped == weights.WEIGHTS
    assert "6 questions" in str(fitted["__doc__"])


def test_the_command_writes_the_weights_where_they_are_read(
    transactional_db: None, three_talks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, out = tmp_path / "weights.py", io.StringIO()
    monkeypatch.setattr(weights, "__file__", str(place))
    call_command("fit_memory", "--data", str(three_talks), "--folds", "0", "--write", stdout=out)
    assert place.read_text(encoding="utf-8").startswith('"""Fitted on 6 questions (3 about what was never told)')
    assert "as shipped" not in out.getvalue()


@pytest.mark.parametrize("suite", [("evaluate", "scripts", "--cross-validate"), ("fit_memory",)])
def test_one_script_cannot_be_cross_validated(transactional_db: None, tmp_path: Path, suite: tuple[str, ...]) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps(TALK), encoding="utf-8")
    with pytest.raises(CommandError, match="at least two scripts"):
        call_command(*suite, "--data", str(file), stdout=io.StringIO())
