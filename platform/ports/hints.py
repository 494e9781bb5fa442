"""A word to the workers that a job is due. It may be lost: the sweeper finds the job."""

from __future__ import annotations

import uuid
from typing import Protocol


class Hints(Protocol):
    def publish(self, *, tenant_id: uuid.UUID, job_id: uuid.UUID, kind: str) -> None:
        """Short time-out; never raises."""
