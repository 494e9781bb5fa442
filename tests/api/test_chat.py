"""REST chat: the finished reply, the same message twice, and other companies' things."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import pytest
from django.test import Client

from api.keys import create_key
from api.scopes import Scope
from audit.api import SYSTEM
from bots.api import create_bot
from bots.settings import BotSettings
from jobs.api import run_until_idle
from knowledge.api import add_text
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


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

    def start(self) -> str:
        status, body = self.post(f"/api/v1/bots/{self.bot}/conversations/", {})
        assert status == 201
        return f"/api/v1/conversations/{body['id']}/messages/"


@pytest.fixture
def shop(tenant: TenantView) -> Shop:
    return _shop(tenant)


@pytest.fixture
def other_shop(other_tenant: TenantView) -> Shop:
    return _shop(other_tenant)


def _shop(tenant: TenantView) -> Shop:
    with tenant_scope(tenant.id):
        add_text(title="Returns", text="You can return unopened bags within 30 days of delivery.", language="en")
        bot = create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
        _, key = create_key(name="test", scopes=list(Scope), actor=SYSTEM)
    run_until_idle()
    return Shop(bot=str(bot.id), key=key, http=Client())


def test_a_question_is_answered_with_a_citation(shop: Shop) -> None:
    status, reply = shop.post(shop.start(), {"client_id": str(uuid.uuid4()), "text": "Can I return unopened bags?"})
    assert (status, reply["type"], reply["outcome"]) == (200, "reply", "answered")
    assert "30 days" in str(reply["text"])
    citations = reply["citations"]
    assert isinstance(citations, list)
    assert citations[0]["kind"] == "document"


def test_the_same_client_id_gives_the_same_reply(shop: Shop) -> None:
    path, body = shop.start(), {"client_id": str(uuid.uuid4()), "text": "Can I return unopened bags?"}
    first, second = shop.post(path, body), shop.post(path, body)
    assert first[1]["seq"] == second[1]["seq"]


def test_respond_async_accepts_without_waiting(shop: Shop) -> None:
    body = {"client_id": str(uuid.uuid4()), "text": "Hello"}
    status, receipt = shop.post(shop.start(), body, Prefer="respond-async")
    assert (status, receipt["seq"]) == (202, 1)


@pytest.mark.parametrize("text", ["", "   ", "x" * 8001])
def test_a_message_that_cannot_be_taken_is_a_problem_that_says_why(shop: Shop, text: str) -> None:
    status, problem = shop.post(shop.start(), {"client_id": str(uuid.uuid4()), "text": text})
    assert status == 400
    assert "text" in problem["errors"]  # type: ignore[operator]  # a mapping


def test_another_companys_conversation_and_an_absent_one_are_alike(shop: Shop, other_shop: Shop) -> None:
    body = {"client_id": str(uuid.uuid4()), "text": "Hello"}
    foreign = other_shop.post(shop.start(), body)
    absent = other_shop.post(f"/api/v1/conversations/{uuid.uuid4()}/messages/", body)
    assert foreign == absent
    assert foreign[0] == 404


def test_without_a_key_there_is_nothing(shop: Shop) -> None:
    status, problem = shop.post(f"/api/v1/bots/{shop.bot}/conversations/", {}, key="ak_wrong")
    assert (status, problem["title"]) == (401, "Unauthorized")


def test_a_key_without_the_scope_is_refused(shop: Shop, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        _, key = create_key(name="reader", scopes=[Scope.DOCUMENTS_READ], actor=SYSTEM)
    assert shop.post(f"/api/v1/bots/{shop.bot}/conversations/", {}, key=key)[0] == 403


def test_the_schema_is_openapi_3_1(shop: Shop) -> None:
    schema = shop.http.get("/api/schema/", {"format": "json"}).json()
    assert schema["openapi"].startswith("3.1")
    assert "/api/v1/conversations/{conversation_id}/messages/" in schema["paths"]


def test_the_reference_page_names_every_route(shop: Shop) -> None:
    page = shop.http.get("/api/docs/").content.decode()
    for path in shop.http.get("/api/schema/", {"format": "json"}).json()["paths"]:
        assert path in page
