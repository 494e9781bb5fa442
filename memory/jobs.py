"""Memory's work outside a turn."""

from __future__ import annotations

from datetime import timedelta

from jobs.api import handles
from jobs.types import Lease
from memory import write as pipeline


@handles(pipeline.WRITE, max_attempts=5, lease=timedelta(seconds=60))
def write(lease: Lease) -> None:
    pipeline.write(lease)
