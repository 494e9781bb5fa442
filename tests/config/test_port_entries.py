"""PORTS from the environment: what a person may get wrong is told in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.environment import port_entries

KNOWN = ("chat", "embedder")


def test_nothing_said_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANAMNESIS_PORTS", raising=False)
    assert port_entries("ANAMNESIS_PORTS", KNOWN) == {}


def test_entries_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "ports.json"
    file.write_text('{"chat": {"BACKEND": "a.B", "OPTIONS": {"x": 1}}}', encoding="utf-8")
    monkeypatch.setenv("ANAMNESIS_PORTS_FILE", str(file))
    assert port_entries("ANAMNESIS_PORTS", KNOWN) == {"chat": {"BACKEND": "a.B", "OPTIONS": {"x": 1}}}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("{", "is not JSON"),
        ("[]", "must be a JSON object"),
        ('{"chat": "a.B"}', "must be a JSON object"),
        ('{"chat": {"OPTIONS": {}}}', "must be a JSON object"),
        ('{"chatt": {"BACKEND": "a.B"}}', "names chatt; there are chat, embedder"),
    ],
)
def test_a_mistake_ends_the_start_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str, told: str
) -> None:
    monkeypatch.setenv("ANAMNESIS_PORTS", value)
    with pytest.raises(SystemExit):
        port_entries("ANAMNESIS_PORTS", KNOWN)
    error = capsys.readouterr().err
    assert error.startswith("ANAMNESIS_PORTS ")
    assert told in error
    assert error.count("\n") == 1
