#!/usr/bin/env python
"""Anamnesis' command line: `python manage.py help` lists the commands."""

import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent / "platform"))  # a source root, never a package


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415  settings must be named first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
