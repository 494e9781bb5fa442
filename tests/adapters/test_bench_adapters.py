"""The bench runs and says what it measured."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command

from config.management.commands import bench


def test_each_figure_has_a_name_and_a_time() -> None:
    out = io.StringIO()
    call_command("bench_adapters", "--times", "2", "--json", stdout=out)
    figures = json.loads(out.getvalue())
    assert {figure["what"] for figure in figures} >= {"use-multilingual-v3: Chinese question", "frame pushed"}
    assert all(0 <= figure["p50_ms"] <= figure["p95_ms"] for figure in figures)


def test_the_adapter_adds_little_to_a_draft() -> None:
    out = io.StringIO()
    call_command("bench_adapters", "--times", "5", "--json", stdout=out)
    whole = next(f for f in json.loads(out.getvalue()) if f["what"] == "chat adapter: whole draft of 200 pieces")
    assert whole["p50_ms"] < 200  # 1 ms a piece, far above what was measured, on any machine


def test_bench_runs_what_every_app_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(bench, "call_command", lambda name, **options: ran.append(name))
    call_command("bench", stdout=io.StringIO())
    assert "bench_adapters" in ran
    assert all(name.startswith("bench_") for name in ran)
