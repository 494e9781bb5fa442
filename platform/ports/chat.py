"""A model that drafts a reply. It organises language; the facts come from the brief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    role: Role
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadlines:
    """Seconds. A draft that passes one of them raises ChatError('timeout')."""

    connect: float = 5.0
    first_token: float = 20.0
    between_chunks: float = 15.0
    total: float = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatRequest:
    messages: tuple[ChatMessage, ...]
    model: str = ""  # empty: the adapter's default
    temperature: float = 0.0
    max_tokens: int = 600
    deadlines: Deadlines = field(default_factory=Deadlines)
    schema: Mapping[str, object] | None = None  # JSON schema of a structured answer
    brief: object | None = None  # the structured form of the same prompt (bots.brief.Brief), for the builtin composer


@dataclass(frozen=True, kw_only=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """The last event of a draft that came to its end."""

    model: str
    reason: Literal["stop", "length", "other"] = "stop"
    usage: Usage = field(default_factory=Usage)
    attempts: int = 1


class ChatModel(Protocol):
    name: str

    def stream(self, request: ChatRequest) -> Iterator[TextDelta | Finished]:
        """Text as it comes, then one Finished. Raises ChatError; what was yielded before stands."""
