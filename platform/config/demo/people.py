"""The demo's people, with random passwords that are kept in the data folder and nowhere else."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from accounts.models import Membership, Person
from accounts.roles import Role
from tenants.scope import tenant_scope
from tenants.types import TenantView

CAST = {Role.OWNER: "Olivia", Role.OPERATOR: "Oscar", Role.AUDITOR: "Ada", Role.AGENT: "Aki"}
_FILE = "demo-people.json"


def log_ins(home: Path) -> dict[str, str]:
    """E-mail to password, as written at the first start."""
    path = home / _FILE
    known: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return known


def seed_people(home: Path, tenants: list[TenantView]) -> None:
    """The owner works for every tenant, the others for the first."""
    known = log_ins(home)
    for role, name in CAST.items():
        email = f"{role.value}@luckybean.example"
        person = Person.objects.filter(email=email).first()
        if person is None:
            known[email] = secrets.token_urlsafe(12)
            person = Person.objects.create_user(email, known[email], name=name)
        for tenant in tenants if role == Role.OWNER else tenants[:1]:
            with tenant_scope(tenant.id):
                Membership.objects.get_or_create(person=person, defaults={"role": role.value})
    _write(home / _FILE, known)


def _write(path: Path, known: dict[str, str]) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(known, file, indent=2)
