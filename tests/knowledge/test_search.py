from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.memory_vectors import MemoryVectorStore
from adapters.weaviate_store import WeaviateStore
from knowledge import api
from knowledge.types import Language, SearchQuery, Terms
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.knowledge.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
Ask = Callable[..., SearchQuery]

RETURNS = (
    "# Returns\n\nYou may return unused goods within 30 days of delivery.\n\n"
    "## Opened bags\n\nOpened coffee cannot be returned."
)
HOURS = "# 营业时间\n\n门店周一至周五上午九点到晚上八点营业。\n\n## 周末\n\n周末十点开门。"


@pytest.fixture
def shop(tenant: TenantView, index: Callable[[], int]) -> TenantView:
    with tenant_scope(tenant.id):
        api.add_text(title="Returns", text=RETURNS)
        api.add_text(title="营业时间", text=HOURS)
        api.add_pair(question="Do you ship to Norway?", answer="No, we ship inside the European Union only.")
    index()
    return tenant


def test_an_english_question_finds_the_passage_that_answers_it(shop: TenantView, ask: Ask) -> None:
    result = api.search(ask("How many days do I have to return goods?"))
    assert "30 days" in result.passages[0].text


def test_a_chinese_question_finds_a_chinese_passage(shop: TenantView, ask: Ask) -> None:
    result = api.search(ask("周末几点开门", "zh"))
    assert "周末十点开门" in result.passages[0].text
    assert result.passages[0].heading.endswith("周末")


def test_a_pair_is_found_by_its_question_and_gives_its_answer(shop: TenantView, ask: Ask) -> None:
    best = api.search(ask("can you ship to Norway")).passages[0]
    assert best.kind == "pair"
    assert best.text == "No, we ship inside the European Union only."


def test_the_confidence_of_the_result_is_that_of_its_first_passage(shop: TenantView, ask: Ask) -> None:
    result = api.search(ask("return opened coffee"))
    assert result.confidence == result.passages[0].confidence
    assert 0 < result.confidence <= 1


def test_another_tenant_finds_nothing(shop: TenantView, other_tenant: TenantView, ask: Ask) -> None:
    result = api.search(replace(ask("return goods"), tenant_id=other_tenant.id))
    assert result.passages == ()
    assert result.confidence == 0.0


def test_without_the_embedder_the_words_still_find(shop: TenantView, ask: Ask) -> None:
    store = MemoryVectorStore()
    store.down = True
    with port_scope(vectors=store):
        result = api.search(ask("return goods within days"))
    assert result.degraded == "words_only"
    assert "30 days" in result.passages[0].text


def test_without_a_server_for_the_vectors_the_words_still_find_at_once(shop: TenantView, ask: Ask) -> None:
    with port_scope(vectors=WeaviateStore(url="http://127.0.0.1:9")):  # nothing listens there
        started = time.monotonic()
        result = api.search(ask("return goods within days"))
    assert result.degraded == "words_only"
    assert "30 days" in result.passages[0].text
    assert time.monotonic() - started < 4


def test_what_is_not_yet_effective_or_expired_stays_out(tenant: TenantView, index: Callable[[], int], ask: Ask) -> None:
    with tenant_scope(tenant.id):
        api.add_text(
            title="Spring",
            text="The spring blend costs 12 euros.",
            terms=Terms(effective_from=NOON + timedelta(days=1)),
        )
        api.add_text(title="Winter", text="The winter blend costs 14 euros.", terms=Terms(expires_at=NOON))
    index()
    assert api.search(ask("what does the blend cost")).passages == ()
    later = api.search(ask("what does the blend cost", now=NOON + timedelta(days=2)))
    assert [passage.title for passage in later.passages] == ["Spring"]


def test_an_empty_question_or_base_gives_an_empty_result(tenant: TenantView, ask: Ask) -> None:
    assert api.search(ask("")).passages == ()
    assert api.search(ask("returns?")).confidence == 0.0


def test_a_question_of_odd_characters_does_no_harm(shop: TenantView, ask: Ask) -> None:
    for odd in ("'; DROP TABLE x; --", "a\\'b", "😀😀😀", "%s %(tenant)s {}", "''''", "🐱" * 500, "\x00returns"):
        assert api.search(ask(odd)).degraded == ""


def test_a_document_that_overrides_goes_before_one_about_as_sure(
    tenant: TenantView, index: Callable[[], int], ask: Ask
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="Leaflet", text="The shipping fee is 4 euros.")
        api.add_text(title="Notice", text="The shipping fee is 6 euros.", terms=Terms(overrides=True))
    index()
    best = api.search(ask("what is the shipping fee")).passages[0]
    assert (best.title, best.overrides) == ("Notice", True)


@pytest.mark.parametrize(
    ("language", "question", "unwanted", "wanted"),
    [
        (
            "en",
            "Is there coffee without caffeine?",
            "The Sunrise coffee is rich in caffeine, for coffee drinkers who want caffeine.",
            "The Evening coffee is decaf and mild.",
        ),
        (
            "zh",
            "有没有不含咖啡因的咖啡？",
            "日出咖啡的咖啡因含量很高，喜欢咖啡因的咖啡爱好者适合。",
            "晚安咖啡经过处理，无咖啡因，口感柔和。",
        ),
        ("zh-Hant", "有沒有無糖的優格？", "草莓優格加糖，糖的含量高，是有糖的優格。", "原味優格不加糖，口感清爽。"),
    ],
)
def test_what_a_question_wants_left_out_is_not_found_first(
    tenant: TenantView,
    index: Callable[[], int],
    ask: Ask,
    language: Language,
    question: str,
    unwanted: str,
    wanted: str,
) -> None:
    with tenant_scope(tenant.id):
        api.add_text(title="A", text=unwanted)
        api.add_text(title="B", text=wanted)
    index()
    assert api.search(ask(question, language)).passages[0].text == wanted
