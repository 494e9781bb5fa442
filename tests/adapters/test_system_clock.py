"""Clocks."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from adapters.system_clock import FixedClock, SystemClock

NOON = datetime(2026, 2, 25, 12, 0, tzinfo=UTC)


def test_the_system_clock_is_aware_and_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta(0)


def test_a_fixed_clock_stands_still() -> None:
    clock = FixedClock(NOON)
    assert (clock.now(), clock.monotonic()) == (NOON, clock.monotonic())


def test_a_fixed_clock_gives_utc_whatever_zone_it_was_set_in() -> None:
    shanghai = timezone(timedelta(hours=8))
    assert FixedClock(datetime(2026, 2, 25, 20, 0, tzinfo=shanghai)).now().isoformat() == "2026-02-25T12:00:00+00:00"


def test_advancing_moves_both_sides() -> None:
    clock = FixedClock(NOON)
    before = clock.monotonic()
    clock.advance(timedelta(minutes=90))
    assert clock.now() == datetime(2026, 2, 25, 13, 30, tzinfo=UTC)
    assert clock.monotonic() - before == 5400.0


def test_setting_it_back_never_turns_durations_back() -> None:
    clock = FixedClock(NOON)
    before = clock.monotonic()
    clock.set(NOON - timedelta(days=1))
    assert clock.monotonic() >= before


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        FixedClock(datetime(2026, 2, 25))  # noqa: DTZ001  that is the point
