"""The chat over a real server: sizes, tabs, cut lines, a restart."""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.processes import get, up

pytestmark = pytest.mark.slow
Frame = dict[str, Any]


@contextmanager
def shop(home: Path) -> Iterator[str]:
    """The address of the demo bot's socket."""
    with up(home, ANAMNESIS_CHAT_LIMITS="off") as (_, port):
        found = re.search(r'data-bot="([^"]+)"', get(port, "/demo/")[1])
        assert found
        yield f"ws://127.0.0.1:{port}/ws/chat/{found[1]}/"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with shop(tmp_path_factory.mktemp("home")) as url:
        yield url


async def say(socket: ClientConnection, name: str, **fields: object) -> None:
    await socket.send(json.dumps({"type": name, **fields}))


async def until(socket: ClientConnection, *names: str) -> Frame:
    async with asyncio.timeout(60):
        while True:
            frame = json.loads(await socket.recv())
            if frame["type"] in names:
                return dict(frame)


async def greeted(url: str, **hello: object) -> tuple[ClientConnection, Frame]:
    socket = await connect(url, max_size=None)
    await say(socket, "hello", **hello)
    return socket, await until(socket, "welcome", "error")


def again(welcome: Frame, after_seq: int) -> dict[str, object]:
    return {"visitor": welcome["visitor"], "conversation": welcome["conversation"], "after_seq": after_seq}


def message(text: str) -> dict[str, str]:
    return {"client_id": str(uuid.uuid4()), "text": text}


async def ended_by(socket: ClientConnection, text: str | bytes) -> int | None:
    """The code with which the server closes after this text frame."""
    try:
        await socket.send(text, text=True)
        async with asyncio.timeout(30):
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    raise AssertionError("the socket is still open")


async def test_100_kb_is_refused_by_an_error_and_the_chat_goes_on(address: str) -> None:
    socket, _ = await greeted(address)
    await say(socket, "message", **message("x" * 100_000))
    assert (await until(socket, "error"))["code"] == "too_large"
    await say(socket, "message", **message("Hello"))
    assert (await until(socket, "ack"))["seq"] == 1
    await socket.close()


async def test_a_frame_of_megabytes_ends_the_socket_alone(address: str) -> None:
    bystander, _ = await greeted(address)
    socket, _ = await greeted(address)
    assert await ended_by(socket, "x" * 5_000_000) in (1009, None)  # None: cut before the reason could be read
    await say(bystander, "ping")
    assert await until(bystander, "pong")
    await bystander.close()


async def test_a_message_in_a_thousand_fragments_is_one_message(address: str) -> None:
    socket, _ = await greeted(address)
    text = json.dumps({"type": "message", **message("How long do returns take?" + " " * 2_000)})
    size = len(text) // 1_000
    await socket.send([text[at : at + size] for at in range(0, len(text), size)])
    assert (await until(socket, "ack"))["seq"] == 1
    assert (await until(socket, "reply"))["reply_to"] == 1
    await socket.close()


async def test_bytes_that_are_no_utf8_end_the_socket(address: str) -> None:
    socket, _ = await greeted(address)
    assert await ended_by(socket, b"\xff\xfe") == 1007


async def test_an_unknown_key_and_a_foreign_path_open_nothing(address: str) -> None:
    for url in (address[:-4] + "xyz/", address.replace("/ws/chat/", "/ws/other/")):
        with pytest.raises(InvalidStatus):
            await connect(url)


async def test_two_tabs_of_one_visitor_see_the_same(address: str) -> None:
    first, welcome = await greeted(address)
    second, _ = await greeted(address, **again(welcome, 0))
    await say(first, "message", **message("未开封的咖啡豆多久之内可以退货？"))
    replies = await asyncio.gather(until(first, "reply"), until(second, "reply"))
    assert replies[0] == replies[1]
    await asyncio.gather(first.close(), second.close())


async def test_a_cut_line_misses_nothing_and_gets_nothing_twice(address: str) -> None:
    socket, welcome = await greeted(address)
    sent = message("When are you open on Saturday?")
    await say(socket, "message", **sent)
    socket.transport.abort()  # before the ack
    back, _ = await greeted(address, **again(welcome, 0))
    await say(back, "message", **sent)
    ack = await until(back, "ack")
    assert ack["seq"] == 1
    stored: dict[int, Frame] = {}
    while 2 not in stored:
        frame = await until(back, "message", "reply")
        assert frame["seq"] not in stored
        stored[frame["seq"]] = frame
    await back.close()
    third, greeting = await greeted(address, **again(welcome, 0))
    assert greeting["seq"] == 2
    assert [(await until(third, "message"))["seq"] for _ in range(2)] == [1, 2]
    await third.close()


async def test_a_conversation_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    with shop(tmp_path) as address:
        socket, welcome = await greeted(address)
        await say(socket, "message", **message("How long do returns take?"))
        await until(socket, "ack")
    with shop(tmp_path) as address:  # SIGTERM in mid-answer, then a new process over the same data
        back, _ = await greeted(address, **again(welcome, 1))
        answer = await until(back, "message", "reply")
        assert (answer["reply_to"], answer["author"] if answer["type"] == "message" else "bot") == (1, "bot")
        await back.close()
