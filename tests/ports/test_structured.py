"""Structured answers: prose around them is taken off, what does not fit is sent back once."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from adapters.scripted_chat import ScriptedChat
from ports.chat import ChatMessage, ChatRequest
from ports.errors import ChatError
from ports.structured import ask_structured

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ASK = ChatRequest(messages=(ChatMessage(role="user", content="My cat is called Potato."),), schema=SCHEMA)


@pytest.mark.parametrize(
    "reply",
    [
        '{"name": "土豆"}',
        'Sure! Here it is:\n```json\n{"name": "土豆"}\n```\nAnything else?',
        'I saw {a brace} in [1] and then {"name": "土豆"}.',
        '\n\n{"name": "土豆"} {"name": "other"}',
    ],
)
def test_the_object_is_found_in_what_the_model_says(reply: str) -> None:
    assert ask_structured(ScriptedChat(replies=[reply]), ASK).value == {"name": "土豆"}


@pytest.mark.parametrize("bad", ["I cannot do that.", '{"name": 5}', '{"nam', "{}", "[1]", ""])
def test_what_does_not_fit_is_sent_back_with_the_reason(bad: str) -> None:
    model = ScriptedChat(replies=[bad, '{"name": "土豆"}'])
    assert ask_structured(model, ASK).value == {"name": "土豆"}
    assert model.requests[1].messages[-1].content.startswith("That was not right: ")


def test_a_model_that_does_not_learn_is_an_error_not_a_guess() -> None:
    model = ScriptedChat(replies=["no"])
    with pytest.raises(ChatError, match="bad_answer"):
        ask_structured(model, ASK)
    assert len(model.requests) == 2


def test_a_part_of_a_cut_answer_is_not_taken_for_the_whole() -> None:
    cut = '{"cats": [{"name": "土豆"}, {"name": "Mi'
    model = ScriptedChat(replies=[cut])
    with pytest.raises(ChatError, match="broken"):
        ask_structured(model, ASK)


def test_a_list_is_taken_where_a_list_is_wanted() -> None:
    model = ScriptedChat(replies=['As {"x": 1} shows: [1, 2]'])
    schema = {"type": "array", "items": {"type": "integer"}}
    assert ask_structured(model, replace(ASK, schema=schema)).value == [1, 2]


def test_braces_without_end_take_bounded_time() -> None:
    began = time.monotonic()
    with pytest.raises(ChatError):
        ask_structured(ScriptedChat(replies=["[" * 100_000], piece=1000), ASK)
    assert time.monotonic() - began < 5


def test_a_model_that_takes_no_schemas_is_not_asked() -> None:
    composer = ScriptedChat(replies=["Hi."], structured=False)
    with pytest.raises(ChatError, match="refused"):
        ask_structured(composer, ASK)
    assert composer.requests == []


def test_a_schema_is_needed() -> None:
    with pytest.raises(ValueError, match="schema"):
        ask_structured(ScriptedChat(replies=["{}"]), ChatRequest(messages=()))
