"""Fit the weights of memory's recall on scripts: which line answers, and whether any does."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config.management.commands._progress import progress_bar
from config.running import ready_database
from evaluation.memory_fit import Fitted, fit, module_of
from evaluation.printed import printed
from evaluation.scripts import measure
from evaluation.suite import SuiteRun, UnfitData
from evaluation.throwaway import throwaway_tenant
from memory.recalling.ranking import weights


class Command(BaseCommand):
    help = (
        "Fit the order of lines and the trust in the best one on conversation scripts; print what such weights are "
        "worth, beside the shipped ones, on scripts that they have not seen; and print the weights fitted on all, or "
        "put them in their file (--write)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", nargs="+", type=Path, required=True, metavar="FILE")
        parser.add_argument("--tags", nargs="+", type=Path, default=[], metavar="TAGS")
        parser.add_argument("--folds", type=int, default=6, help="parts to cross-validate over; 0: only fit")
        parser.add_argument("--write", action="store_true", help="replace them in memory/recalling/ranking/weights.py")

    def handle(
        self, *args: object, data: Sequence[Path], tags: Sequence[Path], folds: int, write: bool, **options: object
    ) -> None:
        if absent := [file for file in (*data, *tags) if not file.is_file()]:
            raise CommandError(f"{absent[0]} is not a file.")
        try:
            text = self._fitted(data, tags, folds)
        except UnfitData as error:
            raise CommandError(str(error)) from error
        if not write:
            self.stdout.write(text)
            return
        file = Path(str(weights.__file__))
        file.write_text(text, encoding="utf-8")
        self.stdout.write(f"The weights are written to {file}")

    def _fitted(self, data: Sequence[Path], tags: Sequence[Path], folds: int) -> str:
        with ready_database(), throwaway_tenant() as tenant:
            run = SuiteRun(
                tenant_id=tenant.id, files=tuple(data), tags=tuple(tags), folds=folds, progress=progress_bar()
            )
            measured = measure(run, learn=True)
        fitted: Fitted = fit(measured.examples)
        for line in printed(measured.report.figures) if folds else ():
            self.stdout.write(line)
        return module_of(fitted, measured.examples)
