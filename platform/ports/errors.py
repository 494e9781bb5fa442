"""What can go wrong outside the process, in words that a caller can act on."""

from __future__ import annotations

from typing import Literal

ChatFault = Literal[
    "unreachable",  # refused, DNS, TLS
    "timeout",  # a deadline passed: connect, first token, between chunks or total
    "rate_limited",
    "server_error",
    "cut",  # the stream ended without saying so
    "bad_answer",  # HTML, broken JSON, wrong charset, oversized chunk
    "context_overflow",
    "empty",
    "refused",  # wrong key, unknown model: a retry does not help
    "circuit_open",  # it failed too often lately and is left alone for a while
    "cancelled",
]


FetchFault = Literal[
    "unreachable",  # refused, reset, TLS
    "unknown_name",
    "private",  # not on the public internet
    "timeout",
    "too_large",
    "redirects",
    "unreadable",  # a list of pages, or a page, that cannot be understood
    "status",  # an answer that is no success
]


class PortError(Exception):
    """Something outside the process failed."""


class PortMisconfigured(PortError):
    """A port's settings do not name a working adapter. Correct PORTS or its environment variable."""


class ChatError(PortError):
    """The chat model gave no usable answer."""

    def __init__(
        self,
        fault: ChatFault,
        detail: str,
        *,
        retry_after: float | None = None,
        attempts: int = 1,
        limit: int = 0,
        prompt_tokens: int = 0,
    ) -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail  # for the trace; never for the customer
        self.retry_after = retry_after  # seconds, as the server asked
        self.attempts = attempts
        self.limit = limit  # tokens, of a context_overflow, 0 where unknown
        self.prompt_tokens = prompt_tokens


class EmbeddingError(PortError):
    """The embedder gave no vectors."""


class RerankError(PortError):
    """The reranker gave no order; the search goes on with its own."""


class FetchError(PortError):
    """An address could not be fetched."""

    def __init__(
        self, detail: str = "", *, fault: FetchFault = "unreachable", asked_to_wait: float | None = None
    ) -> None:
        super().__init__(detail)
        self.fault = fault
        self.asked_to_wait = asked_to_wait  # seconds, as the site's answer says; None where it does not


class ForbiddenAddress(FetchError):
    """This address is not allowed: only public http and https addresses may be fetched."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail, fault="private")


class ParseError(PortError):
    """A file could not be read. The text says why and what to do."""


class StoreError(PortError):
    """The vector store is not reachable or refused."""
