"""A shop with one bot, and customers who talk to it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from adapters.recording_push import RecordingPush
from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings
from bots.types import Accepted, Guest, MessageView
from jobs.api import run_job, run_until_idle
from knowledge import api as knowledge
from knowledge.records.tables import NewTable
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView


@dataclass
class Customer:
    guest: Guest
    conversation_id: uuid.UUID

    def send(self, text: str, client_id: uuid.UUID | None = None) -> Accepted:
        """Accepted, and nothing more: no worker runs."""
        return bots.accept_message(
            tenant_id=self.guest.tenant_id,
            conversation_id=self.conversation_id,
            customer_id=self.guest.customer_id,
            client_id=client_id or uuid.uuid4(),
            text=text,
        )

    def ask(self, text: str) -> MessageView:
        """The stored reply."""
        accepted = self.send(text)
        assert accepted.job_id is not None
        run_job(self.guest.tenant_id, accepted.job_id, early=True)
        return next(view for view in self.messages() if view.reply_to == accepted.seq)

    def messages(self) -> tuple[MessageView, ...]:
        with tenant_scope(self.guest.tenant_id):
            return bots.messages_after(self.conversation_id)

    def begin_anew(self) -> None:
        self.conversation_id = bots.open_conversation(guest=self.guest).id


@dataclass
class Shop:
    tenant_id: uuid.UUID
    bot_id: uuid.UUID

    def visitor(self) -> Customer:
        guest = bots.admit(tenant_id=self.tenant_id, bot_id=self.bot_id)
        return Customer(guest=guest, conversation_id=bots.open_conversation(guest=guest).id)

    def known(self, external_id: str) -> Customer:
        """Somebody whom a signed token names."""
        identity = bots.Identity(external_id=external_id)
        guest = bots.admit(tenant_id=self.tenant_id, bot_id=self.bot_id, identity=identity)
        return Customer(guest=guest, conversation_id=bots.open_conversation(guest=guest).id)

    def put_orders(self, *rows: str) -> None:
        """Rows `number,customer,status,expected,total`, of whom the customer is the owner."""
        table = NewTable(
            name="orders",
            titles={"en": "order", "zh": "订单"},
            key_column="number",
            owner_column="customer",
            currency="EUR",
        )
        content = "\n".join(("number,customer,status,expected_date,total", *rows)).encode()
        with tenant_scope(self.tenant_id):
            knowledge.import_records(table=table, content=content, name="orders.csv")

    def publish(self, settings: BotSettings) -> None:
        with tenant_scope(self.tenant_id):
            bots.save_draft(bot_id=self.bot_id, settings=settings, actor=SYSTEM)
            bots.publish(bot_id=self.bot_id, actor=SYSTEM)


@pytest.fixture
def push() -> RecordingPush:
    return RecordingPush()


@pytest.fixture
def open_shop(push: RecordingPush) -> Iterator[Callable[[TenantView], Shop]]:

    def build(tenant: TenantView) -> Shop:
        with tenant_scope(tenant.id):
            knowledge.add_pair(question="Can I return unopened bags?", answer="Unopened bags may return in 30 days.")
            bot = bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
        run_until_idle()
        return Shop(tenant_id=tenant.id, bot_id=bot.id)

    with port_scope(push=push):
        yield build


@pytest.fixture
def shop(tenant: TenantView, open_shop: Callable[[TenantView], Shop]) -> Shop:
    return open_shop(tenant)


@pytest.fixture
def other_shop(other_tenant: TenantView, open_shop: Callable[[TenantView], Shop]) -> Shop:
    return open_shop(other_tenant)
