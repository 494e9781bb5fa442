"""Hints and pushes over a real Redis that comes and goes."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable

import pytest
import redis
from celery import Celery
from channels.layers import channel_layers
from channels_redis.pubsub import RedisPubSubChannelLayer

from adapters.celery_hints import CeleryHints
from adapters.channels_push import ChannelsPush
from tests.redis_server import RedisServer

pytestmark = pytest.mark.redis


def hints_at(server: RedisServer) -> CeleryHints:
    app = Celery("test", broker=server.url, set_as_current=False)
    app.conf.task_default_queue = "anamnesis"
    return CeleryHints(app=app, timeout=0.3)


def publish(hints: CeleryHints) -> None:
    hints.publish(tenant_id=uuid.uuid4(), job_id=uuid.uuid4(), kind="answer")


def waiting(server: RedisServer) -> int:
    with redis.Redis(port=server.port) as client:
        length: int = client.llen("anamnesis")
        return length


def soon(holds: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def test_hints_reach_the_queue(redis_server: RedisServer) -> None:
    hints = hints_at(redis_server)
    for _ in range(20):
        publish(hints)
    assert hints.flush(10)
    assert (waiting(redis_server), hints.dropped) == (20, 0)


def test_after_redis_was_away_hints_arrive_again_without_a_restart(redis_server: RedisServer) -> None:
    hints = hints_at(redis_server)
    publish(hints)
    assert hints.flush(10)
    redis_server.stop()
    began = time.monotonic()
    for _ in range(5):
        publish(hints)
    assert time.monotonic() - began < 0.5
    assert hints.flush(10)
    assert hints.dropped >= 4  # the first may go into the dead connection's buffer
    redis_server.start()
    publish(hints)
    assert hints.flush(10)
    assert waiting(redis_server) == 1


async def _frames(layer: RedisPubSubChannelLayer, channel: str, count: int) -> list[int]:
    async with asyncio.timeout(10):
        return [(await layer.receive(channel))["n"] for _ in range(count)]


async def test_frames_of_a_worker_reach_a_socket_in_another_process_in_order(redis_server: RedisServer) -> None:
    """Without a serving loop, as in a Celery worker: the sends run on a loop of their own."""
    before = channel_layers.set("default", RedisPubSubChannelLayer(hosts=[redis_server.url]))
    web = RedisPubSubChannelLayer(hosts=[redis_server.url])
    channel = await web.new_channel()
    await web.group_add("conversation", channel)
    push = ChannelsPush()
    for number in range(100):
        push.send("conversation", {"type": "frame", "n": number})
    assert await _frames(web, channel, 100) == list(range(100))
    await web.flush()
    channel_layers.set("default", before)


async def test_frames_are_dropped_while_redis_is_away_and_flow_again_after(redis_server: RedisServer) -> None:
    before = channel_layers.set("default", RedisPubSubChannelLayer(hosts=[redis_server.url]))
    push = ChannelsPush(timeout=0.2)
    push.send("conversation", {"type": "frame", "n": 0})
    redis_server.stop()
    await asyncio.to_thread(time.sleep, 0.1)
    push.send("conversation", {"type": "frame", "n": 1})
    assert await asyncio.to_thread(soon, lambda: push.dropped > 0)
    redis_server.start()
    web = RedisPubSubChannelLayer(hosts=[redis_server.url])
    channel = await web.new_channel()
    await web.group_add("conversation", channel)
    for number in range(2, 30):
        push.send("conversation", {"type": "frame", "n": number})
        await asyncio.sleep(0.05)
    assert (await _frames(web, channel, 1))[0] < 29
    await web.flush()
    channel_layers.set("default", before)
