"""A word to the workers that a job is due. It may be lost: the sweeper finds the job."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Protocol


class Hints(Protocol):
    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        """Returns at once, also when the broker is down; never raises. Call it after the commit."""

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call `wake` from now on whenever a hint arrives, from any thread; it must be quick and must not raise."""

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """No calls after this, but for one that may be on its way."""
