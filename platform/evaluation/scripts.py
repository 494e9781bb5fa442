"""The suite `scripts`: long talks over weeks, then questions in a new conversation, through the production turn.

The clock follows the script: a line a minute, questions a day after the last session. What is asked is never evidence.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence

from audit.types import SYSTEM
from bots import api as bots
from bots.settings import BotSettings, Handover
from evaluation import memory_fit
from evaluation.played import Answered, Played
from evaluation.player import Player, rows_of
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from evaluation.tally import figures, fitted_figures
from tenants.scope import tenant_scope

_ALONE = BotSettings(handover=Handover(enabled=False))  # no human is there to take over, and every line is answered


def run(run: SuiteRun) -> SuiteReport:
    scripts = [row for file in run.files for row in read_rows(file)]
    tags = _tags(run)
    bot_id = _bot(run)
    rounds = 1 + (run.folds > 0)
    total, played = rounds * sum(_turns(script) for script in scripts), Played()
    steps = _counted(run, total)

    def player(script: Row) -> Player:
        return Player(run.tenant_id, bot_id, script, tags.get(str(script["script_id"]), {}))

    for script in scripts:
        for _ in player(script).play(played):
            next(steps)
    found = figures(len(scripts), played)
    if run.folds:
        unseen = cross_validated([player(script) for script in scripts], folds_wanted=run.folds, steps=steps)
        found["cross_validated"] = fitted_figures(len(scripts), unseen)
    return SuiteReport(figures=found, rows=played.rows, facts=played.facts if run.facts else ())


def _counted(run: SuiteRun, total: int) -> Iterator[None]:
    for done in range(1, total + 1):
        run.progress(done, total)
        yield


def _tags(run: SuiteRun) -> dict[str, dict[str, list[str]]]:
    out: dict[str, dict[str, list[str]]] = {}
    for file in run.tags:
        out |= json.loads(file.read_text(encoding="utf-8"))
    return out


def _lines(script: Row) -> int:
    return sum(len(rows_of(session, "turns")) for session in rows_of(script, "sessions"))


def _turns(script: Row) -> int:
    return _lines(script) + len(rows_of(script, "questions"))


def cross_validated(players: Sequence[Player], *, folds_wanted: int, steps: Iterator[None]) -> Played:
    """Each script's questions asked with the weights that the scripts of the other folds give. Rules are not refitted.

    Memory is what the lines made it; a question asked before is no evidence, so every script is told once, and asked
    once.
    """
    examples = _told(players, steps)
    parts, played = memory_fit.folds([player.name for player in players], folds_wanted), Played()
    for part in range(folds_wanted):
        fitted = memory_fit.fit([example for example in examples if parts[example.script] != part])
        with memory_fit.using(fitted):
            for player in players:
                if parts[player.name] == part:
                    for _ in player.ask(played):
                        next(steps)
    return played


def examples_of(run: SuiteRun) -> list[memory_fit.Example]:
    """What recall would rank for each question of the scripts, told through the production turn."""
    scripts = [row for file in run.files for row in read_rows(file)]
    bot_id = _bot(run)
    steps = _counted(
        run, sum(len(rows_of(session, "turns")) for row in scripts for session in rows_of(row, "sessions"))
    )
    return _told([Player(run.tenant_id, bot_id, script, {}) for script in scripts], steps)


def _told(players: Sequence[Player], steps: Iterator[None]) -> list[memory_fit.Example]:
    examples: list[memory_fit.Example] = []
    for player in players:
        for _ in player.tell(Played()):
            next(steps)
        examples += player.examples()
    return examples


def _bot(run: SuiteRun) -> uuid.UUID:
    with tenant_scope(run.tenant_id):
        return bots.create_bot(name="Scripts", settings=_ALONE, actor=SYSTEM).id


__all__: Sequence[str] = ("Answered", "Played", "run")
