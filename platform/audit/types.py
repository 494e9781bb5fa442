from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ActorKind = Literal["person", "customer", "system", "api_key"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Actor:
    """Who did it. `id` is an identifier, never a name or an address."""

    kind: ActorKind
    id: str = ""


SYSTEM = Actor(kind="system")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    id: uuid.UUID
    seq: int
    at: datetime
    verb: str
    actor: Actor
    subject_kind: str
    subject_id: str
    detail: Mapping[str, object]
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """The first bad entry of a chain."""

    seq: int
    kind: Literal["changed", "removed", "inserted", "reordered", "cut"]
    text: str
