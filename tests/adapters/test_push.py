"""Push: from any thread, at once, in order, and never an error."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from channels.layers import InMemoryChannelLayer, channel_layers

from adapters.channels_push import ChannelsPush
from adapters.recording_push import RecordingPush


class BrokenLayer(InMemoryChannelLayer):
    async def group_send(self, group: str, message: dict[str, object]) -> None:
        raise ConnectionError("the layer's server is away")


class HangingLayer(InMemoryChannelLayer):
    async def group_send(self, group: str, message: dict[str, object]) -> None:
        await asyncio.sleep(3600)


@pytest.fixture
def layer() -> Iterator[InMemoryChannelLayer]:
    yield from _behind("default", InMemoryChannelLayer())


def _behind(name: str, layer: InMemoryChannelLayer) -> Iterator[InMemoryChannelLayer]:
    before = channel_layers.set(name, layer)
    yield layer
    channel_layers.set(name, before)


async def _received(layer: InMemoryChannelLayer, channel: str, count: int) -> list[int]:
    async with asyncio.timeout(5):
        return [(await layer.receive(channel))["n"] for _ in range(count)]


async def test_events_from_another_thread_reach_the_socket_in_order(layer: InMemoryChannelLayer) -> None:
    push = ChannelsPush()
    push.register_loop(asyncio.get_running_loop())
    await layer.group_add("conversation", "socket")

    def talk() -> None:
        for number in range(90):
            push.send("conversation", {"type": "frame", "n": number})

    await asyncio.to_thread(talk)
    assert await _received(layer, "socket", 90) == list(range(90))


async def test_sending_from_the_loop_itself_does_not_block_it(layer: InMemoryChannelLayer) -> None:
    push = ChannelsPush()
    push.register_loop(asyncio.get_running_loop())
    await layer.group_add("conversation", "socket")
    push.send("conversation", {"type": "frame", "n": 1})
    assert await _received(layer, "socket", 1) == [1]


async def test_a_closed_loop_is_left_for_a_living_one(layer: InMemoryChannelLayer) -> None:
    push = ChannelsPush()
    gone = asyncio.new_event_loop()
    push.register_loop(gone)
    gone.close()
    push.send("nobody", {"type": "frame", "n": 0})
    push.register_loop(asyncio.get_running_loop())
    await layer.group_add("conversation", "socket")
    push.send("conversation", {"type": "frame", "n": 1})
    assert await _received(layer, "socket", 1) == [1]


@pytest.mark.parametrize("broken", [BrokenLayer, HangingLayer])
def test_a_layer_that_is_away_costs_the_sender_nothing(broken: type[InMemoryChannelLayer]) -> None:
    for _ in _behind("default", broken()):
        push = ChannelsPush(timeout=0.02)
        began = time.monotonic()
        for number in range(20):
            push.send("conversation", {"type": "frame", "n": number})
        assert time.monotonic() - began < 0.5
        while push.dropped < 20 and time.monotonic() - began < 10:
            time.sleep(0.01)
        assert push.dropped == 20


def test_too_many_waiting_events_push_out_the_oldest() -> None:
    for _ in _behind("default", HangingLayer()):
        push = ChannelsPush(timeout=0.5, capacity=10)
        for number in range(1000):
            push.send("conversation", {"type": "frame", "n": number})
        assert push.dropped >= 900


def test_the_twin_remembers_by_group() -> None:
    push = RecordingPush()
    push.send("one", {"type": "frame", "n": 1})
    push.send("two", {"type": "frame", "n": 2})
    assert push.of("two") == [{"type": "frame", "n": 2}]
