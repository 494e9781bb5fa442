"""Every bench that an app brings, one after the other: each command whose name begins with bench_."""

from __future__ import annotations

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Measure this installation on this machine: runs every bench_… command."

    def handle(self, *args: object, **options: object) -> None:
        for name in sorted(name for name in get_commands() if name.startswith("bench_")):
            self.stdout.write(self.style.MIGRATE_HEADING(name))
            call_command(name, stdout=self.stdout)
