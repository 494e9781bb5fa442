"""How fast messages may come, and from where a socket may be opened."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from django.conf import LazySettings

from adapters.local_limiter import LocalLimiter
from audit.api import SYSTEM
from bots import api as bots
from bots.types import BotView
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.widget.sockets import Chat, Open, bare_bot

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
SLOW = 0.001  # a second: no allowance comes back during a test


@pytest.fixture
def bot(tenant: TenantView) -> BotView:
    return bare_bot(tenant)


@pytest.mark.parametrize("kind", ["conversation", "customer", "address", "tenant"])
async def test_messages_beyond_an_allowance_are_refused_with_a_time_to_wait(
    opened: Open, settings: LazySettings, kind: str
) -> None:
    settings.CHAT_LIMITS = {kind: (SLOW, 2)}
    with port_scope(limiter=LocalLimiter()):
        chat = await opened()
        answers = [await chat.message("Hello") for _ in range(3)]
    assert [answer["type"] for answer in answers] == ["ack", "ack", "error"]
    assert answers[2]["code"] == "rate_limited"
    assert 500 < answers[2]["retry_after"] <= 1000


async def test_two_conversations_of_one_visitor_share_the_visitors_allowance(
    opened: Open, settings: LazySettings
) -> None:
    settings.CHAT_LIMITS = {"customer": (SLOW, 1)}
    with port_scope(limiter=LocalLimiter()):
        first = await opened()
        second = await opened(visitor=first.welcome["visitor"])
        assert first.welcome["conversation"] != second.welcome["conversation"]
        assert (await first.message("Hello"))["type"] == "ack"
        assert (await second.message("Hello"))["code"] == "rate_limited"


async def test_new_chats_from_one_address_are_limited(bot: BotView, settings: LazySettings) -> None:
    settings.CHAT_LIMITS = {"greeting": (SLOW, 2)}
    with port_scope(limiter=LocalLimiter()):
        answers = []
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.9"):
            chat = Chat(bot.widget_key, address=address)
            answers.append((await chat.hello())["type"])
            await chat.close()
    assert answers == ["welcome", "welcome", "error", "welcome"]


@pytest.mark.parametrize(
    ("listed", "origin", "right"),
    [
        ([], "", True),
        ([], "https://anywhere.example", True),
        (["https://shop.example"], "https://shop.example", True),
        (["https://shop.example"], "https://chat.example", True),  # the frame is served from this very host
        (["https://shop.example"], "", False),
        (["https://shop.example"], "null", False),
        (["https://shop.example"], "http://shop.example", False),
        (["https://shop.example"], "https://shop.example:8443", False),
        (["https://shop.example"], "https://www.shop.example", False),
        (["https://shop.example"], "https://evil-shop.example", False),
        (["https://shop.example"], "https://shop.example.evil.example", False),
        (["https://shop.example"], "https://chat.example@evil.example", False),
    ],
)
async def test_only_listed_sites_open_a_socket(
    bot: BotView, tenant: TenantView, listed: list[str], origin: str, right: bool
) -> None:
    await allow(tenant, bot, listed)
    chat = Chat(bot.widget_key, origin=origin)
    assert await chat.connect() is right
    await chat.close()


@pytest.mark.parametrize("key", ["wk_unknown", "wk_\x00", "wk_a/../../other"])
async def test_an_unknown_key_opens_nothing(bot: BotView, key: str) -> None:
    chat = Chat(key)
    assert not await chat.connect()
    await chat.close()


async def test_a_bot_that_is_switched_off_lets_go_of_its_sockets(
    opened: Open, bot: BotView, tenant: TenantView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("widget.watch.LOOK_EVERY", 0.1)
    monkeypatch.setattr("widget.watch.LOOK_ANYWAY", 0.1)
    chat = await opened()
    await switch_off(tenant, bot)
    assert await chat.next(seconds=5) == {"type": "closed", "code": 1008}


@database_sync_to_async
def allow(tenant: TenantView, bot: BotView, origins: list[str]) -> None:
    with tenant_scope(tenant.id):
        bots.update_bot(bot_id=bot.id, allowed_origins=origins, actor=SYSTEM)


@database_sync_to_async
def switch_off(tenant: TenantView, bot: BotView) -> None:
    with tenant_scope(tenant.id):
        bots.update_bot(bot_id=bot.id, active=False, actor=SYSTEM)
