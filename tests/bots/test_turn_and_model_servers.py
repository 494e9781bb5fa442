"""A whole turn, from the customer's message to the stored reply, while the model's server fails or answers."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import tests.adapters.fault_modes  # noqa: F401  registers the modes
from adapters.chat_chain import ChatChain
from adapters.openai_chat import OpenAIChat
from adapters.recording_hints import RecordingHints
from adapters.recording_push import RecordingPush
from audit.types import SYSTEM
from bots.api import accept_message, admit, answer_of, create_bot, messages_after, open_conversation
from bots.drafting.composer import ExtractiveComposer
from bots.settings import BotSettings, MemorySettings, ModelSettings, Thresholds
from bots.types import AnswerView
from jobs.api import run_job, run_until_idle
from knowledge.api import add_text
from ports import port_scope
from ports.chat import ChatModel
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.adapters.fault_server import FaultServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

POLICY = "You may return an unopened bag of beans within 30 days of delivery. The label is free."


@dataclass(frozen=True)
class Shop:
    """A shop with one document and one customer."""

    tenant_id: uuid.UUID
    bot_id: uuid.UUID

    def ask(self, model: ChatModel, question: str = "Can I return beans?") -> AnswerView:
        guest = admit(tenant_id=self.tenant_id, bot_id=self.bot_id, locale="en", time_zone="UTC")
        talk = open_conversation(guest=guest, locale="en", time_zone="UTC")
        with port_scope(chat=ChatChain(models=[model, ExtractiveComposer()])):
            accepted = accept_message(
                tenant_id=self.tenant_id,
                conversation_id=talk.id,
                customer_id=guest.customer_id,
                client_id=uuid.uuid4(),
                text=question,
            )
            assert accepted.job_id is not None
            assert run_job(self.tenant_id, accepted.job_id, early=True)
        with tenant_scope(self.tenant_id):
            (reply,) = [message for message in messages_after(talk.id) if message.author == "bot"]
            return answer_of(reply.id)


@pytest.fixture
def shop(tenant: TenantView) -> Iterator[Shop]:
    with port_scope(hints=RecordingHints(), push=RecordingPush()):
        settings = BotSettings(  # neither recall nor calibration is the point here
            memory=MemorySettings(mode="stateless"),
            thresholds=Thresholds(retrieval=0.02),
            model=ModelSettings(first_token_seconds=1, total_seconds=2),
        )
        with tenant_scope(tenant.id):
            add_text(title="Returns", text=POLICY, language="en")
            bot = create_bot(name="Bean", settings=settings, actor=SYSTEM)
        run_until_idle(tenant_id=tenant.id)
        yield Shop(tenant.id, bot.id)


@pytest.fixture
def faults() -> Iterator[FaultServer]:
    with FaultServer() as running:
        yield running


def server_at(url: str) -> OpenAIChat:
    return OpenAIChat(base_url=url, model="fault-1", retry_base=0.01)


def test_a_models_cited_answer_is_stored_with_its_usage(shop: Shop, faults: FaultServer) -> None:
    answer = shop.ask(server_at(faults.url("cites")))
    assert "30 days" in answer.message.text
    assert answer.model["name"] == "fault-1"
    assert answer.model["usage"]["prompt_tokens"] == 21  # type: ignore[index]  # JSON
    assert answer.model["notes"] == []


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        ("broken", "server_error"),
        ("silent", "timeout"),
        ("stalls", "timeout"),
        ("reset_after_text", "cut"),
        ("html_page", "bad_answer"),
        ("not_utf8", "bad_answer"),
        ("huge_token", "bad_answer"),
        ("empty", "empty"),
        ("key_in_the_error", "refused"),
        ("busy_for_long", "rate_limited"),
        ("too_long_for_llama", "context_overflow"),
    ],
)
def test_when_the_server_fails_the_builtin_answers_and_the_trace_says_why(
    shop: Shop, faults: FaultServer, mode: str, fault: str
) -> None:
    answer = shop.ask(server_at(faults.url(mode)))
    assert answer.message.outcome == "answered"
    assert "30 days" in answer.message.text
    assert answer.message.citations
    assert answer.model["name"] == "builtin"
    assert fault in [note["fault"] for note in answer.model["notes"]]  # type: ignore[attr-defined]  # JSON


def test_nothing_of_a_fault_reaches_the_customer(shop: Shop, faults: FaultServer) -> None:
    text = shop.ask(server_at(faults.url("key_in_the_error"))).message.text
    assert not [word for word in ("401", "API", "sk-", "refused", "error") if word in text]


def test_a_servers_lie_is_withheld(shop: Shop, faults: FaultServer) -> None:
    answer = shop.ask(server_at(faults.url("cites_a_lie")))
    assert "90" not in answer.message.text
    assert "30 days" in answer.message.text


@pytest.mark.llama
def test_a_real_model_ends_in_a_stored_reply_without_invention(shop: Shop, llama_server: str) -> None:
    answer = shop.ask(OpenAIChat(base_url=llama_server, model="smollm2"))
    assert answer.message.outcome in {"answered", "hedged", "not_found"}
    assert "90" not in answer.message.text
    assert answer.model["notes"] is not None
