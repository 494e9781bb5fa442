"""How far a long command is, on a terminal."""

from __future__ import annotations

import sys

from evaluation.suite import Progress


def progress_bar() -> Progress:
    if not sys.stderr.isatty():
        return lambda done, of: None

    def show(done: int, of: int) -> None:
        filled = done * 40 // max(1, of)
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{of}" + ("\n" if done == of else ""))
        sys.stderr.flush()

    return show
