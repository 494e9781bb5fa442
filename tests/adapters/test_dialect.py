"""What a server refuses is said otherwise, once learnt for good."""

from __future__ import annotations

from dataclasses import replace

from adapters.dialect import Dialect
from ports.chat import ChatMessage, ChatRequest
from ports.errors import ChatError

ASK = ChatRequest(messages=(ChatMessage(role="user", content="Hi"),), schema={"type": "object"})


def refusal(words: str) -> ChatError:
    return ChatError("refused", f"status 400: {words}")


def test_schemas_weaken_step_by_step_to_words_in_the_prompt() -> None:
    dialect = Dialect()
    assert dialect.learn(refusal("response_format json_schema is not supported"), structured=True)
    assert dialect.body(ASK, model="m")["response_format"] == {"type": "json_object"}
    assert dialect.learn(refusal("response_format is not supported"), structured=True)
    body = dialect.body(ASK, model="m")
    assert "response_format" not in body
    assert '{"type": "object"}' in str(body["messages"])
    assert not dialect.learn(refusal("response_format is not supported"), structured=True)


def test_the_request_itself_is_left_alone() -> None:
    Dialect(schema_mode="prompt").body(ASK, model="m")
    assert ASK.messages == (ChatMessage(role="user", content="Hi"),)


def test_the_newer_name_of_the_limit_is_learnt() -> None:
    dialect = Dialect()
    assert dialect.learn(refusal("'max_tokens' is not supported. Use 'max_completion_tokens'."), structured=False)
    body = dialect.body(replace(ASK, max_tokens=7), model="m")
    assert (body.get("max_tokens"), body["max_completion_tokens"]) == (None, 7)


def test_a_fixed_temperature_is_left_out() -> None:
    dialect = Dialect()
    assert dialect.learn(refusal("Unsupported value: 'temperature'"), structured=False)
    assert "temperature" not in dialect.body(ASK, model="m")


def test_any_other_refusal_teaches_nothing() -> None:
    assert not Dialect().learn(refusal("The model `x` does not exist"), structured=True)
    assert not Dialect().learn(ChatError("server_error", "status 500: temperature sensor"), structured=True)


def test_extra_fields_of_the_settings_go_into_each_request() -> None:
    extra = {"chat_template_kwargs": {"enable_thinking": False}}
    assert Dialect(extra=extra).body(ASK, model="m")["chat_template_kwargs"] == {"enable_thinking": False}
