"""What a browser never sends by itself: the console answers it, and does not fall over."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from accounts.models import Customer
from bots.types import BotView
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def customer_id(tenant: TenantView) -> uuid.UUID:
    with tenant_scope(tenant.id):
        return Customer.objects.create(name="Mara").id


@pytest.mark.parametrize("path", ["customers/", "documents/", "conversations/", "audit/"])
@pytest.mark.parametrize("query", ["q=%00", "page=%C2%B2", "before=%C2%B2", "page=-1"])
def test_an_odd_query_is_answered_with_a_list(screen: Client, path: str, query: str) -> None:
    assert screen.get(f"/console/{path}?{query}").status_code == 200


def test_a_comparison_with_no_number_is_one_with_the_live_version(screen: Client, bot: BotView) -> None:
    assert screen.get(f"/console/bots/{bot.id}/versions/1/?against=²").status_code == 200


@pytest.mark.parametrize("since", ["", "yesterday", "2026-02-30T00:00", "9999-99-99"])
def test_forgetting_since_no_moment_forgets_nothing_and_says_so(
    screen: Client, customer_id: uuid.UUID, since: str
) -> None:
    page = screen.post(f"/console/customers/{customer_id}/forget-since/", {"since": since}, follow=True)
    assert "Choose the time" in page.content.decode()


def test_a_customer_whose_name_is_known_is_called_by_it(screen: Client, customer_id: uuid.UUID) -> None:
    assert "<h1>Mara</h1>" in screen.get(f"/console/customers/{customer_id}/").content.decode()
