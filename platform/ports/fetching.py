"""Fetching from the web, through one guarded door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class FetchRequest:
    url: str
    method: str = "GET"
    headers: Mapping[str, str] | None = None
    body: bytes | None = None
    etag: str = ""
    last_modified: str = ""
    max_bytes: int = 20_000_000
    timeout: float = 20.0  # seconds, whole exchange
    max_redirects: int = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Fetched:
    url: str  # after redirects
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes
    not_modified: bool = False


class Fetcher(Protocol):
    def fetch(self, request: FetchRequest) -> Fetched:
        """Raises ForbiddenAddress for anything not public, FetchError for the rest."""
