"""Fit the weights of memory's recall on scripts: which line answers, and whether any does."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config.running import ready_database
from evaluation.memory_fit import Fitted, fit
from evaluation.scripts import examples_of
from evaluation.suite import SuiteRun
from evaluation.throwaway import throwaway_tenant
from memory.recalling import weights


class Command(BaseCommand):
    help = (
        "Fit the order of lines and the trust in the best one on conversation scripts, and print the weights, or put "
        "them in their file (--write). `evaluate scripts --cross-validate` tells what such weights are worth."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", nargs="+", type=Path, required=True, metavar="FILE")
        parser.add_argument("--write", action="store_true", help="replace them in memory/recalling/weights.py")

    def handle(self, *args: object, data: Sequence[Path], write: bool, **options: object) -> None:
        if absent := [file for file in data if not file.is_file()]:
            raise CommandError(f"{absent[0]} is not a file.")
        with ready_database(), throwaway_tenant() as tenant:
            examples = examples_of(SuiteRun(tenant_id=tenant.id, files=tuple(data), progress=_progress))
        fitted = fit(examples)
        if not write:
            self.stdout.write(_written(fitted))
            return
        file = Path(str(weights.__file__))
        file.write_text(_written(fitted), encoding="utf-8")
        self.stdout.write(f"{len(examples)} questions; written to {file}")


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {of}")


def _written(fitted: Fitted) -> str:
    """The module, with the weights that are not fitted here as they are."""
    tables = {"EARLY": fitted.early, "WEIGHTS": fitted.order, "TRUST": fitted.trust, "SPEECH": weights.SPEECH}
    parts = [f'"""{weights.__doc__}"""\n']
    for name, table in tables.items():
        rows = "".join(f'    "{key}": {value:.3f},\n' for key, value in table.items())
        parts.append(f"{name}: dict[str, float] = {{\n{rows}}}\n")
    return "\n".join(parts)
