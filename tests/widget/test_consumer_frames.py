"""Whatever comes over the chat socket is answered clearly, and nobody else is disturbed by it."""

from __future__ import annotations

import json
import time
import uuid

import pytest

from bots.types import BotView
from tenants.types import TenantView
from tests.widget.sockets import Chat, Open, bare_bot

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
NIL = "00000000-0000-4000-8000-000000000000"


def message(text: object, client_id: object = NIL) -> str:
    return json.dumps({"type": "message", "client_id": client_id, "text": text})


@pytest.fixture
def bot(tenant: TenantView) -> BotView:
    return bare_bot(tenant)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", "bad_json"),
        (b"\x00\x01", "bad_frame"),
        ('{"type": "hello", "after_seq": -1}', "hello_twice"),
        (message(5), "bad_field"),
        (message("a", "7"), "bad_field"),
        (message(""), "empty"),
        (message(" \n\t\u3000"), "empty"),
        (message("\x00"), "empty"),
        (message("x" * 8_001), "too_long"),
        (message("x" * 100_000), "too_large"),
        ('{"type": "feedback", "seq": 1, "rating": 6}', "bad_field"),
        ('{"type": "human", "reason": 1}', "bad_field"),
        ('{"type": "read"}', "bad_field"),
    ],
)
async def test_what_cannot_be_taken_is_an_error_and_the_chat_goes_on(
    opened: Open, sent: str | bytes, code: str
) -> None:
    chat = await opened()
    await chat.raw(sent)
    error = await chat.next()
    assert (error["type"], error["code"]) == ("error", code)
    assert error["message"]
    await chat.say("ping")
    assert (await chat.next())["type"] == "pong"


@pytest.mark.parametrize(
    "hello",
    [
        {"after_seq": "1"},
        {"after_seq": -1},
        {"after_seq": 1.5},
        {"conversation": "mine"},
        {"conversation": ["a"]},
        {"token": {"alg": "none"}},
        {"visitor": "v" * 201},
        {"locale": 7},
    ],
)
async def test_a_greeting_with_wrong_fields_is_refused(bot: BotView, hello: dict[str, object]) -> None:
    chat = Chat(bot.widget_key)
    answer = await chat.hello(**hello)
    assert (answer["type"], answer["code"]) == ("error", "bad_field")
    await chat.close()


async def test_nothing_is_done_before_hello(bot: BotView) -> None:
    chat = Chat(bot.widget_key)
    assert await chat.connect()
    await chat.raw(message("hi"))
    assert (await chat.next())["code"] == "hello_first"
    await chat.close()


async def test_a_socket_that_never_says_hello_is_closed(bot: BotView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widget.consumer.HELLO_WITHIN", 0.2)
    chat = Chat(bot.widget_key)
    assert await chat.connect()
    assert await chat.next(seconds=5) == {"type": "closed", "code": 1008}
    await chat.close()


async def test_a_socket_that_falls_silent_is_closed(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widget.watch.SILENCE", 0.2)
    monkeypatch.setattr("widget.watch.LOOK_EVERY", 0.1)
    chat = await opened()
    assert await chat.next(seconds=5) == {"type": "closed", "code": 1001}


async def test_broken_frames_again_and_again_end_in_a_close(opened: Open) -> None:
    chat = await opened()
    for _ in range(9):
        await chat.raw("{")
    assert (await chat.until("closed"))["code"] == 1008
    assert len(chat.of("error")) == 8


async def test_frames_too_large_again_and_again_end_in_1009(opened: Open) -> None:
    chat = await opened()
    for _ in range(9):
        await chat.raw(message("x" * 66_000))
    assert (await chat.until("closed"))["code"] == 1009


async def test_a_flood_of_frames_is_held_and_ended(opened: Open) -> None:
    chat = await opened()
    began = time.monotonic()
    for _ in range(1_000):
        await chat.say("ping")
    assert (await chat.until("closed"))["code"] == 1008
    assert len(chat.of("pong")) <= 120 + 30 * (time.monotonic() - began)
    assert chat.of("error")[0]["code"] == "rate_limited"


@pytest.mark.parametrize(
    "text", ["😀😀😀", "👩‍👩‍👧‍👦", "e" + "\u0301" * 1_000, "\u202egnp.exe", "^" * 8_000, "a" * 8_000]
)
async def test_odd_texts_are_messages_like_others(opened: Open, text: str) -> None:
    chat = await opened()
    assert (await chat.ask(text))["outcome"]


async def test_half_an_emoji_is_left_out_and_the_rest_is_taken(opened: Open) -> None:
    chat = await opened()
    await chat.raw(json.dumps({"type": "message", "client_id": NIL, "text": "Hello there \ud83d"}))
    assert (await chat.until("ack", "error"))["seq"] == 1
    back = await opened(visitor=chat.welcome["visitor"], conversation=chat.welcome["conversation"])
    assert (await back.next())["text"] == "Hello there"
    await chat.until("reply")


@pytest.mark.parametrize(("locale", "words"), [("en", "Please write something first."), ("zh-CN", "请先")])
async def test_errors_speak_the_customers_language(opened: Open, locale: str, words: str) -> None:
    chat = await opened(locale=locale)
    assert (await chat.message(""))["message"].startswith(words)


async def test_an_error_about_a_message_names_it(opened: Open) -> None:
    chat = await opened()
    client_id = str(uuid.uuid4())
    assert (await chat.message("", client_id))["client_id"] == client_id
