"""The suite `scripts`: long talks over weeks, then questions in a new conversation, through the production turn.

The clock follows the script: a line a minute, questions a day after the last session. What is asked is never evidence.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.types import SYSTEM
from bots import api as bots
from bots.settings import BotSettings, Handover
from evaluation import memory_fit
from evaluation.memory_fit import Example
from evaluation.played import Answered, Played
from evaluation.player import Player, rows_of
from evaluation.suite import Row, SuiteReport, SuiteRun, UnfitData, read_rows
from evaluation.tally import figures, fitted_figures
from tenants.scope import tenant_scope

_ALONE = BotSettings(handover=Handover(enabled=False))  # no human is there to take over, and every line is answered


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """`examples`: what recall would rank for each question, where weights were to be fitted."""

    report: SuiteReport
    examples: tuple[Example, ...]


def run(run: SuiteRun) -> SuiteReport:
    return measure(run, learn=run.folds > 0).report


def measure(run: SuiteRun, *, learn: bool) -> Measured:
    """As shipped and, where folds are asked for, once more with weights that have not seen the script."""
    scripts, tags, bot_id = [row for file in run.files for row in read_rows(file)], _tags(run), _bot(run)
    if run.folds and min(run.folds, len(scripts)) < 2:  # one to fit on, one to ask
        raise UnfitData("Cross-validation needs at least two scripts and two parts.")
    steps = _counted(run, (1 + (run.folds > 0)) * sum(_turns(script) for script in scripts))
    played, examples = Played(), list[Example]()

    def players() -> list[Player]:
        return [Player(run.tenant_id, bot_id, row, tags.get(str(row["script_id"]), {})) for row in scripts]

    def told(player: Player) -> None:
        examples.extend(player.examples() if learn else ())

    for player in players():
        for _ in player.play(played, told=told):
            next(steps)
    found = figures(len(scripts), played)
    if run.folds:
        unseen = cross_validated(players(), examples, parts=min(run.folds, len(scripts)), steps=steps)
        found["cross_validated"] = fitted_figures(len(scripts), unseen)
    report = SuiteReport(figures=found, rows=played.rows, facts=played.facts if run.facts else ())
    return Measured(report=report, examples=tuple(examples))


def _counted(run: SuiteRun, total: int) -> Iterator[None]:
    for done in range(1, total + 1):
        run.progress(done, total)
        yield


def _tags(run: SuiteRun) -> dict[str, dict[str, list[str]]]:
    out: dict[str, dict[str, list[str]]] = {}
    for file in run.tags:
        out |= json.loads(file.read_text(encoding="utf-8"))
    return out


def _turns(script: Row) -> int:
    lines = sum(len(rows_of(session, "turns")) for session in rows_of(script, "sessions"))
    return lines + len(rows_of(script, "questions"))


def cross_validated(
    players: Sequence[Player], examples: Sequence[Example], *, parts: int, steps: Iterator[None]
) -> Played:
    """Each script told and asked with the weights that the scripts of the other parts give. Rules are not refitted."""
    part_of, played = memory_fit.folds([player.name for player in players], parts), Played()
    for part in range(parts):
        fitted = memory_fit.fit([example for example in examples if part_of[example.script] != part])
        with memory_fit.using(fitted):
            for player in players:
                if part_of[player.name] == part:
                    for _ in player.play(played):
                        next(steps)
    return played


def _bot(run: SuiteRun) -> uuid.UUID:
    with tenant_scope(run.tenant_id):
        return bots.create_bot(name="Scripts", settings=_ALONE, actor=SYSTEM).id


__all__: Sequence[str] = ("Answered", "Played", "run")
