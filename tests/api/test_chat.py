"""REST chat: the finished reply, the same message twice, and other companies' things."""

from __future__ import annotations

import uuid

import pytest
from django.conf import LazySettings

from api.keys import create_key
from api.scopes import Scope
from audit.api import SYSTEM
from bots.api import end_conversation, settle
from jobs.api import run_until_idle
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.api.conftest import Shop

QUESTION = "How long can unopened bags be returned?"
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_a_question_is_answered_with_a_citation(shop: Shop) -> None:
    status, reply = shop.post(shop.start(), {"client_id": str(uuid.uuid4()), "text": QUESTION})
    assert (status, reply["type"], reply["outcome"]) == (200, "reply", "answered")
    assert "30 days" in str(reply["text"])
    citations = reply["citations"]
    assert isinstance(citations, list)
    assert citations[0]["kind"] == "document"


def test_the_same_client_id_gives_the_same_reply(shop: Shop) -> None:
    path, body = shop.start(), {"client_id": str(uuid.uuid4()), "text": QUESTION}
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


def test_an_ended_conversation_is_a_conflict(shop: Shop, tenant: TenantView) -> None:
    path = shop.start()
    with tenant_scope(tenant.id):
        end_conversation(conversation_id=uuid.UUID(path.split("/")[4]), actor=SYSTEM)
    status, problem = shop.post(path, {"client_id": str(uuid.uuid4()), "text": "Hello"})
    assert (status, problem["code"]) == (409, "conversation_ended")


def test_a_caller_that_does_not_wait_reads_the_reply_later(shop: Shop) -> None:
    path = shop.start()
    shop.post(path, {"client_id": str(uuid.uuid4()), "text": "Hello"}, Prefer="wait=1, respond-async; x=1")
    settle(seconds=30)
    run_until_idle()
    assert [frame["author"] for frame in shop.get(path)[1]] == ["customer", "bot"]
    assert [frame["author"] for frame in shop.get(f"{path}?after_seq=1")[1]] == ["bot"]


def test_messages_faster_than_allowed_are_told_when_to_come_again(shop: Shop, settings: LazySettings) -> None:
    settings.CHAT_LIMITS = {"conversation": (0.01, 1)}
    path = shop.start()
    answers = [
        shop.raw("post", path, {"client_id": str(uuid.uuid4()), "text": "Hello"}, Prefer="respond-async")
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [202, 429]
    assert 50 < int(answers[1].headers["Retry-After"]) <= 100


def test_a_key_that_asks_too_often_has_to_wait(shop: Shop, settings: LazySettings) -> None:
    settings.CHAT_LIMITS = {"key": (0.01, 2)}
    assert [shop.get("/api/v1/bots/")[0] for _ in range(3)] == [200, 200, 429]


def test_what_is_left_to_a_human_is_accepted_without_waiting(shop: Shop) -> None:
    path = shop.start()
    shop.post(path, {"client_id": str(uuid.uuid4()), "text": "I want to talk to a human"})
    status, receipt = shop.post(path, {"client_id": str(uuid.uuid4()), "text": "thank you"})
    assert (status, receipt["seq"]) == (202, 3)
