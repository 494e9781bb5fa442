"""What crosses the border of bots/: frozen, without a database behind it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bots.settings import BotSettings

Channel = Literal["widget", "api", "test"]
ConversationMode = Literal["bot", "queued", "human", "ended"]
Outcome = Literal["answered", "hedged", "not_found", "clarify", "handover", "failed", "cancelled"]
AuthorName = Literal["customer", "bot", "agent"]


@dataclass(frozen=True, kw_only=True, slots=True)
class BotRow:
    id: uuid.UUID
    name: str
    active: bool
    live_number: int | None
    draft_number: int | None
    widget_key: str
    conversations: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionView:
    id: uuid.UUID
    bot_id: uuid.UUID
    number: int
    state: Literal["draft", "published", "retired"]
    settings: BotSettings
    note: str
    created_by: uuid.UUID | None
    created_at: datetime
    published_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingChange:
    """One field that differs between two versions, dotted path, as text."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BotView:
    id: uuid.UUID
    name: str
    active: bool
    widget_key: str
    allowed_origins: tuple[str, ...]
    has_identity_secret: bool
    live: VersionView | None
    draft: VersionView | None


@dataclass(frozen=True, kw_only=True, slots=True)
class WidgetBot:
    """What the public side may know of a bot."""

    tenant_id: uuid.UUID
    bot_id: uuid.UUID
    name: str
    greeting: Mapping[str, str]
    languages: tuple[str, ...]
    allowed_origins: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Guest:
    """Who chats: made from the socket's or the request's own credentials, never from text."""

    tenant_id: uuid.UUID
    bot_id: uuid.UUID
    customer_id: uuid.UUID
    visitor_id: uuid.UUID | None
    visitor_token: str  # secret, to be handed to this browser only; "" for a program
    named: bool  # a valid identity token names the customer


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationView:
    id: uuid.UUID
    tenant_id: uuid.UUID
    bot_id: uuid.UUID
    bot_name: str
    customer_id: uuid.UUID
    customer_name: str
    channel: Channel
    mode: ConversationMode
    locale: str
    last_seq: int
    created_at: datetime
    last_message_at: datetime | None
    agent_id: uuid.UUID | None = None
    preview_version: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageView:
    id: uuid.UUID
    conversation_id: uuid.UUID
    seq: int
    author: AuthorName
    text: str
    html: str
    outcome: str
    confidence: float | None
    citations: tuple[Mapping[str, object], ...]
    reply_to: int | None  # the seq of the customer message
    version: int | None
    created_at: datetime
    client_id: uuid.UUID | None = None
    rating: int | None = None
    agent: str = ""  # the name that customers are told, where a human wrote it


@dataclass(frozen=True, kw_only=True, slots=True)
class Accepted:
    """A stored message. `job_id` is the answer to be worked out, None when a human answers or it is a repeat."""

    seq: int
    message_id: uuid.UUID
    duplicate: bool
    job_id: uuid.UUID | None
    for_human: bool = False  # the bot leaves it to a human


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerView:
    """The record of an answer, for the "why" panel."""

    message: MessageView
    question: str
    route: Mapping[str, object]
    decision: Mapping[str, object]
    blocks: tuple[Mapping[str, object], ...]
    evidence: tuple[Mapping[str, object], ...]
    rejected: tuple[Mapping[str, object], ...]
    memory: Mapping[str, object]
    sentences: tuple[Mapping[str, object], ...]
    model: Mapping[str, object]
    timings_ms: Mapping[str, float]
    settings: BotSettings | None
    version_number: int | None
    created_at: datetime
    asked: str = ""  # the customer's own words
    drafts: tuple[Mapping[str, object], ...] = ()  # what each request to a model gave
    anchors: Mapping[str, object] = field(default_factory=dict)  # sentences drafted, and how many kept every rule


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedbackView:
    """A customer's verdict: 1 to 5."""

    rating: int
    comment: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Overview:
    """Counts of the last days, for the first page."""

    conversations: int
    messages: int
    answered: int
    not_found: int
    handed_over: int
    failed: int
    waiting_for_human: int
    by_day: tuple[tuple[str, int], ...] = field(default=())
