"""The arithmetic of the chain: pure."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from audit.types import Fault

GENESIS = "0" * 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    id: str
    tenant_id: str
    seq: int
    at: datetime
    verb: str
    actor_kind: str
    actor_id: str
    subject_kind: str
    subject_id: str
    detail: Mapping[str, object]
    previous_hash: str
    hash: str = ""


def seal(link: Link, *, key: bytes) -> str:
    """64 hexadecimal digits. A plain hash could be recomputed by whoever can write the table; a keyed one cannot."""
    row = [
        link.id,
        link.tenant_id,
        link.seq,
        link.at.astimezone(UTC).isoformat(timespec="microseconds"),
        link.verb,
        link.actor_kind,
        link.actor_id,
        link.subject_kind,
        link.subject_id,
        link.detail,
        link.previous_hash,
    ]
    body = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return hmac.new(key, body, hashlib.sha256).hexdigest()


def first_fault(links: Iterable[Link], *, key: bytes, head_seq: int, head_hash: str) -> Fault | None:
    """Walk a tenant's chain in order of seq."""
    expected, previous = 1, GENESIS
    for link in links:
        if link.seq > expected:
            return Fault(seq=expected, kind="removed", text=f"entry {expected} is missing")
        if link.seq < expected:
            return Fault(seq=link.seq, kind="inserted", text=f"entry {link.seq} stands twice")
        if link.previous_hash != previous:
            return Fault(seq=link.seq, kind="reordered", text=f"entry {link.seq} does not follow entry {link.seq - 1}")
        if not hmac.compare_digest(link.hash, seal(link, key=key)):
            return Fault(seq=link.seq, kind="changed", text=f"entry {link.seq} was changed after it was written")
        expected, previous = link.seq + 1, link.hash
    if (expected - 1, previous) != (head_seq, head_hash):
        return Fault(
            seq=expected, kind="cut", text=f"the chain ends at {expected - 1}; {head_seq} entries were written"
        )
    return None
