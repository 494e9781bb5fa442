"""Signs that a long history is searched by first: near vectors have nearly the same, far ones have not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
import pytest
from django.db import connection

from accounts.models import Customer
from memory import api as memory
from memory.embedding import embed_question, embed_turns, signs_of
from memory.models import EpisodeVector
from ports import get_port
from tenants.models import Tenant
from tenants.scope import tenant_scope

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def test_signs_count_from_the_middle() -> None:
    vectors = np.array([[0.9, 0.1, 0.5], [0.7, 0.3, 0.5]], np.float32)
    assert signs_of(vectors, vectors.mean(axis=0)) == ("100", "010")


@pytest.mark.parametrize(
    ("asked", "near", "far"),
    [
        ("Where do I keep my bicycle?", "My bicycle stands in the shed", "I like jazz on Sunday mornings"),
        ("我的自行车放在哪里？", "我的自行车放在车棚里", "星期天早上我喜欢听爵士乐"),
        ("我的腳踏車放在哪裡？", "我的腳踏車放在車棚裡", "星期天早上我喜歡聽爵士樂"),
    ],
)
def test_what_is_meant_alike_has_like_signs(asked: str, near: str, far: str) -> None:
    question = embed_question(asked).signs[0]
    close, distant = embed_turns([near, far]).signs
    assert _places(question, close) < _places(question, distant)


def _places(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def test_turns_that_were_indexed_before_get_their_signs_with_the_next_turn(tenant: Tenant) -> None:
    with tenant_scope(tenant.id):
        customer = Customer.objects.create(name="Lin").id
    memory.remember_turns(tenant_id=tenant.id, customer_id=customer, turns=[_turn(1, "My lamp is broken")])
    with tenant_scope(tenant.id):
        before = EpisodeVector.objects.values_list("signs", flat=True).get()
        EpisodeVector.objects.update(signs=None)
    memory.remember_turns(tenant_id=tenant.id, customer_id=customer, turns=[_turn(2, "It is green")])
    with tenant_scope(tenant.id):
        signs = EpisodeVector.objects.order_by("episode__seq").values_list("signs", flat=True)
        assert next(iter(signs)) == before
        assert all(len(bits or "") == get_port("embedder").dimensions for bits in signs)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM memory_episodevector WHERE signs IS NULL")
            assert cursor.fetchone() == (0,)


def _turn(seq: int, text: str) -> memory.PastTurn:
    return memory.PastTurn(
        conversation_id=UUID(int=7), seq=seq, author="customer", speaker="", text=text, at=_AT + timedelta(minutes=seq)
    )
