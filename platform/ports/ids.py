"""Identifiers: UUIDv7 (RFC 9562), which sort by the time they were made."""

from __future__ import annotations

import uuid

import uuid_utils.compat


def new_id() -> uuid.UUID:
    return uuid_utils.compat.uuid7()
