"""Measure the product on data in the public formats, through its own functions, in a throw-away tenant."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config.management.commands._progress import progress_bar
from config.running import ready_database
from evaluation.printed import printed
from evaluation.record import keep_run
from evaluation.registry import SUITES, UnknownSuite, suite_named
from evaluation.suite import Row, SuiteReport, SuiteRun, UnfitData
from evaluation.throwaway import throwaway_tenant
from ports import get_port


class Command(BaseCommand):
    help = "Measure the product: evaluate SUITE --data FILE… [--out ROWS.jsonl] [--json]"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("suite", choices=sorted(SUITES))
        parser.add_argument("--data", nargs="+", type=Path, required=True, metavar="FILE")
        parser.add_argument("--tags", nargs="+", type=Path, default=[], metavar="TAGS")
        parser.add_argument("--out", type=Path, metavar="ROWS")
        parser.add_argument("--facts", type=Path, metavar="FACTS")
        parser.add_argument("--threshold", type=float)
        parser.add_argument("--chat", choices=["builtin", "openai"], default="builtin")
        parser.add_argument("--judge", action="store_true", help="grounding: ask the model beside the builtin score")
        parser.add_argument(
            "--cross-validate", type=int, nargs="?", const=6, default=0, metavar="FOLDS", dest="folds",
            help="scripts: also ask each script with weights fitted on the others (default: in 6 parts)",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", dest="as_json", help="the last line is one JSON object")

    def handle(self, *args: object, **options: object) -> None:
        files = _files(options["data"])
        tags = _files(options["tags"])
        try:
            with ready_database():
                report = self._run(str(options["suite"]), files, tags, options)
        except UnfitData as error:
            raise CommandError(str(error)) from error
        _write(options["out"], report.rows)
        _write(options["facts"], report.facts)
        if options["as_json"]:
            self.stdout.write(json.dumps(report.figures, ensure_ascii=False))
        else:
            for line in printed(report.figures):
                self.stdout.write(line)

    def _run(
        self, name: str, files: tuple[Path, ...], tags: tuple[Path, ...], options: dict[str, object]
    ) -> SuiteReport:
        """In a tenant that is gone afterwards; the figures stay, for the console."""
        threshold, began = options["threshold"], time.monotonic()
        try:
            suite = suite_named(name)
        except UnknownSuite as error:
            raise CommandError(f"The suite {name} is not there yet.") from error
        with throwaway_tenant() as tenant:
            report = suite(
                SuiteRun(
                    tenant_id=tenant.id,
                    files=files,
                    tags=tags,
                    facts=options["facts"] is not None,
                    threshold=threshold if isinstance(threshold, float) else None,
                    judge=bool(options["judge"]),
                    folds=int(str(options["folds"])),
                    progress=progress_bar(),
                )
            )
        keep_run(
            suite=name,
            files=[file.name for file in files],
            chat=get_port("chat").name,
            figures=report.figures,
            seconds=time.monotonic() - began,
        )
        return report


def _files(value: object) -> tuple[Path, ...]:
    files = tuple(path for path in value if isinstance(path, Path)) if isinstance(value, list) else ()
    for file in files:
        if not file.is_file():
            raise CommandError(f"{file} is not a file.")
    return files


def _write(path: object, rows: Iterable[Row]) -> None:
    if isinstance(path, Path):
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
