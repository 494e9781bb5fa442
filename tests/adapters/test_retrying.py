"""When to try again, and when to leave a server alone."""

from __future__ import annotations

import pytest

from adapters.circuit_breaker import CircuitBreaker
from adapters.retrying import RetryPolicy
from ports.errors import ChatError

BUSY = ChatError("rate_limited", "slow down")


def policy(**options: float) -> RetryPolicy:
    return RetryPolicy(jitter=lambda: 1.0, **options)  # type: ignore[arg-type]


def test_pauses_double_up_to_the_attempts() -> None:
    pauses = [policy(attempts=4).pause(BUSY, attempt=attempt, left=60) for attempt in (1, 2, 3, 4)]
    assert pauses == [0.3, 0.6, 1.2, None]


def test_jitter_takes_any_part_of_the_pause() -> None:
    assert RetryPolicy(jitter=lambda: 0.5).pause(BUSY, attempt=2, left=60) == 0.3


@pytest.mark.parametrize("fault", ["timeout", "context_overflow", "refused", "circuit_open", "cancelled"])
def test_what_would_be_the_same_again_is_not_tried(fault: str) -> None:
    assert policy().pause(ChatError(fault, ""), attempt=1, left=60) is None  # type: ignore[arg-type]


def test_the_server_says_when() -> None:
    error = ChatError("rate_limited", "", retry_after=2.0)
    assert policy().pause(error, attempt=1, left=60) == 2.1


def test_a_server_that_asks_for_too_long_is_not_waited_for() -> None:
    assert policy().pause(ChatError("rate_limited", "", retry_after=30.0), attempt=1, left=60) is None


def test_no_pause_beyond_the_deadline() -> None:
    assert policy().pause(BUSY, attempt=2, left=0.5) is None


def test_the_purse_stops_retries_when_everything_fails_and_successes_fill_it() -> None:
    retries = policy(purse=3)
    assert [retries.pause(BUSY, attempt=1, left=60) is not None for _ in range(5)] == [True] * 3 + [False] * 2
    for _ in range(5):
        retries.succeeded()
    assert [retries.pause(BUSY, attempt=1, left=60) is not None for _ in range(2)] == [True, False]


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(time: Time, fault: ChatError = BUSY) -> CircuitBreaker:
    breaker = CircuitBreaker(failures=2, seconds=30, monotonic=time)
    for _ in range(2):
        breaker.enter(patience=10)
        breaker.failed(fault)
    return breaker


def is_open(breaker: CircuitBreaker) -> bool:
    try:
        breaker.enter(patience=10)
    except ChatError as error:
        return error.fault == "circuit_open"
    return False


def test_it_opens_after_failures_in_a_row() -> None:
    assert is_open(opened(Time()))


def test_a_success_between_starts_the_count_anew() -> None:
    breaker = CircuitBreaker(failures=2)
    for _ in range(5):
        breaker.failed(BUSY)
        breaker.succeeded()
    assert not is_open(breaker)


def test_after_its_time_one_call_tries_and_the_others_wait() -> None:
    time = Time()
    breaker = opened(time)
    time.now = 30.0
    assert [is_open(breaker) for _ in range(3)] == [False, True, True]


def test_the_trial_decides_for_all() -> None:
    time = Time()
    breaker = opened(time)
    time.now = 30.0
    assert not is_open(breaker)
    breaker.succeeded()
    assert [is_open(breaker) for _ in range(3)] == [False] * 3


def test_a_trial_that_fails_opens_it_again() -> None:
    time = Time()
    breaker = opened(time)
    time.now = 30.0
    assert not is_open(breaker)
    breaker.failed(BUSY)
    time.now = 59.0
    assert is_open(breaker)
    time.now = 60.0
    assert not is_open(breaker)


def test_a_trial_that_never_reports_does_not_close_it_for_ever() -> None:
    time = Time()
    breaker = opened(time)
    time.now = 30.0
    assert not is_open(breaker)
    time.now = 40.0
    assert not is_open(breaker)


def test_a_trial_whose_caller_left_lets_the_next_try() -> None:
    time = Time()
    breaker = opened(time)
    time.now = 30.0
    assert not is_open(breaker)
    breaker.left()
    assert not is_open(breaker)


def test_it_stays_open_as_long_as_the_server_asks() -> None:
    time = Time()
    breaker = opened(time, ChatError("rate_limited", "", retry_after=100))
    time.now = 99.0
    assert is_open(breaker)
    time.now = 100.0
    assert not is_open(breaker)


def test_a_refusal_is_an_answer() -> None:
    breaker = CircuitBreaker(failures=1)
    breaker.failed(ChatError("refused", "wrong key"))
    assert not is_open(breaker)
