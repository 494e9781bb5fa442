"""Dates as people say them, against the moment they spoke: Wednesday, 4 March 2026."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from language.moments import find_moments, local_time

AT = datetime.fromisoformat("2026-03-04T10:00:00+08:00")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("上周三寄的", date(2026, 2, 25)),
        ("上週三寄的", date(2026, 2, 25)),
        ("下周六送到", date(2026, 3, 14)),
        ("这周五", date(2026, 3, 6)),
        ("大前天坏的", date(2026, 3, 1)),
        ("尋日到咗", date(2026, 3, 3)),
        ("上个月28号", date(2026, 2, 28)),
        ("下个月3号", date(2026, 4, 3)),
        ("三天前", date(2026, 3, 1)),
        ("两周后", date(2026, 3, 18)),
        ("5月20号婚礼", date(2026, 5, 20)),
        ("last Friday", date(2026, 2, 27)),
        ("next Tuesday", date(2026, 3, 10)),
        ("this coming Thursday", date(2026, 3, 5)),
        ("it broke since Monday", date(2026, 3, 2)),
        ("in 12 days", date(2026, 3, 16)),
        ("3 weeks ago today", date(2026, 2, 11)),
        ("a week from tomorrow", date(2026, 3, 12)),
        ("the day before yesterday", date(2026, 3, 2)),
        ("the 13th of June", date(2026, 6, 13)),
        ("June 13th", date(2026, 6, 13)),
        ("day before yday", date(2026, 3, 2)),
        ("the night before last", date(2026, 3, 2)),
        ("a week tomorrow", date(2026, 3, 12)),
        ("Sunday just gone", date(2026, 3, 1)),
        ("two Fridays ago", date(2026, 2, 20)),
        ("Tuesday last week", date(2026, 2, 24)),
        ("next week Thursday", date(2026, 3, 12)),
        ("Friday week", date(2026, 3, 13)),
        ("tmrw", date(2026, 3, 5)),
        ("昨晚坏的", date(2026, 3, 3)),
        ("昨儿到的", date(2026, 3, 3)),
        ("今早寄出", date(2026, 3, 4)),
    ],
)
def test_a_way_to_name_a_day_is_resolved(text: str, day: date) -> None:
    assert [moment.day for moment in find_moments(text, at=AT)] == [day]


@pytest.mark.parametrize("text", ["每周三上课", "code WED-0613", "in the usual way", "30 February"])
def test_no_date_is_invented(text: str) -> None:
    assert all(moment.grain != "day" for moment in find_moments(text, at=AT))


def test_a_zone_may_be_a_name_or_an_offset_and_a_bad_one_is_left_out() -> None:
    at = datetime.fromisoformat("2026-03-04T20:00:00+00:00")
    assert local_time(at, "Asia/Shanghai").day == 5
    assert local_time(at, "+08:00").day == 5
    assert local_time(at, "Nowhere/Land") == at
