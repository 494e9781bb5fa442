"""What may be bound to a statement of our own."""

from __future__ import annotations

import uuid
from datetime import date

Bound = str | int | float | date | uuid.UUID | list[str] | list[int] | list[uuid.UUID] | None
