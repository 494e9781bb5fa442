"""The chat adapter and a real llama.cpp server."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from adapters.openai_chat import OpenAIChat
from ports.chat import ChatMessage, ChatRequest, ContextOverflow, Deadlines, Finished, TextDelta
from ports.errors import ChatError
from ports.structured import ask_structured

pytestmark = pytest.mark.llama

ASK = ChatRequest(
    messages=(
        ChatMessage(role="system", content="You are a helpful shop assistant."),
        ChatMessage(role="user", content="Count from one to five."),
    ),
    max_tokens=24,
    deadlines=Deadlines(first_token=60, total=120),
)


@pytest.fixture
def chat(llama_server: str) -> OpenAIChat:
    return OpenAIChat(base_url=llama_server, model="smollm2")


def test_text_streams_and_the_last_event_tells_usage(chat: OpenAIChat) -> None:
    *texts, finished = chat.stream(ASK)
    assert len(texts) > 3
    assert all(isinstance(text, TextDelta) for text in texts)
    assert isinstance(finished, Finished)
    assert finished.usage.prompt_tokens > 20
    assert 3 < finished.usage.completion_tokens <= 24
    assert finished.attempts == 1


def test_the_limit_of_tokens_is_told(chat: OpenAIChat) -> None:
    *_texts, finished = chat.stream(replace(ASK, max_tokens=3))
    assert isinstance(finished, Finished)
    assert (finished.reason, finished.usage.completion_tokens) == ("length", 3)


def test_a_stable_prefix_is_taken_from_the_servers_cache(chat: OpenAIChat) -> None:
    for _ in chat.stream(ASK):
        pass
    *_texts, finished = chat.stream(replace(ASK, max_tokens=2))
    assert isinstance(finished, Finished)
    assert finished.usage.cached_tokens > 20


def test_an_answer_after_a_schema_has_its_shape(chat: OpenAIChat) -> None:
    schema = {
        "type": "object",
        "properties": {"animal": {"enum": ["cat", "dog"]}, "legs": {"type": "integer", "minimum": 0, "maximum": 9}},
        "required": ["animal", "legs"],
        "additionalProperties": False,
    }
    message = ChatMessage(role="user", content="My cat is called Potato. Which animal is it, and how many legs?")
    answer = ask_structured(chat, replace(ASK, messages=(message,), schema=schema, max_tokens=60))
    assert set(answer.value) == {"animal", "legs"}  # type: ignore[call-overload]  # JSON that fits the schema
    assert answer.finished.attempts == 1


def test_a_prompt_that_is_too_long_is_recognised_and_comes_back_smaller(chat: OpenAIChat) -> None:
    told: list[ContextOverflow] = []

    def shrink(overflow: ContextOverflow) -> tuple[ChatMessage, ...]:
        told.append(overflow)
        return ASK.messages

    long = replace(ASK, messages=(ChatMessage(role="user", content="coffee " * 6000),), shrink=shrink)
    *_texts, finished = chat.stream(long)
    assert isinstance(finished, Finished)
    assert [note.fault for note in finished.notes] == ["context_overflow"]
    assert told[0].limit == 4096
    assert told[0].prompt_tokens > 6000


def test_a_prompt_that_cannot_shrink_is_an_overflow(chat: OpenAIChat) -> None:
    with pytest.raises(ChatError, match="context_overflow"):
        list(chat.stream(replace(ASK, messages=(ChatMessage(role="user", content="coffee " * 6000),))))


def test_a_cancelled_draft_ends_while_the_model_still_speaks(chat: OpenAIChat) -> None:
    cancel = threading.Event()
    events = chat.stream(replace(ASK, max_tokens=2000, cancel=cancel))
    next(events)
    cancel.set()
    began = time.monotonic()
    with pytest.raises(ChatError, match="cancelled"):
        list(events)
    assert time.monotonic() - began < 5
