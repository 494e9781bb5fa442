"""The twin of the hints: it remembers what was published and wakes the runner of this process."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from adapters.wakeup import Wakeup


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishedHint:
    tenant_id: uuid.UUID
    job_id: uuid.UUID
    kind: str


@dataclass(kw_only=True)
class RecordingHints:
    published: list[PublishedHint] = field(default_factory=list)
    _wakeup: Wakeup = field(default_factory=Wakeup)

    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        self.published.append(PublishedHint(tenant_id=tenant_id, job_id=job_id, kind=kind))
        self._wakeup.ring()

    def wait(self, timeout: float) -> bool:
        return self._wakeup.wait(timeout)
