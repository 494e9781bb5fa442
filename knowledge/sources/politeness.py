"""What a busy site asks for: no more requests for a while (RFC 6585, 4; RFC 9110, 10.2.3 and 15.6.4). Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from ports.fetching import Fetched

_BUSY = frozenset({429, 503})


def asked_to_wait(page: Fetched, *, now: datetime) -> timedelta | None:
    """None where the answer is not that of a busy site; no time at all where it does not say how long."""
    if page.status not in _BUSY:
        return None
    value = page.headers.get("retry-after", "").strip()
    if value.isascii() and value.isdecimal():
        return timedelta(seconds=min(int(value[:9]), 10**8))
    try:
        return max(parsedate_to_datetime(value) - now, timedelta())
    except (ValueError, TypeError):  # TypeError: a date without a zone
        return timedelta()
