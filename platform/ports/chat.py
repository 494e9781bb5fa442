"""A model that drafts a reply. It organises language; the facts come from the brief."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ports.errors import ChatFault

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    role: Role
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadlines:
    """Seconds. A draft that passes one of them raises ChatError('timeout').

    `total` covers every attempt, and in a chain every model of it; the rest counts for one attempt. The time that the
    caller spends between two events counts for `total` alone.
    """

    connect: float = 5.0
    first_token: float = 20.0
    between_chunks: float = 15.0
    total: float = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextOverflow:
    """What the server said about a prompt that was too long; 0 where it did not say."""

    limit: int = 0  # tokens
    prompt_tokens: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatRequest:
    messages: tuple[ChatMessage, ...]
    model: str = ""  # empty: the adapter's default
    temperature: float = 0.0
    max_tokens: int = 600
    deadlines: Deadlines = field(default_factory=Deadlines)
    schema: Mapping[str, object] | None = None  # JSON schema of a structured answer
    brief: object | None = None  # the structured form of the same prompt (bots.brief.Brief), for the builtin composer
    cancel: threading.Event | None = None  # when set, the draft ends with ChatError('cancelled') within 0.2 s
    shrink: Callable[[ContextOverflow], tuple[ChatMessage, ...] | None] | None = None
    """Called when the prompt was too long: the same messages with less in them, or None when nothing can go."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatNote:
    """What went wrong on the way to this draft, for the trace; never for the customer."""

    model: str
    fault: ChatFault
    detail: str
    attempts: int = 1
    seconds: float = 0.0
    characters: int = 0  # of text that this model had already said


@dataclass(frozen=True, kw_only=True, slots=True)
class Restarted:
    """The model failed after it had said something, and another begins the whole draft anew.

    What is not yet released is dropped; what is released stands, and the new draft may say it again.
    """

    note: ChatNote


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0  # of the prompt, as far as the server says


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """The last event of a draft that came to its end."""

    model: str
    reason: Literal["stop", "length", "other"] = "stop"
    usage: Usage = field(default_factory=Usage)
    attempts: int = 1
    notes: tuple[ChatNote, ...] = ()  # failed attempts and models before this one


ChatEvent = TextDelta | Restarted | Finished


class ChatModel(Protocol):
    name: str

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        """Text as it comes, then one Finished. Raises ChatError; what was yielded before stands.

        Only a chain of models yields Restarted. Closing the iterator gives the draft up and frees its connection.
        """
