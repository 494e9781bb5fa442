"""The one door to memory. The callers' tenant scope is open unless a docstring says that the function opens its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NoReturn
from uuid import UUID

from memory.types import (
    BotTurn,
    CustomerMemory,
    CustomerMessage,
    CustomerRow,
    FactView,
    MemoryAnswer,
    PreWrite,
    Recall,
    RecallQuery,
    ReceiptView,
)


def _not_yet() -> NoReturn:
    raise NotImplementedError("Memory is being written.")


def note_message(*, message: CustomerMessage) -> PreWrite:
    """Inside the accept transaction: the episode and the working facts, in milliseconds."""
    _not_yet()


def note_reply(*, reply: BotTurn) -> None:
    """Inside the finish transaction: the bot's or agent's turn as an episode."""
    _not_yet()


def queue_write(*, message: CustomerMessage) -> None:
    """Inside the finish transaction: the write pipeline of this line, once."""
    _not_yet()


def recall(query: RecallQuery) -> Recall:
    """What the bot should know for this question. Opens its own scopes; embeds with no transaction open."""
    _not_yet()


def answer(*, question: str, recall: Recall, language: str, now: datetime, time_zone: str) -> MemoryAnswer | None:
    """A deterministic short answer to a question about what the customer told us; None when it is no such question."""
    _not_yet()


def mark_used(*, reply_id: UUID, recall: Recall, used_ids: Sequence[UUID]) -> None:
    """Inside the finish transaction: a receipt for each injected and rejected candidate."""
    _not_yet()


def list_customers(*, search: str = "", limit: int = 50, offset: int = 0) -> tuple[CustomerRow, ...]:
    _not_yet()


def memory_of(customer_id: UUID) -> CustomerMemory:
    """Raises UnknownCustomer."""
    _not_yet()


def history_of(fact_id: UUID) -> tuple[FactView, ...]:
    """The version chain of a fact, oldest first. Raises UnknownFact."""
    _not_yet()


def receipts_of(*, fact_id: UUID, limit: int = 50) -> tuple[ReceiptView, ...]:
    _not_yet()


def receipts_for_reply(reply_id: UUID) -> tuple[ReceiptView, ...]:
    _not_yet()


def edit_fact(*, fact_id: UUID, value: str, person_id: UUID) -> FactView:
    """A new version with the staff's authority; the old one is superseded."""
    _not_yet()


def pin_fact(*, fact_id: UUID, pinned: bool, person_id: UUID) -> FactView:
    _not_yet()


def mark_wrong(*, fact_id: UUID, person_id: UUID) -> FactView:
    _not_yet()


def merge_facts(*, keep_id: UUID, other_id: UUID, person_id: UUID) -> FactView:
    _not_yet()


def unmerge_fact(*, fact_id: UUID, person_id: UUID) -> FactView:
    _not_yet()


def forget_fact(*, fact_id: UUID, person_id: UUID | None) -> None:
    """The fact and its chain are gone; a tombstone survives re-extraction. No person: the customer asked."""
    _not_yet()


def forget_since(*, customer_id: UUID, since: datetime, person_id: UUID) -> int:
    _not_yet()


def quarantined(*, limit: int = 100) -> tuple[FactView, ...]:
    _not_yet()


def export_customer(customer_id: UUID) -> dict[str, object]:
    """JSON-ready: facts with history, episodes, summary, open points, receipts."""
    _not_yet()


def erase_customer(*, customer_id: UUID) -> int:
    """Rows of every memory table of this customer, and of no other. The caller raises the customer's erase_epoch."""
    _not_yet()
