"""The chat adapter against every way in which a model server can fail, with the time to each outcome."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

import pytest

from ports.chat import ChatMessage, ContextOverflow, Deadlines, TextDelta
from tests.adapters.asking import ASK, KEY, LIMIT, ROOMY, SHORT, ask, chat_at
from tests.adapters.fault_server import ANSWER, FaultServer


@pytest.mark.parametrize(
    "mode",
    [
        "good",
        "whole_json",
        "split_anywhere",
        "carriage_returns",
        "utf8_called_latin1",
        "gbk_as_declared",
        "thinks_aloud",
        "thinks_apart",
        "content_in_parts",
        "no_done",
        "no_done_and_stays_open",
        "done_and_stays_open",
        "reset_after_the_last_word",
        "each_chunk_twice_with_ids",
        "a_long_chunk_twice",
        "the_last_chunk_twice",
        "tool_junk_around_text",
    ],
)
def test_an_odd_but_good_answer_is_understood_at_the_first_attempt(server: FaultServer, mode: str) -> None:
    outcome = ask(chat_at(server.url(mode)), replace(ASK, deadlines=ROOMY))
    assert (outcome.text, outcome.error) == (ANSWER, None)
    assert outcome.finished is not None
    assert outcome.finished.attempts == 1
    assert outcome.seconds < 3


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        ("busy_once", "rate_limited"),
        ("busy_by_milliseconds_once", "rate_limited"),
        ("broken_once", "server_error"),
        ("drops_once", "cut"),
        ("empty_once", "empty"),
        ("no_stream_options", "refused"),
        ("newer_limit_name", "refused"),
    ],
)
def test_a_passing_fault_is_survived_and_noted(server: FaultServer, mode: str, fault: str) -> None:
    outcome = ask(chat_at(server.url(mode)), replace(ASK, deadlines=ROOMY))
    assert (outcome.text, outcome.error) == (ANSWER, None)
    assert outcome.finished is not None
    assert outcome.finished.attempts == 2
    assert [note.fault for note in outcome.finished.notes] == [fault]
    assert outcome.seconds < 5


@pytest.mark.parametrize(
    ("mode", "fault", "attempts"),
    [
        ("busy_for_long", "rate_limited", 1),
        ("busy_until_a_date", "server_error", 1),
        ("busy_without_a_time", "rate_limited", 3),
        ("out_of_money", "refused", 1),
        ("broken", "server_error", 3),
        ("broken_gateway", "server_error", 3),
        ("cut_in_a_chunk", "cut", 3),
        ("html_page", "bad_answer", 3),
        ("html_called_events", "bad_answer", 3),
        ("broken_event", "bad_answer", 3),
        ("broken_json", "bad_answer", 3),
        ("shorter_than_promised", "cut", 3),
        ("list_of_things", "bad_answer", 3),
        ("another_shape", "bad_answer", 3),
        ("deep_json", "bad_answer", 3),
        ("huge_number", "bad_answer", 3),
        ("huge_token", "bad_answer", 3),
        ("huge_json", "bad_answer", 3),
        ("line_without_end", "bad_answer", 3),
        ("not_utf8", "bad_answer", 3),
        ("packed", "bad_answer", 3),
        ("asks_for_a_tool", "bad_answer", 3),
        ("empty", "empty", 3),
        ("nothing_at_all", "empty", 3),
        ("only_thoughts", "empty", 3),
        ("filtered", "refused", 1),
        ("too_long_for_openai", "context_overflow", 1),
        ("too_long_for_llama", "context_overflow", 1),
        ("too_long_in_the_stream", "context_overflow", 1),
        ("error_in_the_stream", "server_error", 3),
        ("key_in_the_error", "refused", 1),
        ("no_such_model", "refused", 1),
        ("moved", "refused", 1),
    ],
)
def test_a_fault_before_any_text_has_its_name(server: FaultServer, mode: str, fault: str, attempts: int) -> None:
    outcome = ask(chat_at(server.url(mode)), replace(ASK, deadlines=ROOMY))
    assert outcome.error is not None
    assert (outcome.error.fault, outcome.error.attempts, outcome.text) == (fault, attempts, "")
    assert outcome.seconds < 5
    assert KEY not in str(outcome.error) + repr(outcome.error)
    assert len(outcome.error.detail) < 500


@pytest.mark.parametrize("mode", ["silent", "trickled_head", "comments_only", "trickled_error"])
def test_a_server_that_keeps_silent_is_left_in_time(server: FaultServer, mode: str) -> None:
    outcome = ask(chat_at(server.url(mode)))
    assert outcome.error is not None
    assert (outcome.error.fault, outcome.error.attempts, outcome.text) == ("timeout", 1, "")
    assert outcome.seconds < LIMIT


@pytest.mark.parametrize("mode", ["stalls", "stalls_with_comments", "trickled_event", "talks_for_ever"])
def test_a_server_that_falls_silent_is_left_in_time(server: FaultServer, mode: str) -> None:
    outcome = ask(chat_at(server.url(mode)))
    assert outcome.error is not None
    assert (outcome.error.fault, outcome.error.attempts) == ("timeout", 1)
    assert outcome.text
    assert outcome.seconds < LIMIT


@pytest.mark.parametrize("mode", ["reset_after_text", "ends_without_an_end"])
def test_a_stream_that_is_cut_after_some_text_is_not_tried_again(server: FaultServer, mode: str) -> None:
    outcome = ask(chat_at(server.url(mode)), replace(ASK, deadlines=ROOMY))
    assert outcome.error is not None
    assert (outcome.error.fault, outcome.error.attempts) == ("cut", 1)
    assert outcome.text == "Returns take "


def test_a_server_that_ignores_the_limit_is_stopped(server: FaultServer) -> None:
    outcome = ask(chat_at(server.url("too_long_by_far")), replace(ASK, max_tokens=300, deadlines=ROOMY))
    assert outcome.finished is not None
    assert outcome.finished.reason == "length"
    assert len(outcome.text) == 300 * 16


def test_half_characters_come_together_and_what_stays_half_is_marked(server: FaultServer) -> None:
    assert ask(chat_at(server.url("half_characters"))).text == "Fine \U0001f600 day!\ufffd"


def test_usage_and_the_model_are_the_servers(server: FaultServer) -> None:
    finished = ask(chat_at(server.url("good"))).finished
    assert finished is not None
    assert (finished.model, finished.reason) == ("fault-1", "stop")
    assert (finished.usage.prompt_tokens, finished.usage.completion_tokens) == (21, 9)


def test_text_comes_before_the_answer_is_whole(server: FaultServer) -> None:
    events = chat_at(server.url("stalls")).stream(ASK)
    began = time.monotonic()
    assert next(events) == TextDelta(text="Returns take ")
    assert time.monotonic() - began < SHORT.between_chunks
    events.close()  # type: ignore[attr-defined]


def test_a_prompt_that_is_too_long_comes_back_smaller(server: FaultServer) -> None:
    told: list[ContextOverflow] = []

    def shrink(overflow: ContextOverflow) -> tuple[ChatMessage, ...]:
        told.append(overflow)
        return (ChatMessage(role="user", content="Returns?"),)

    outcome = ask(chat_at(server.url("too_long_once")), replace(ASK, shrink=shrink))
    assert outcome.text == ANSWER
    assert told == [ContextOverflow(limit=512, prompt_tokens=1030)]
    assert server.of("too_long_once")[-1].body["messages"] == [{"role": "user", "content": "Returns?"}]


def test_openai_says_the_limit_in_words(server: FaultServer) -> None:
    error = ask(chat_at(server.url("too_long_for_openai"))).error
    assert error is not None
    assert error.limit == 4096


def test_the_wait_that_a_server_asks_for_is_reported(server: FaultServer) -> None:
    error = ask(chat_at(server.url("busy_for_long"))).error
    assert error is not None
    assert error.retry_after == 120


def test_the_wait_that_a_server_asks_for_is_kept(server: FaultServer) -> None:
    server.counts["busy_by_milliseconds_once"] = 0
    assert ask(chat_at(server.url("busy_by_milliseconds_once"))).seconds >= 0.15


def test_after_five_failures_the_server_is_left_alone_then_tried_once(server: FaultServer) -> None:
    chat = chat_at(server.url("broken"), attempts=1, breaker_failures=5, breaker_seconds=0.2)
    asked = server.counts["broken"]
    faults = [ask(chat).error.fault for _ in range(7)]  # type: ignore[union-attr]
    assert faults == ["server_error"] * 5 + ["circuit_open"] * 2
    assert server.counts["broken"] - asked == 5
    time.sleep(0.25)
    faults = [ask(chat).error.fault for _ in range(2)]  # type: ignore[union-attr]
    assert faults == ["server_error", "circuit_open"]


def test_refusals_do_not_open_the_circuit(server: FaultServer) -> None:
    chat = chat_at(server.url("no_such_model"), breaker_failures=2)
    assert [ask(chat).error.fault for _ in range(4)] == ["refused"] * 4  # type: ignore[union-attr]


def test_the_key_is_sent_and_seen_nowhere_else(server: FaultServer, caplog: pytest.LogCaptureFixture) -> None:
    chat = chat_at(server.url("key_in_the_error"))
    with caplog.at_level(logging.DEBUG):
        error = ask(chat).error
    assert server.of("key_in_the_error")[-1].headers["authorization"] == f"Bearer {KEY}"
    assert "Incorrect API key provided: ***" in str(error)
    assert KEY not in repr(chat) + caplog.text


def test_a_redirect_is_not_followed_with_the_key(server: FaultServer) -> None:
    error = ask(chat_at(server.url("moved"))).error
    assert error is not None
    assert "status 307" in error.detail


def test_a_schema_is_asked_for(server: FaultServer) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    ask(chat_at(server.url("good")), replace(ASK, schema=schema))
    asked = server.of("good")[-1].body["response_format"]
    assert asked == {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def test_a_tools_arguments_are_the_answer_where_settings_say_so(server: FaultServer) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    outcome = ask(chat_at(server.url("answers_by_tool"), schema_mode="tool"), replace(ASK, schema=schema))
    assert outcome.text == '{"name": "土豆"}'
    assert outcome.finished is not None
    assert outcome.finished.reason == "stop"
    asked = server.of("answers_by_tool")[-1].body
    assert asked["tools"][0]["function"]["parameters"] == schema  # type: ignore[index]  # JSON
    assert "response_format" not in asked


def test_fifty_drafts_at_once_do_not_mix(server: FaultServer) -> None:
    chat = chat_at(server.url("good"))
    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(ask(chat, replace(ASK, deadlines=Deadlines())).text))
        for _ in range(50)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [ANSWER] * 50
