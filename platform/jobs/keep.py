"""Keep a lease alive while its job runs.

Short leases alone would take slow jobs from healthy workers; long ones alone would leave a crashed worker's job lying.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connections

from jobs.errors import LeaseLost
from jobs.finish import extend
from jobs.types import Lease

logger = logging.getLogger(__name__)


@contextmanager
def kept(lease: Lease) -> Iterator[None]:
    """Until the block ends, or `patience` is over without a heartbeat: what hangs is then done again elsewhere."""
    if lease.length >= lease.patience:
        yield
        return
    lease.keep_until = time.monotonic() + lease.patience.total_seconds()  # real time, whatever a script's clock says
    ended = threading.Event()
    threading.Thread(target=_extend_until, args=(lease, ended), name="lease", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _extend_until(lease: Lease, ended: threading.Event) -> None:
    while not ended.wait(lease.length.total_seconds() / 3) and time.monotonic() < lease.keep_until:
        try:
            extend(lease)
        except LeaseLost:
            return  # finished meanwhile, or taken: the fence keeps what comes too late out
        except DatabaseError as error:
            logger.warning("lease of %s not extended: %s", lease.job_id, type(error).__name__)
        finally:
            connections.close_all()
