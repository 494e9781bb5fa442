"""Fit the weights of memory.extracting.worth: `python -m evaluation.worth_fit SCRIPTS.jsonl… TAGS.json…` prints them.

Tagged lines are small talk, the rest is worth keeping; lines that phrases already set aside are left out. It also
prints what share of either is above the threshold when each script is judged by weights fitted without it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.suite import Row, read_rows
from evaluation.topic_fit import fit
from memory.extracting.reading import read_line
from memory.extracting.worth import ENOUGH, signals

Floats = NDArray[np.float64]
FOLDS = 13


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    script: str
    inputs: dict[str, float]
    keeps: bool


def examples(scripts: Sequence[Row], tags: dict[str, dict[str, list[str]]]) -> list[Example]:
    out = []
    for script in scripts:
        name = str(script["script_id"])
        for text, turn, at in _lines(script):
            reading = read_line(text, at)
            if not (reading.poison or reading.vague or reading.hypothetical or reading.quoted or reading.chitchat):
                keeps = turn not in tags.get(name, {})
                out.append(Example(script=name, inputs=signals(reading), keeps=keeps))
    return out


def _lines(script: Row) -> list[tuple[str, str, datetime]]:
    sessions = script["sessions"]
    found = []
    for session in sessions if isinstance(sessions, list) else []:
        at = datetime.fromisoformat(str(session["started_at"]))
        found += [(str(turn["text"]), str(turn["turn_id"]), at) for turn in session["turns"]]
    return found


def fitted(rows: Sequence[Example]) -> dict[str, float]:
    names = sorted({name for row in rows for name in row.inputs} - {"bias"})
    weights = fit(_matrix(rows, names), np.array([row.keeps for row in rows], float), ridge=1.0)
    return {name: round(float(w), 3) for name, w in zip([*names, "bias"], weights, strict=True)}


def _matrix(rows: Sequence[Example], names: Sequence[str]) -> Floats:
    return np.array([[row.inputs.get(name, 0.0) for name in names] for row in rows])


def cross_validated(rows: Sequence[Example]) -> tuple[float, float]:
    """The share of lines worth keeping, and of small talk, above the threshold."""
    scripts = sorted({row.script for row in rows})
    kept: list[bool] = []
    stray: list[bool] = []
    for fold in range(FOLDS):
        inside = [row for row in rows if scripts.index(row.script) % FOLDS == fold]
        weights = fitted([row for row in rows if scripts.index(row.script) % FOLDS != fold])
        for row in inside:
            total = sum(weights.get(name, 0.0) * value for name, value in row.inputs.items())
            (kept if row.keeps else stray).append(bool(1 / (1 + np.exp(-total)) >= ENOUGH))
    return float(np.mean(kept)), float(np.mean(stray))


def main(paths: Sequence[str]) -> None:
    tags: dict[str, dict[str, list[str]]] = {}
    for path in (p for p in paths if p.endswith(".json")):
        tags |= json.loads(Path(path).read_text(encoding="utf-8"))
    rows = examples([row for p in paths if p.endswith(".jsonl") for row in read_rows(Path(p))], tags)
    kept, stray = cross_validated(rows)
    lines = [f"# kept {kept:.3f}, small talk {stray:.3f}"]
    lines += [f'    "{name}": {weight},' for name, weight in sorted(fitted(rows).items())]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
