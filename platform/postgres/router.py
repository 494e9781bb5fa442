"""Only the owner's connection migrates; all reading and writing goes through the app's."""

from __future__ import annotations


class OwnerMigrates:
    def allow_migrate(self, db: str, app_label: str, **_: object) -> bool:
        return db == "owner"
