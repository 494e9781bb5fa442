"""A customer who talks, and the clock that stands beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from accounts.models import Customer
from jobs.api import run_until_idle
from memory import api
from memory.policy import FREE, MemoryPolicy
from memory.types import CustomerMessage, Recall, RecallQuery
from ports.ids import new_id
from tenants.scope import tenant_scope
from tenants.types import TenantView

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


@dataclass
class Talk:
    """One customer's conversation with a bot, a minute a line."""

    tenant_id: UUID
    customer_id: UUID
    conversation_id: UUID = field(default_factory=new_id)
    at: datetime = START
    seq: int = 0

    def say(
        self, text: str, *, later: timedelta = timedelta(minutes=1), policy: MemoryPolicy = FREE
    ) -> CustomerMessage:
        self.seq += 1
        self.at += later
        message = CustomerMessage(
            customer_id=self.customer_id,
            conversation_id=self.conversation_id,
            message_id=new_id(),
            seq=self.seq,
            text=text,
            at=self.at,
            time_zone="+08:00",
            policy=policy,
        )
        with tenant_scope(self.tenant_id):
            api.note_message(message=message)
            api.queue_write(message=message)
        return message

    def ask(self, question: str, *, least: float = 0.0) -> Recall:
        return api.recall(
            RecallQuery(
                tenant_id=self.tenant_id,
                customer_id=self.customer_id,
                conversation_id=new_id(),
                message_id=None,
                question=question,
                now=self.at + timedelta(days=1),
                least=least,
                time_zone="+08:00",
            )
        )

    def reply(self, question: str, language: str) -> str:
        found = self.ask(question)
        said = api.answer(
            question=found.question,
            recall=found,
            language=language,
            now=self.at + timedelta(days=1),
            time_zone="+08:00",
        )
        return said.text if said else ""


@pytest.fixture
def talk_with(tenant: TenantView) -> Callable[[], Talk]:
    def make() -> Talk:
        with tenant_scope(tenant.id):
            customer = Customer.objects.create(name="Alice")
        return Talk(tenant_id=tenant.id, customer_id=customer.id)

    return make


@pytest.fixture
def finish_jobs() -> Callable[[], int]:
    return run_until_idle
