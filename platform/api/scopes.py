"""What an API key may do."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    CHAT = "chat"
    BOTS_READ = "bots:read"
    BOTS_TEST = "bots:test"
    DOCUMENTS_READ = "documents:read"
    DOCUMENTS_WRITE = "documents:write"
    RECORDS_READ = "records:read"
    RECORDS_WRITE = "records:write"
    MEMORY_READ = "memory:read"
    MEMORY_WRITE = "memory:write"
