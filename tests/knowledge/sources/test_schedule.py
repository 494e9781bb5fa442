from __future__ import annotations

from datetime import UTC, datetime, timedelta

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
