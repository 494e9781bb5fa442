from __future__ import annotations


class AuditError(Exception):
    """The audit record is not whole."""
