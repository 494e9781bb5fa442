"""Documents, memories and keys, for programs."""

from __future__ import annotations

import uuid
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from api.keys import create_key, list_keys, revoke_key
from api.models import ApiKey
from api.scopes import Scope
from audit.api import SYSTEM
from bots.api import settle
from jobs.api import run_until_idle
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.api.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_a_document_is_added_changed_and_removed(shop: Shop) -> None:
    status, made = shop.post("/api/v1/documents/", {"title": "Cups", "text": "Cups are blue."})
    assert (status, made["title"], made["kind"]) == (201, "Cups", "text")
    path = f"/api/v1/documents/{made['id']}/"
    assert shop.raw("patch", path, {"text": "Cups are green."}).status_code == 200
    run_until_idle()
    assert shop.get(path)[1]["revision"] == 2
    assert shop.raw("delete", path, None).status_code == 204
    assert made["id"] not in [row["id"] for row in shop.get("/api/v1/documents/")[1]]


def test_a_question_with_its_answer_is_a_document(shop: Shop) -> None:
    status, made = shop.post("/api/v1/documents/", {"question": "Are cups blue?", "answer": "Yes."})
    assert (status, made["kind"]) == (201, "pair")


def test_a_file_is_a_document(shop: Shop) -> None:
    file = SimpleUploadedFile("cups.md", b"# Cups\n\nCups are blue.", content_type="text/markdown")
    answer = shop.http.post("/api/v1/documents/", {"file": file}, headers={"Authorization": f"Bearer {shop.key}"})
    assert (answer.status_code, answer.json()["kind"]) == (201, "file")


@pytest.mark.parametrize("body", [{}, {"title": "Cups"}, {"title": "Cups", "text": ""}, {"title": "a", "text": " "}])
def test_half_a_document_is_refused(shop: Shop, body: dict[str, object]) -> None:
    assert shop.post("/api/v1/documents/", body)[0] == 400


def test_an_empty_file_is_refused(shop: Shop) -> None:
    empty = BytesIO(b"")
    empty.name = "cups.md"
    answer = shop.http.post("/api/v1/documents/", {"file": empty}, headers={"Authorization": f"Bearer {shop.key}"})
    assert answer.status_code == 400


def test_a_customers_memories_are_read_and_forgotten(shop: Shop) -> None:
    _, talk = shop.post(f"/api/v1/bots/{shop.bot}/conversations/", {"external_id": "anna-7"})
    shop.post(
        f"/api/v1/conversations/{talk['id']}/messages/",
        {"client_id": str(uuid.uuid4()), "text": "My cat is called Potato."},
    )
    settle(seconds=30)
    run_until_idle()
    path = f"/api/v1/customers/{talk['customer']}/memories/"
    (cat,) = [fact for fact in shop.get(path)[1] if fact["value"] == "Potato"]
    assert shop.raw("delete", f"/api/v1/memories/{cat['id']}/", None).status_code == 204
    assert cat["id"] not in [fact["id"] for fact in shop.get(path)[1] if fact["status"] == "active"]


def test_the_same_external_id_is_the_same_customer(shop: Shop) -> None:
    path, body = f"/api/v1/bots/{shop.bot}/conversations/", {"external_id": "anna-7"}
    assert shop.post(path, body)[1]["customer"] == shop.post(path, body)[1]["customer"]


def test_another_companys_documents_and_memories_are_not_there(shop: Shop, other_shop: Shop) -> None:
    _, theirs = other_shop.post("/api/v1/documents/", {"title": "Cups", "text": "Cups are blue."})
    _, talk = other_shop.post(f"/api/v1/bots/{other_shop.bot}/conversations/", {})
    statuses = [
        shop.raw("get", f"/api/v1/documents/{theirs['id']}/", None).status_code,
        shop.raw("patch", f"/api/v1/documents/{theirs['id']}/", {"title": "Ours"}).status_code,
        shop.raw("delete", f"/api/v1/documents/{theirs['id']}/", None).status_code,
        shop.raw("get", f"/api/v1/customers/{talk['customer']}/memories/", None).status_code,
        shop.raw("get", f"/api/v1/conversations/{talk['id']}/", None).status_code,
        shop.raw("get", f"/api/v1/conversations/{talk['id']}/messages/", None).status_code,
    ]
    assert statuses == [404] * 6


def test_a_keys_text_is_not_kept(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        _, text = create_key(name="till", scopes=[Scope.CHAT], actor=SYSTEM)
        kept = ApiKey.objects.values().get()
    assert text not in str(kept)


def test_a_revoked_key_opens_nothing(shop: Shop, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        revoke_key(key_id=list_keys()[0].id, actor=SYSTEM)
    assert shop.get("/api/v1/bots/")[0] == 401


def test_a_key_is_made_and_revoked_from_the_command_line(shop: Shop, tenant: TenantView) -> None:
    out = StringIO()
    call_command("api_key", tenant="alpha", create="till", scope=["bots:read"], stdout=out)
    key = out.getvalue().strip()
    assert shop.get("/api/v1/bots/", key)[0] == 200
    with tenant_scope(tenant.id):
        newest = str(list_keys()[0].id)
    call_command("api_key", "--tenant", "alpha", "--revoke", newest, stdout=out)
    assert shop.get("/api/v1/bots/", key)[0] == 401
