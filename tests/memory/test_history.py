"""Talks brought in from elsewhere, and the order of their turns for a question."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from memory import api
from memory.types import RecallQuery
from ports.ids import new_id
from tenants.types import TenantView
from tests.memory.conftest import START, Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

LINES = [
    ("Mina", "Did the repair man come on Friday?"),
    ("Oskar", "He did, the dishwasher hums like new."),
    ("Mina", "Good. I am off to Lisbon next week."),
    ("Oskar", "Bring back some of those custard tarts!"),
]


def test_turns_from_elsewhere_are_found_with_their_neighbours(
    tenant: TenantView, talk_with: Callable[[], Talk]
) -> None:
    customer_id = talk_with().customer_id
    ids = _remember(tenant, customer_id)
    found = api.order_turns(_query(tenant, customer_id, "Where is Mina travelling to?"))
    assert found.turns[0] == ids[2]
    assert set(found.turns) == set(ids)


def test_another_customers_turns_are_not_in_the_order(tenant: TenantView, talk_with: Callable[[], Talk]) -> None:
    _remember(tenant, talk_with().customer_id)
    assert api.order_turns(_query(tenant, new_id(), "Where is Mina travelling to?")).turns == ()


def _remember(tenant: TenantView, customer_id: UUID) -> list[UUID]:
    session = new_id()
    turns = [
        api.PastTurn(
            conversation_id=session,
            seq=number,
            author="customer",
            speaker=speaker,
            text=text,
            at=START + timedelta(minutes=number),
        )
        for number, (speaker, text) in enumerate(LINES, start=1)
    ]
    return api.remember_turns(tenant_id=tenant.id, customer_id=customer_id, turns=turns)


def _query(tenant: TenantView, customer_id: UUID, question: str) -> RecallQuery:
    return RecallQuery(
        tenant_id=tenant.id,
        customer_id=customer_id,
        conversation_id=new_id(),
        message_id=None,
        question=question,
        now=START + timedelta(days=1),
    )
