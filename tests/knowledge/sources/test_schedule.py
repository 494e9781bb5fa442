from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from knowledge.sources.schedule import next_run, valid_cron

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def test_cron_runs_by_the_tenants_clock() -> None:
    after = next_run("cron", cron="30 6 * * *", time_zone="Asia/Shanghai", after=NOON)
    assert after == datetime(2026, 3, 2, 22, 30, tzinfo=UTC)


def test_failures_wait_longer_each_time_up_to_a_day() -> None:
    pauses = [next_run("hourly", cron="", time_zone="UTC", after=NOON, failures=n) for n in (1, 2, 3, 30)]
    assert [pause - NOON for pause in pauses if pause] == [
        timedelta(minutes=10),
        timedelta(minutes=20),
        timedelta(minutes=40),
        timedelta(hours=24),
    ]


def test_a_manual_source_has_no_next_run() -> None:
    assert next_run("manual", cron="", time_zone="UTC", after=NOON) is None


def test_only_five_fields_are_a_cron_expression() -> None:
    assert valid_cron("0 3 * * 1")
    assert not valid_cron("0 3 * *")
    assert not valid_cron("99 3 * * 1")


@pytest.mark.parametrize(
    ("cron", "after", "runs"),
    [
        ("0 6 * * *", "2026-03-28T12:00", ["2026-03-29T04:00", "2026-03-30T04:00"]),  # clocks go forward on the 29th
        ("30 2 * * *", "2026-03-28T12:00", ["2026-03-29T01:00", "2026-03-30T00:30"]),  # there is no half past two
        ("0 6 * * *", "2026-10-24T12:00", ["2026-10-25T05:00", "2026-10-26T05:00"]),  # and back on the 25th
        ("30 2 * * *", "2026-10-24T12:00", ["2026-10-25T00:30", "2026-10-26T01:30"]),  # half past two comes twice
        ("0 * * * *", "2026-10-24T23:30", ["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00"]),
    ],
)
def test_cron_keeps_to_the_wall_clock_when_it_is_changed(cron: str, after: str, runs: list[str]) -> None:
    moment, seen = datetime.fromisoformat(after).replace(tzinfo=UTC), []
    for _ in runs:
        following = next_run("cron", cron=cron, time_zone="Europe/Berlin", after=moment)
        assert following is not None
        moment = following
        seen.append(moment.strftime("%Y-%m-%dT%H:%M"))
    assert seen == runs
