"""Limits counted in Redis, for several web processes; see adapters/local_limiter.py for the algorithm."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from adapters.local_limiter import LocalLimiter
from ports.limits import Allowance

logger = logging.getLogger(__name__)

_PREFIX = "anamnesis:limit:"
_TAKE = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local full = {}
local wait = 0
for n, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * n - 1]), tonumber(ARGV[2 * n])
    full[n] = math.max(tonumber(redis.call('GET', key) or now), now)
    wait = math.max(wait, full[n] - now - (burst - 1) / rate)
end
if wait > 0 then return tostring(wait) end
for n, key in ipairs(KEYS) do
    local rate = tonumber(ARGV[2 * n - 1])
    local at = full[n] + 1 / rate
    redis.call('SET', key, string.format('%.6f', at), 'PX', math.ceil((at - now) * 1000) + 1000)
end
return '0'
"""
_LEAVE_ALONE = 5.0  # seconds after a failure


class RedisLimiter:
    """While Redis is away each process counts for itself: customers can still write, and a flood is still held."""

    def __init__(self, *, url: str, timeout: float = 0.2) -> None:
        once = Retry(NoBackoff(), 0)
        self._redis = redis.Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=once)
        self._take = self._redis.register_script(_TAKE)
        self._local = LocalLimiter()
        self._away_until = 0.0

    def take(self, allowances: Sequence[Allowance]) -> float:
        if not allowances:
            return 0.0
        if time.monotonic() < self._away_until:
            return self._local.take(allowances)
        try:
            answer = self._take(
                keys=[_PREFIX + each.key for each in allowances],
                args=[number for each in allowances for number in (each.rate, each.burst)],
            )
            return float(answer)
        except (redis.RedisError, OSError, ValueError) as error:
            self._away_until = time.monotonic() + _LEAVE_ALONE
            logger.warning("Redis does not count limits, this process does: %s", type(error).__name__)
            return self._local.take(allowances)
