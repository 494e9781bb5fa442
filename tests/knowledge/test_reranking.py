"""A reranker orders; the confidence shown stays that of the first passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from knowledge import api
from knowledge.types import SearchQuery, Terms
from ports import port_scope
from ports.errors import RerankError
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Ask = Callable[..., SearchQuery]


class Prefers:
    """Puts passages with a word first."""

    name, width = "test", 20

    def __init__(self, word: str) -> None:
        self._word = word

    def relevances(self, *, question: str, passages: Sequence[str]) -> list[float]:
        return [float(self._word in passage) for passage in passages]


class Down(Prefers):
    def relevances(self, *, question: str, passages: Sequence[str]) -> list[float]:
        raise RerankError("test is down")


@pytest.fixture
def fees(tenant: TenantView, index: Callable[[], int]) -> TenantView:
    with tenant_scope(tenant.id):
        api.add_text(title="Leaflet", text="The shipping fee is 4 euros.")
        api.add_text(title="Parcels", text="Parcels over ten kilos go by truck.")
    index()
    return tenant


def test_the_rerankers_order_wins(fees: TenantView, ask: Ask) -> None:
    with port_scope(reranker=Prefers("4 euros")):
        assert api.search(ask("shipping fee")).passages[0].title == "Leaflet"
    with port_scope(reranker=Prefers("kilos")):
        result = api.search(ask("shipping fee"))
    assert result.passages[0].title == "Parcels"
    assert (result.confidence, result.degraded) == (result.passages[0].confidence, "")


def test_without_the_reranker_our_own_order_stands_and_it_is_said(fees: TenantView, ask: Ask) -> None:
    ours = api.search(ask("shipping fee"))
    with port_scope(reranker=Down("")):
        result = api.search(ask("shipping fee"))
    assert [p.chunk_id for p in result.passages] == [p.chunk_id for p in ours.passages]
    assert (result.degraded, ours.degraded) == ("not_reranked", "")


def test_an_overriding_document_stays_before_the_others(fees: TenantView, index: Callable[[], int], ask: Ask) -> None:
    with tenant_scope(fees.id):
        api.add_text(title="Notice", text="The shipping fee is 6 euros.", terms=Terms(overrides=True))
    index()
    with port_scope(reranker=Prefers("kilos")):
        assert [p.title for p in api.search(ask("what is the shipping fee")).passages[:2]] == ["Notice", "Parcels"]
