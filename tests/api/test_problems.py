"""Whatever goes wrong under /api/ is a problem document (RFC 9457), never a page."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.api.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
ABSENT = "00000000-0000-4000-8000-000000000000"

CASES: dict[str, tuple[int, Callable[[Shop], Any]]] = {
    "no such route": (404, lambda shop: shop.http.get("/api/v1/nothing/")),
    "no such route, by POST": (404, lambda shop: shop.http.post("/api/v1/nothing/", {})),
    "an id that is none": (404, lambda shop: shop.raw("get", "/api/v1/documents/7/", None)),
    "an absent id": (404, lambda shop: shop.raw("get", f"/api/v1/documents/{ABSENT}/", None)),
    "no key": (401, lambda shop: shop.http.get("/api/v1/bots/")),
    "a method that is none": (405, lambda shop: shop.raw("put", "/api/v1/bots/", {})),
    "a page by a wrong method": (405, lambda shop: shop.http.post("/api/docs/", {})),
    "broken JSON": (400, lambda shop: shop.raw("post", f"/api/v1/bots/{shop.bot}/conversations/", "{")),
    "JSON that is no object": (400, lambda shop: shop.raw("post", f"/api/v1/bots/{shop.bot}/conversations/", "[1]")),
    "another kind of body": (
        415,
        lambda shop: shop.raw("post", f"/api/v1/bots/{shop.bot}/conversations/", "a", content_type="text/xml"),
    ),
    "a host that is not ours": (400, lambda shop: shop.http.get("/api/v1/bots/", headers={"Host": "evil.example"})),
}


@pytest.mark.parametrize("case", CASES)
def test_a_failure_is_a_problem_document(shop: Shop, case: str) -> None:
    status, ask = CASES[case]
    answer = ask(shop)
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert {"type", "title"} <= answer.json().keys()


def test_our_own_mistake_is_a_problem_document_without_its_details(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the customer's words")

    monkeypatch.setattr("bots.api.list_bots", fail)
    answer = shop.raw("get", "/api/v1/bots/", None)
    assert answer.status_code == 500
    assert answer.json() == {"type": "about:blank", "title": "Internal Server Error", "status": 500}


def test_a_body_beyond_the_limit_is_refused(shop: Shop, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    answer = shop.raw("post", f"/api/v1/bots/{shop.bot}/conversations/", {"name": "x" * 2_000})
    assert answer.status_code == 413


def test_a_refused_key_is_told_how_to_show_one() -> None:
    assert Client().get("/api/v1/bots/").headers["WWW-Authenticate"] == "Bearer"


def test_fields_that_are_wrong_are_named(shop: Shop) -> None:
    status, problem = shop.post(shop.start(), {"client_id": "7"})
    assert status == 400
    assert set(problem["errors"]) == {"client_id", "text"}  # type: ignore[call-overload]  # a mapping


def test_an_absent_bot_and_another_companys_are_alike(shop: Shop, other_shop: Shop) -> None:
    foreign = shop.post(f"/api/v1/bots/{other_shop.bot}/conversations/", {})
    assert foreign == shop.post(f"/api/v1/bots/{uuid.uuid4()}/conversations/", {})
    assert foreign[0] == 404
