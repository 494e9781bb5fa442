"""Limits count alike in one process and in Redis, and losing Redis neither lets a flood through nor stops anybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.local_limiter import LocalLimiter
from adapters.redis_limiter import RedisLimiter
from ports.limits import Allowance, Limiter
from tests.redis_server import RedisServer


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.redis)])
def limiter(request: pytest.FixtureRequest) -> Iterator[Limiter]:
    if request.param == "local":
        yield LocalLimiter()
        return
    server = request.getfixturevalue("redis_server")
    server.flush()
    yield RedisLimiter(url=server.url)


def slow(key: str, burst: float = 3) -> Allowance:
    return Allowance(key=key, rate=0.01, burst=burst)


def test_the_burst_is_let_through_and_then_one_waits(limiter: Limiter) -> None:
    waits = [limiter.take([slow("anna")]) for _ in range(5)]
    assert waits[:3] == [0.0, 0.0, 0.0]
    assert waits[3] == pytest.approx(100, abs=2)
    assert waits[4] == pytest.approx(100, abs=2)  # to be refused costs nothing


def test_keys_do_not_share(limiter: Limiter) -> None:
    assert [limiter.take([slow("anna", 1)]), limiter.take([slow("bob", 1)])] == [0.0, 0.0]


def test_one_used_up_allowance_spares_the_others(limiter: Limiter) -> None:
    limiter.take([slow("shop", 1)])
    assert limiter.take([slow("anna", 1), slow("shop", 1)]) > 0
    assert limiter.take([slow("anna", 1)]) == 0.0


def test_an_allowance_comes_back_with_time(limiter: Limiter) -> None:
    fast = Allowance(key="anna", rate=1_000, burst=1)
    waits = [limiter.take([fast]) for _ in range(2_000)]
    assert waits.count(0.0) > 2
    assert max(waits) <= 0.001 + 1e-4


def test_nothing_asked_is_nothing_refused(limiter: Limiter) -> None:
    assert limiter.take([]) == 0.0


def test_the_local_one_forgets_the_longest_unused() -> None:
    limiter = LocalLimiter(most=2)
    for key in ("anna", "bob", "cleo"):
        limiter.take([slow(key, 1)])
    assert limiter.take([slow("cleo", 1)]) > 0
    assert limiter.take([slow("anna", 1)]) == 0.0


@pytest.mark.redis
def test_two_processes_share_a_count_in_redis(redis_server: RedisServer) -> None:
    redis_server.flush()
    first, second = RedisLimiter(url=redis_server.url), RedisLimiter(url=redis_server.url)
    assert first.take([slow("anna", 1)]) == 0.0
    assert second.take([slow("anna", 1)]) > 0


def test_without_redis_the_process_counts_for_itself() -> None:
    limiter = RedisLimiter(url="redis://127.0.0.1:1/0")
    assert limiter.take([slow("anna", 1)]) == 0.0
    assert limiter.take([slow("anna", 1)]) > 0
