"""The bench runs and says what it measured."""

from __future__ import annotations

import io
import json

from django.core.management import call_command


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
