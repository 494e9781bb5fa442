from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from accounts.roles import Role


@dataclass(frozen=True, kw_only=True, slots=True)
class MembershipView:
    tenant_id: uuid.UUID
    tenant_name: str
    tenant_slug: str
    time_zone: str
    role: Role


@dataclass(frozen=True, kw_only=True, slots=True)
class MemberRow:
    id: uuid.UUID
    person_id: uuid.UUID
    name: str
    email: str
    role: Role
    since: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class InvitationView:
    id: uuid.UUID
    tenant_id: uuid.UUID
    tenant_name: str
    email: str
    role: Role
    expires_at: datetime
