"""Are the Chinese translations complete, and is what is served compiled from them?"""

from __future__ import annotations

import gettext
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

_ROOTS = ("platform", "memory", "knowledge", "bots", "templates", "static", "locale", "manage.py")
_IGNORED = ("static/vendor/*", "*/migrations/*")
_DOMAINS = ("django", "djangojs")
_FOLDER = Path("locale/zh_Hans/LC_MESSAGES")


class Command(BaseCommand):
    help = "Check the translations against the code; with --write, collect the texts and compile (needs GNU gettext)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="update the .po and .mo files in place")

    def handle(self, *, write: bool, **_: object) -> None:
        if shutil.which("xgettext") is None:
            raise CommandError("GNU gettext is not installed (Debian: apt-get install gettext).")
        source = Path(settings.LOCALE_PATHS[0]).parent
        if write:
            _collect(source)
            _compile(source)
        faults = [fault for domain in _DOMAINS for fault in _faults(source, domain)]
        if faults:
            raise CommandError("\n".join([*faults, "Run `python manage.py translations --write`, then translate."]))
        self.stdout.write("The translations are complete.")


def _collect(folder: Path) -> None:
    (folder / _FOLDER).mkdir(parents=True, exist_ok=True)
    for domain in _DOMAINS:
        options = ["-l", "zh_Hans", "-d", domain, "--no-obsolete", "--no-wrap", "--add-location", "file"]
        ignored = [part for pattern in _IGNORED for part in ("--ignore", pattern)]
        command = [sys.executable, "-m", "django", "makemessages", *options, *ignored, "-v0"]
        _run(command, folder)


def _compile(folder: Path) -> None:
    for domain in _DOMAINS:
        catalog = folder / _FOLDER / f"{domain}.po"
        if catalog.exists():
            _run(["msgfmt", "--check-format", "-o", str(catalog.with_suffix(".mo")), str(catalog)], folder)


def _faults(source: Path, domain: str) -> list[str]:
    """Texts without a translation, and compiled files that are behind."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for root in _ROOTS:
            _copy(source / root, copy / root)
        _collect(copy)
        _compile(copy)
        fresh = copy / _FOLDER / f"{domain}.mo"
        if not fresh.exists():
            return []
        missing = _run(
            ["msgattrib", "--untranslated", "--no-obsolete", "--no-location", str(fresh.with_suffix(".po"))], copy
        )
        fuzzy = _run(
            ["msgattrib", "--only-fuzzy", "--no-obsolete", "--no-location", str(fresh.with_suffix(".po"))], copy
        )
        faults = [line for line in (missing + fuzzy).splitlines() if line.startswith("msgid ") and line != 'msgid ""']
        served = source / _FOLDER / f"{domain}.mo"
        if not served.exists() or _texts(served) != _texts(fresh):
            faults.append(f"{_FOLDER / domain}.mo is not compiled from the texts in the code.")
        return faults


def _texts(path: Path) -> dict[object, object]:
    with path.open("rb") as file:
        catalog = dict(vars(gettext.GNUTranslations(file))["_catalog"])
    catalog.pop("", None)  # the header carries a date
    return catalog


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    elif source.exists():
        shutil.copy(source, target)


def _run(command: Sequence[str], folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": ""}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  gettext and Django's own
    if done.returncode != 0:
        raise CommandError(f"{command[0]} failed: {done.stderr.strip()[-800:]}")
    return done.stdout
