"""The twin of the hints: it remembers what was published and wakes who subscribed."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedHint:
    tenant_id: uuid.UUID
    job_id: uuid.UUID
    kind: str


@dataclass(kw_only=True)
class RecordingHints:
    published: list[PublishedHint] = field(default_factory=list)
    subscribers: list[Callable[[], None]] = field(default_factory=list)

    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        self.published.append(PublishedHint(tenant_id=tenant_id, job_id=job_id, kind=kind))
        for wake in self.subscribers:
            wake()

    def subscribe(self, wake: Callable[[], None]) -> None:
        self.subscribers.append(wake)

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        self.subscribers.remove(wake)
