from __future__ import annotations

import uuid
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TenantView:
    id: uuid.UUID
    slug: str
    name: str
    locale: str
    time_zone: str
