"""A program that holds a key of a shop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from adapters.local_limiter import LocalLimiter
from api.keys import create_key
from api.scopes import Scope
from audit.api import SYSTEM
from bots.api import create_bot, settle
from bots.settings import BotSettings
from jobs.api import run_until_idle
from knowledge.api import add_text
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView


@dataclass
class Shop:
    bot: str
    key: str
    http: Client

    def post(self, path: str, body: dict[str, object], key: str = "", **headers: str) -> tuple[int, dict[str, object]]:
        answer = self.http.post(
            path,
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {key or self.key}", **headers},
        )
        return answer.status_code, answer.json()

    def get(self, path: str, key: str = "") -> tuple[int, Any]:
        answer = self.http.get(path, headers={"Authorization": f"Bearer {key or self.key}"})
        return answer.status_code, answer.json()

    def raw(self, method: str, path: str, body: object, content_type: str = "application/json", **headers: str) -> Any:
        call = getattr(self.http, method)
        return call(path, body, content_type=content_type, headers={"Authorization": f"Bearer {self.key}", **headers})

    def start(self) -> str:
        status, body = self.post(f"/api/v1/bots/{self.bot}/conversations/", {})
        assert status == 201
        return f"/api/v1/conversations/{body['id']}/messages/"


@pytest.fixture
def shop(tenant: TenantView) -> Iterator[Shop]:
    with port_scope(limiter=LocalLimiter()):
        yield _shop(tenant)
        settle(seconds=30)  # before the tables are emptied


@pytest.fixture
def other_shop(other_tenant: TenantView) -> Shop:
    return _shop(other_tenant)


def _shop(tenant: TenantView) -> Shop:
    with tenant_scope(tenant.id):
        add_text(title="Returns", text="Unopened bags can be returned within 30 days of delivery.", language="en")
        settings = BotSettings.model_validate({"thresholds": {"retrieval": 0.02}})
        bot = create_bot(name="Bean", settings=settings, actor=SYSTEM)
        _, key = create_key(name="test", scopes=list(Scope), actor=SYSTEM)
    run_until_idle()
    return Shop(bot=str(bot.id), key=key, http=Client(raise_request_exception=False))
