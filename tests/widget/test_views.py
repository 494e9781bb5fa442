"""The public pages over HTTP."""

from __future__ import annotations

import pytest
from django.test import Client

from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings
from bots.types import BotRow
from tenants.api import create_tenant
from tenants.scope import tenant_scope
from tenants.types import TenantView
from widget.demo import DEMO_TENANT
from widget.framing import frame_ancestors

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def bot(tenant: TenantView) -> BotRow:
    with tenant_scope(tenant.id):
        bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
        return bots.list_bots()[0]


def _policy(client: Client, path: str) -> str:
    return client.get(path).headers["Content-Security-Policy"]


def test_the_script_may_be_loaded_from_any_site(client: Client) -> None:
    response = client.get("/widget.js")
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert b"data-bot" in response.content


def test_a_chat_may_be_framed_where_the_bot_allows_it_and_nowhere_else(
    client: Client, tenant: TenantView, bot: BotRow
) -> None:
    with tenant_scope(tenant.id):
        bots.update_bot(bot_id=bot.id, allowed_origins=["https://shop.example"], actor=SYSTEM)
    policy = _policy(client, f"/w/{bot.widget_key}/")
    assert "frame-ancestors 'self' https://shop.example;" in policy + ";"


def test_a_chat_without_a_list_may_be_framed_anywhere_also_by_apps(client: Client, bot: BotRow) -> None:
    response = client.get(f"/w/{bot.widget_key}/")
    assert "frame-ancestors 'self' * capacitor: ionic: app:" in response.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in response.headers


def test_other_pages_may_be_framed_by_nobody(client: Client) -> None:
    response = client.get("/accounts/login/")
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Frame-Options"] == "DENY"


def test_no_page_allows_inline_script_or_style(client: Client, bot: BotRow) -> None:
    for path in (f"/w/{bot.widget_key}/", "/accounts/login/"):
        assert "unsafe" not in _policy(client, path)


@pytest.mark.parametrize("change", ["unknown key", "not storable", "switched off"])
def test_an_absent_bot_has_no_chat(client: Client, tenant: TenantView, bot: BotRow, change: str) -> None:
    with tenant_scope(tenant.id):
        bots.update_bot(bot_id=bot.id, active=False, actor=SYSTEM)
    key = {"switched off": bot.widget_key, "unknown key": "wk_nobody", "not storable": "wk_%00"}[change]
    assert client.get(f"/w/{key}/").status_code == 404


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [
        ("?locale=zh-hans", "en", "zh-hans"),
        ("", "zh-CN", "zh-hans"),
        ("?locale=fr", "fr", "en"),
        ("?locale=en", "zh", "en"),
    ],
)
def test_the_chat_speaks_the_language_that_the_page_asks_for(
    client: Client, bot: BotRow, query: str, header: str, language: str
) -> None:
    response = client.get(f"/w/{bot.widget_key}/{query}", headers={"accept-language": header})
    assert response.headers["Content-Language"] == language
    assert f'<html lang="{language}"' in response.content.decode()
    assert ("输入消息…" in response.content.decode()) == (language == "zh-hans")


def test_a_bots_name_cannot_leave_its_place(client: Client, tenant: TenantView, bot: BotRow) -> None:
    name = "</script><script>alert(1)</script>"
    with tenant_scope(tenant.id):
        bots.update_bot(bot_id=bot.id, name=name, actor=SYSTEM)
    assert "<script>alert" not in client.get(f"/w/{bot.widget_key}/?preview={name}&theme={name}").content.decode()


def test_the_demo_shop_carries_the_demo_bots_tag(client: Client) -> None:
    shop = create_tenant(slug=DEMO_TENANT, name="Lucky Bean Coffee")
    with tenant_scope(shop.id):
        bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
        key = bots.list_bots()[0].widget_key
    page = client.get("/demo/?lang=zh").content.decode()
    assert f'data-bot="{key}" data-locale="zh-hans"' in page
    assert "幸运豆咖啡" in page


def test_without_a_demo_there_is_no_demo_shop(client: Client, tenant: TenantView) -> None:
    assert client.get("/demo/").status_code == 404


def test_a_listed_origin_takes_the_place_of_anywhere() -> None:
    assert frame_ancestors(("https://shop.example",)) == ["'self'", "https://shop.example"]
