"""Django's migrate, as the role that owns the tables."""

from __future__ import annotations

from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
