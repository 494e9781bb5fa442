"""Fit the confidence to a tenant's own marks, or undo that; print what it rests on."""

from __future__ import annotations

import uuid

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.management.commands._customers import chosen_tenant
from config.running import ready_database
from knowledge import api
from knowledge.errors import NothingToUndo
from knowledge.types import CalibrationFate, CalibrationRow
from tenants.api import all_tenant_ids
from tenants.scope import tenant_scope

_SAID: dict[CalibrationFate, str] = {
    "made": "a new correction is in use",
    "too_few": "too few marked answers and test questions; the shipped confidence stays",
    "few_new": "few marks are new since the last correction; it stays (--again fits all the same)",
    "no_better": "a correction would not do better on marks it has not seen; nothing changes",
}


class Command(BaseCommand):
    help = "Correct the confidence by marked answers and test questions, of all tenants or of one; or undo that."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", help="the tenant's slug; default: all")
        parser.add_argument("--undo", action="store_true", help="the correction before the current one holds again")
        parser.add_argument("--again", action="store_true", help="also where few marks are new")

    def handle(self, *, tenant: str | None, undo: bool, again: bool, **_: object) -> None:
        if undo and not tenant:
            raise CommandError("--undo needs --tenant: it changes one tenant's answers.")
        self.stdout.write(api.about_confidence())
        with ready_database():
            for tenant_id in [chosen_tenant(tenant).id] if tenant else all_tenant_ids():
                said = _undo(tenant_id) if undo else _SAID[api.recalibrate(tenant_id, again=again)]
                self.stdout.write(f"{tenant_id}: {said}")
                with tenant_scope(tenant_id):
                    for row in api.list_calibrations():
                        self.stdout.write(_line(row))


def _undo(tenant_id: uuid.UUID) -> str:
    try:
        with tenant_scope(tenant_id):
            api.undo_calibration()
    except NothingToUndo as error:
        raise CommandError(str(error)) from error
    return "undone"


def _line(row: CalibrationRow) -> str:
    state = "in use" if row.in_use else "undone" if row.undone_at else "replaced"
    return (
        f"  {row.number}  {row.made_at:%Y-%m-%d %H:%M}  {row.feedback} marks and {row.tests} test questions, "
        f"{row.right} right; calibration error {row.error_before:.3f}, {row.error_after:.3f} on unseen marks; {state}"
    )
