"""A name of the tenant's lists is said only where the evidence or the customer has it."""

from __future__ import annotations

import pytest

from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from bots.brief import Evidence
from bots.settings import BotSettings, Names
from bots.verifying.verify import Verified, Withheld, verify_sentence
from jobs.api import run_until_idle
from knowledge import api as knowledge
from ports import port_scope
from tenants.scope import tenant_scope
from tests.bots.briefs import brief
from tests.bots.conftest import Shop

LISTS = BotSettings(names=Names(people=("Olivia Chen", "May", "王小明"), products=("Midnight", "晨光咖啡豆")))
ROAST = Evidence(
    label="1", kind="document", confidence=0.9, text="Our roaster answers questions about the roast. 烘焙师会回答问题。"
)
NAMED = Evidence(
    label="1",
    kind="document",
    confidence=0.9,
    text="Our roaster Olivia Chen answers questions about the roast. 烘焙师王小明会回答问题。",
)


@pytest.mark.parametrize(
    ("language", "sentence", "name"),
    [
        ("en", "Olivia Chen, our roaster, answers questions about the roast.[1]", "Olivia Chen"),
        ("en", "Our roaster May answers questions about the roast.[1]", "May"),
        ("en", "Hello Olivia Chen, how can I help?", "Olivia Chen"),
        ("zh", "烘焙师王小明会回答问题。[1]", "王小明"),
    ],
)
def test_a_listed_name_that_no_source_holds_is_withheld(language: str, sentence: str, name: str) -> None:
    outcome = verify_sentence(sentence, brief(language, settings=LISTS, evidence=(ROAST,)))
    assert isinstance(outcome, Withheld)
    assert (outcome.reason, outcome.detail) == ("name", name)


@pytest.mark.parametrize(
    ("language", "sentence", "evidence", "said"),
    [
        ("en", "Our roaster Olivia Chen answers questions about the roast.[1]", NAMED, "Who is it?"),
        (
            "zh",
            "烘焙师王小明会回答问题。[1]",
            NAMED,
            "谁？",
        ),
        ("en", "You may ask our roaster about the roast.[1]", ROAST, "Whom may I ask?"),
        ("en", "Hello Olivia Chen, how can I help?", ROAST, "This is Olivia Chen"),
    ],
)
def test_a_name_of_the_evidence_or_the_customer_stands(
    language: str, sentence: str, evidence: Evidence, said: str
) -> None:
    asked = brief(language, said=said, settings=LISTS, evidence=(evidence,))
    assert isinstance(verify_sentence(sentence, asked), Verified)


def test_derived_names_count_only_where_they_are_plainly_names() -> None:
    asked = brief(names=("swan kettle", "morning"), evidence=(ROAST,))
    wrong = verify_sentence("Our roaster answers questions about the Swan Kettle and the roast.[1]", asked)
    assert isinstance(wrong, Withheld)
    assert (wrong.reason, wrong.detail) == ("name", "Swan Kettle")
    assert isinstance(verify_sentence("Good morning!", asked), Verified)


pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_the_names_of_the_tenants_own_documents_are_known_to_the_turn(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        knowledge.add_text(title="Swan Kettle", text="# Swan Kettle\n\nIt holds one litre.")
        knowledge.add_text(title="Shipping policy", text="# Shipping policy\n\nWe ship on weekdays.")
        assert knowledge.known_names() == ("swan kettle",)
    run_until_idle()
    alice = shop.visitor()
    said = "Unopened bags and a Swan Kettle may return in 30 days.[1] "
    with port_scope(chat=ScriptedChat(replies=[said])):
        reply = alice.ask("Can I return unopened bags?")
    assert "Kettle" not in reply.text
    with tenant_scope(shop.tenant_id):
        why = bots.answer_of(reply.id)
        assert "name" in {row.get("reason") for row in why.sentences}
        assert bots.replay(reply.id).identical
