"""A word to the workers that a job is due. It may be lost: the sweeper finds the job."""

from __future__ import annotations

import uuid
from typing import Protocol


class Hints(Protocol):
    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        """Returns at once, also when the broker is down; never raises. Call it after the commit."""

    def wait(self, timeout: float) -> bool:
        """Sleep until someone publishes (True), or for `timeout` seconds (False). For one runner per process.

        A hint published between two waits ends the second at once.
        """
