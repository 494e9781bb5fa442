"""An operator's terms reach what was said to that bot, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from audit.api import SYSTEM, list_entries
from bots import api as bots
from bots.guests import Identity
from bots.retention import erase_what_is_over
from bots.settings import BotSettings, MemorySettings
from memory import api as memory
from ports import get_port, port_scope
from ports.ids import new_id
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
LINE = "my phone number is 13812340000 and the order number is KX-2201-88"


class Later:
    def __init__(self, days: int) -> None:
        self._now = get_port("clock").now() + timedelta(days=days)

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return 0.0


def told(tenant: TenantView, settings: MemorySettings) -> object:
    """The customer who said the line to a bot of these settings."""
    with tenant_scope(tenant.id):
        bot = bots.create_bot(name="Bean", settings=BotSettings(memory=settings), actor=SYSTEM)
    guest = bots.admit(tenant_id=tenant.id, bot_id=bot.id, identity=Identity(external_id=new_id().hex), locale="en")
    talk = bots.open_conversation(guest=guest, channel="test", locale="en", time_zone="UTC")
    bots.accept_message(
        tenant_id=tenant.id, conversation_id=talk.id, customer_id=guest.customer_id, client_id=new_id(), text=LINE
    )
    return guest.customer_id


def attributes(tenant: TenantView, customer_id: object) -> set[str]:
    with tenant_scope(tenant.id):
        return {fact.attribute for fact in memory.memory_of(customer_id).facts}  # type: ignore[arg-type]  # of admit


def test_a_term_erases_its_class_for_its_bot_alone_and_says_so_before(tenant: TenantView) -> None:
    short = told(tenant, MemorySettings(keep_days={"contact": 30}))
    longer = told(tenant, MemorySettings())
    with tenant_scope(tenant.id):
        shown = memory.memory_of(short).facts  # type: ignore[arg-type]  # of admit
        ends = bots.ends_of(shown)
    assert [fact.attribute for fact in shown if fact.fact_id in ends] == ["phone"]
    with port_scope(clock=Later(29)):
        assert erase_what_is_over(tenant.id) == 0
    with port_scope(clock=Later(31)):
        assert erase_what_is_over(tenant.id) == 1
    assert attributes(tenant, short) == {"code"}
    assert attributes(tenant, longer) == {"phone", "code"}
    with tenant_scope(tenant.id):
        assert "memory.expired" in [entry.verb for entry in list_entries()]


def test_what_a_bot_may_not_remember_never_reaches_memory_from_a_real_message(tenant: TenantView) -> None:
    customer = told(tenant, MemorySettings(allowed=("order",)))
    assert attributes(tenant, customer) == {"code"}
